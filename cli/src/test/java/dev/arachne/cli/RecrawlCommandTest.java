package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.Nginx;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A site of files on a real nginx is crawled, changed, and visited again: what is told has changed
 * is what was changed, and the server's log shows what it cost. {@code -Darachne.recrawled=10000}
 * is the large run; CI makes do with fewer pages.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RecrawlCommandTest {
  private static final int PAGES = Integer.getInteger("arachne.recrawled", 1_000);
  private static final int BY_SECTION = 100;
  private static final FileTime OLD = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

  /** Bytes of a page without its own text. */
  private static final String TEXT = "<p>" + "Words that every page has. ".repeat(150);

  @TempDir Path temporary;

  private Path site;
  private Path other;
  private Path log;
  private int port;
  private @Nullable Nginx server;
  private String crawl;

  @BeforeEach
  void serve() throws Exception {
    if (!Nginx.isInstalled()) {
      System.err.println("SKIPPED: nginx is not installed; apt-get install nginx-light");
    }
    assumeTrue(Nginx.isInstalled(), "no nginx");
    site = Files.createDirectories(temporary.resolve("site"));
    other = Files.createDirectories(temporary.resolve("other"));
    log = temporary.resolve("access.log");
    crawl = temporary.resolve("x.crawl").toString();
    port = Nginx.freePort();
    for (int page = 0; page < PAGES; page++) {
      write("page/" + page + ".html", page(page, ""));
    }
    for (int section = 0; section < PAGES / BY_SECTION; section++) {
      write("section/" + section + ".html", section(section, ""));
    }
    var index = new StringBuilder("<title>Index</title>");
    for (int section = 0; section < PAGES / BY_SECTION; section++) {
      index.append("<a href=/section/%d.html>%d</a>\n".formatted(section, section));
    }
    write("index.html", index.toString());
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, OLD);
      }
    }
    start(site, "");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
      server = null;
    }
  }

  private void start(Path root, String location) throws IOException {
    stop();
    server =
        Nginx.serve(
            temporary,
            port,
            "$status $bytes_sent $request_uri",
            "listen 127.0.0.1:%d; root %s; location / { %s }".formatted(port, root, location));
  }

  private void write(String name, String text) throws IOException {
    Path file = site.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static String page(int number, String more) {
    return "<title>Page %d</title>%s%s<p>%d".formatted(number, more, TEXT, number);
  }

  private static String section(int number, String more) {
    var links = new StringBuilder("<title>Section %d</title>%s".formatted(number, more));
    for (int page = number * BY_SECTION; page < (number + 1) * BY_SECTION; page++) {
      links.append("<a href=/page/%d.html>%d</a>\n".formatted(page, page));
    }
    return links.toString();
  }

  private String url(String path) {
    return "http://127.0.0.1:" + port + path;
  }

  private CapturedOutput done(String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    assertEquals(ExitCode.DONE, told.code(), told.err());
    return told;
  }

  private void crawl() {
    done("crawl", url("/index.html"), "--dir", crawl, "-q", "--sitemaps", "ignore");
  }

  /** The changes as a line each, without the server's name. */
  private Set<String> changes(String... more) {
    List<String> typed = new ArrayList<>(List.of("changes", crawl, "--json"));
    typed.addAll(List.of(more));
    Set<String> changes = new TreeSet<>();
    for (String line : done(typed.toArray(String[]::new)).body().lines().toList()) {
      JsonNode change = JsonMapper.shared().readTree(line);
      String to = change.has("to") ? " " + change.get("to").asString() : "";
      String text = change.get("change").asString() + " " + change.get("url").asString() + to;
      assertTrue(changes.add(text.replace(url(""), "")), "told twice: " + text);
    }
    return changes;
  }

  private List<String> asked() throws IOException {
    List<String> lines = Files.readAllLines(log);
    Files.writeString(log, "");
    return lines;
  }

  private static long bytes(List<String> asked) {
    return asked.stream().mapToLong(line -> Long.parseLong(line.split(" ")[1])).sum();
  }

  private static long count(List<String> asked, String begin) {
    return asked.stream().filter(line -> line.startsWith(begin)).count();
  }

  @Test
  void theReportedChangesAreThoseMade() throws Exception {
    crawl();
    long first = bytes(asked());
    Set<String> expected = new TreeSet<>();
    for (int page = 0; page < PAGES; page += 100) {
      write("page/" + (page + 1) + ".html", page(page + 1, "<h1>edited</h1>"));
      expected.add("changed /page/" + (page + 1) + ".html");
      Files.delete(site.resolve("page/" + (page + 2) + ".html"));
      expected.add("removed /page/" + (page + 2) + ".html");
    }
    // What is in a section of its own has moved, or is new; the section that leads there has
    // changed.
    Files.move(site.resolve("page/3.html"), site.resolve("page/elsewhere.html"));
    write("page/new.html", page(PAGES, ""));
    write(
        "section/0.html",
        section(0, "<a href=/page/elsewhere.html>e</a><a href=/page/new.html>n</a>"));
    expected.add("moved /page/3.html /page/elsewhere.html");
    expected.add("added /page/new.html");
    expected.add("changed /section/0.html");
    // One leads elsewhere now, where no link did.
    Files.move(site.resolve("page/4.html"), site.resolve("page/target.html"));
    start(site, "rewrite ^/page/4.html$ /page/target.html permanent;");
    expected.add("moved /page/4.html /page/target.html");
    Path file = temporary.resolve("changes.jsonl");
    CapturedOutput told = done("recrawl", crawl, "--changes", file.toString());
    assertEquals(expected, changes());
    assertEquals(expected.size(), Files.readAllLines(file).size());
    assertEquals(changes().size(), done("changes", crawl).outLines().size() - 1);
    String last = told.outLines().getLast();
    assertEquals(
        "pages: 1 added, %d changed, 2 moved, %d removed".formatted(PAGES / 100 + 1, PAGES / 100),
        last);
    List<String> asked = asked();
    long second = bytes(asked);
    assertTrue(second * 10 < first, second + " of " + first + " bytes");
    assertEquals(
        PAGES / 100 + 1 + 3, count(asked, "200 ") - count(asked, "200 0 "), "whole answers");
    done("audit", crawl);
  }

  @Test
  void changesOfATextAreShownAsADiff() throws Exception {
    write("page/1.html", prose("The first paragraph was written before."));
    done("crawl", url("/index.html"), "--dir", crawl, "-q", "--sitemaps", "ignore", "--warc");
    write("page/1.html", prose("The first paragraph was written now."));
    write("page/2.html", page(2, "<meta name=x content=y>"));
    Path file = temporary.resolve("changes.jsonl");
    CapturedOutput told = done("recrawl", crawl, "--diff", "--changes", file.toString());
    List<String> lines = told.outLines();
    int at = lines.indexOf("  -The first paragraph was written before. Words that all have.");
    assertTrue(at > 0, told.out());
    assertEquals("  +The first paragraph was written now. Words that all have.", lines.get(at + 1));
    List<JsonNode> changes =
        Files.readAllLines(file).stream().map(JsonMapper.shared()::readTree).toList();
    assertEquals(2, changes.size());
    for (JsonNode change : changes) {
      boolean isEdited = change.get("url").asString().endsWith("/1.html");
      assertEquals(isEdited, change.get("diff").asString().startsWith("@@ -"), change::toString);
      assertEquals(!isEdited, change.get("diff").asString().isEmpty(), change::toString);
    }
    List<String> again = done("changes", crawl, "--diff").outLines();
    assertEquals(lines.subList(lines.size() - again.size(), lines.size()), again);
  }

  private static String prose(String first) {
    return "<title>Prose</title><h1>Prose</h1><p>%s Words that all have.</p><p>%s</p>"
        .formatted(first, "More words, of which there are many here. ".repeat(20));
  }

  @Test
  void textsThatWereNotKeptHaveNoDiff() throws Exception {
    crawl();
    asked();
    CapturedOutput told = CapturedOutput.by("recrawl", crawl, "--diff");
    assertEquals(ExitCode.USAGE, told.code());
    assertTrue(told.err().contains("crawl again with --index"), told.err());
    assertEquals(List.of(), asked(), "nothing was asked for");
  }

  @Test
  void aPageThatIsWatchedIsComparedWithWhatItWas() throws Exception {
    String watched = temporary.resolve("x.watch").toString();
    start(site, "default_type text/plain;");
    write("prices.txt", "apples 1\nbread 2\ncheese 3\n");
    CapturedOutput first = done("watch", url("/prices.txt"), "--dir", watched, "-q");
    assertEquals("", first.out());
    assertEquals(1, count(asked(), "200 "));
    assertEquals(
        List.of("no page has changed"),
        done("watch", url("/prices.txt"), "--dir", watched).outLines());
    assertEquals(1, count(asked(), "304 "));
    write("prices.txt", "apples 1\nbread 20\ncheese 3\n");
    CapturedOutput second = done("watch", url("/prices.txt"), "--dir", watched);
    String diff =
        """
          @@ -1,3 +1,3 @@
           apples 1
          -bread 2
          +bread 20
           cheese 3
        pages: 1 changed
        """;
    assertTrue(second.out().endsWith(diff), second.out());
    List<String> all = asked();
    assertEquals(1, count(all, "200 "), all::toString);
    CapturedOutput other = CapturedOutput.by("watch", url("/index.html"), "--dir", watched);
    assertEquals(ExitCode.USAGE, other.code());
    assertTrue(other.err().contains("has another crawl"), other.err());
    done("audit", watched);
  }

  @Test
  void aTextIsComparedInTheEncodingThatItDeclares() throws Exception {
    String watched = temporary.resolve("x.watch").toString();
    start(site, "default_type text/plain; charset windows-1252;");
    Files.write(site.resolve("menu.txt"), "cr\u00e8me 1\n".getBytes(ISO_8859_1));
    done("watch", url("/menu.txt"), "--dir", watched, "-q");
    Files.write(site.resolve("menu.txt"), "cr\u00eape 12\n".getBytes(ISO_8859_1));
    CapturedOutput told = done("watch", url("/menu.txt"), "--dir", watched);
    assertTrue(told.out().contains("  -cr\u00e8me 1\n  +cr\u00eape 12\n"), told.out());
  }

  @Test
  void aVisitWithoutChangesTellsNone() throws Exception {
    crawl();
    asked();
    for (int visit = 0; visit < 3; visit++) {
      CapturedOutput told = done("recrawl", crawl);
      assertEquals("no page has changed", told.outLines().getLast());
      List<String> asked = asked();
      assertEquals(0, count(asked, "200 "), "bodies");
      assertEquals(PAGES + PAGES / BY_SECTION + 1, count(asked, "304 "));
    }
    done("audit", crawl);
  }

  @Test
  void aSiteThatIsDownLosesNothing() throws Exception {
    crawl();
    start(other, "");
    assertEquals(
        ExitCode.FAILED, CapturedOutput.by("recrawl", crawl, "-q").code(), "the root is no page");
    assertEquals(Set.of(), changes(), "no page was there, so the host is not well");
    start(site, "if ($uri = /page/1.html) { return 503; }");
    done("recrawl", crawl, "-q", "--tries", "1");
    assertEquals(Set.of(), changes());
    start(site, "");
    done("recrawl", crawl, "-q");
    assertEquals(Set.of(), changes(), "all is where it was");
    done("audit", crawl);
  }

  @Test
  void aBudgetGoesToPagesThatChange() throws Exception {
    crawl();
    for (int visit = 0; visit < 3; visit++) {
      for (int page = 0; page < 20; page++) {
        write(
            "page/" + page + ".html", page(page, "<h1>edited " + "again ".repeat(visit) + "</h1>"));
      }
      done("recrawl", crawl, "-q");
    }
    asked();
    done("recrawl", crawl, "-q", "--revisit-most", "20");
    List<String> asked = asked();
    long frequent =
        asked.stream().filter(line -> line.matches("304 .* /page/1?\\d[.]html")).count();
    assertEquals(20, frequent, asked::toString);
    assertEquals(20, asked.size() - count(asked, "404 "), "and robots.txt");
    done("resume", crawl, "-q");
    assertEquals(
        0, asked().stream().filter(line -> line.contains("/page/")).count(), "it is spent");
    done("recrawl", crawl, "-q");
    assertTrue(asked().size() > PAGES, "a budget is of one visit");
  }

  @Test
  void aBudgetGoesFirstToPagesThatTheSitemapSaysHaveChanged() throws Exception {
    write("sitemap.xml", sitemap("2026-01-01T00:00:00Z"));
    done("crawl", url("/index.html"), "--dir", crawl, "-q");
    asked();
    done("recrawl", crawl, "-q", "--revisit-most", "7");
    assertEquals(7, count(asked(), "304 "), "what the sitemap says is older than the visits");
    write("sitemap.xml", sitemap(Instant.now().plusSeconds(5).toString()));
    done("recrawl", crawl, "-q", "--revisit-most", "7");
    List<String> asked = asked();
    assertEquals(
        Set.of("3", "13", "23", "33", "43", "53", "63"),
        asked.stream()
            .filter(line -> line.startsWith("304 "))
            .map(line -> line.replaceAll(".*/page/(\\d+).html", "$1"))
            .collect(Collectors.toSet()));
    assertEquals(7, count(asked, "304 "));
    assertEquals(1, asked.stream().filter(line -> line.endsWith("/sitemap.xml")).count());
    done("audit", crawl);
  }

  @Test
  void aSitemapWhoseHostIsDownHoldsNoPagesBack() throws Exception {
    write("sitemap.xml", sitemap("2026-01-01"));
    try (TestWeb down =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<p>text")),
                route("/sitemap.xml", xml("<urlset><url><loc>/</loc></url></urlset>"))))) {
      done("crawl", url("/index.html"), down.url("/"), "--dir", crawl, "-q");
    }
    asked();
    Path folder = Files.createDirectories(temporary.resolve("process"));
    List<String> recrawl = List.of("recrawl", crawl, "-q", "--revisit-most", "4");
    ArachneProcess running = ArachneProcess.start(folder, Map.of(), recrawl);
    // One of the four may be of the other host, for which the crawl waits.
    while (Files.readAllLines(log).stream().filter(line -> line.endsWith(".html")).count() < 3) {
      assertTrue(running.process().isAlive(), "it has ended without pages");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    running.process().destroyForcibly().waitFor();
  }

  private static final int FEW = 10;

  /** A site of a few pages, with two sitemaps; the second one is told by a function. */
  private static TestSite mapped(Supplier<String> second) {
    String links =
        IntStream.range(0, FEW)
            .mapToObj("<a href=/page/%d>x</a>"::formatted)
            .collect(Collectors.joining());
    return TestSite.of(
        route("/robots.txt", text("Sitemap: /first.xml\nSitemap: /second.xml\n")),
        route("/", html(links)),
        route("/page/*", html("<p>text")),
        route("/first.xml", xml(listed("2026-01-01", 0))),
        route("/second.xml", _ -> xml(second.get())));
  }

  private static Reply xml(String text) {
    return ok("text/xml", text.getBytes(StandardCharsets.UTF_8));
  }

  /** A sitemap by which so many pages have changed at a time. */
  private static String listed(String changed, int pages) {
    return IntStream.range(0, FEW)
        .mapToObj(page ->
            "<url><loc>/page/%d</loc><lastmod>%s</lastmod></url>"
                .formatted(page, page < pages ? changed : "2026-01-01"))
        .collect(Collectors.joining("", "<urlset>", "</urlset>"));
  }

  /** The pages that were asked for since there were so many requests. */
  private static List<String> pages(TestWeb web, long since) {
    return web.targets().stream()
        .skip(since)
        .filter(target -> !target.endsWith(".xml") && !target.endsWith(".txt"))
        .sorted()
        .toList();
  }

  @Test
  void aBudgetIsOneForAllHostsWhoseSitemapsAreAllAskedFirst() throws Exception {
    var changed = new AtomicReference<>("2026-01-01");
    try (TestWeb one = TestWeb.serve(mapped(() -> listed(changed.get(), 4)));
        TestWeb two = TestWeb.serve(mapped(() -> listed(changed.get(), 2)))) {
      done("crawl", one.url("/"), two.url("/"), "--dir", crawl, "-q");
      changed.set(Instant.now().plusSeconds(5).toString());
      long ofOne = one.requestCount();
      long ofTwo = two.requestCount();
      done("recrawl", crawl, "-q", "--revisit-most", "6");
      assertEquals(List.of("/page/0", "/page/1", "/page/2", "/page/3"), pages(one, ofOne));
      assertEquals(List.of("/page/0", "/page/1"), pages(two, ofTwo));
      done("audit", crawl);
    }
  }

  @Test
  void aVisitThatIsKilledBeforeItsPagesAreChosenSpendsItsBudgetOnce() throws Exception {
    var gate = new AtomicReference<>(new CountDownLatch(0));
    try (TestWeb web =
        TestWeb.serve(
            mapped(() -> {
              await(gate.get());
              return listed("2026-01-01", 0);
            }))) {
      done("crawl", web.url("/"), "--dir", crawl, "-q");
      long first = web.requestCount();
      gate.set(new CountDownLatch(1));
      Path folder = Files.createDirectories(temporary.resolve("process"));
      List<String> recrawl = List.of("recrawl", crawl, "-q", "--revisit-most", "4");
      ArachneProcess running = ArachneProcess.start(folder, Map.of(), recrawl);
      web.awaitRequests((int) first + 2, Duration.ofMinutes(2));
      running.process().destroyForcibly().waitFor();
      assertEquals(List.of(), pages(web, first), "the sitemaps are not read yet");
      gate.get().countDown();
      done("resume", crawl, "-q");
      List<String> pages = pages(web, first);
      assertEquals(4, pages.size(), pages::toString);
      assertEquals(4, Set.copyOf(pages).size(), pages::toString);
      done("resume", crawl, "-q");
      assertEquals(pages, pages(web, first), "it is spent");
      done("audit", crawl);
    }
  }

  private static void await(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The web ends.
    }
  }

  /** All pages; seven of them have changed at this time, the others long ago. */
  private static String sitemap(String changed) {
    var xml = new StringBuilder("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>");
    for (int page = 0; page < PAGES; page++) {
      String at = page % 10 == 3 && page < 70 ? changed : "2026-01-01";
      xml.append("<url><loc>/page/%d.html</loc><lastmod>%s</lastmod></url>".formatted(page, at));
    }
    return xml.append("</urlset>").toString();
  }

  @Test
  void aBudgetGoesLastToPagesThatAreFresh() throws Exception {
    start(
        site,
        "if ($uri !~ ^/page/[1-5].html$) { add_header Cache-Control \"public, max-age=86400\"; }");
    crawl();
    asked();
    for (int visit = 0; visit < 2; visit++) {
      done("recrawl", crawl, "-q", "--revisit-most", "5");
      List<String> asked = asked();
      assertEquals(5, count(asked, "304 "), asked::toString);
      assertTrue(
          asked.stream()
              .filter(line -> line.startsWith("304 "))
              .allMatch(line -> line.matches(".* /page/[1-5].html")),
          asked::toString);
    }
    done("recrawl", crawl, "-q", "--revisit-most", "9");
    assertEquals(9, count(asked(), "304 "), "there is room for others");
    done("recrawl", crawl, "-q");
    assertTrue(count(asked(), "304 ") > PAGES, "without a budget all are asked");
  }

  @Test
  void aBoundOnPagesIsOneOnPagesNotOnVisits() throws Exception {
    done(
        "crawl", url("/index.html"), "--dir", crawl, "-q", "--sitemaps", "ignore", "--limit", "50");
    for (int visit = 0; visit < 2; visit++) {
      assertEquals(50, count(asked(), visit == 0 ? "200 " : "304 "));
      done("recrawl", crawl, "-q");
    }
    assertEquals(50, count(asked(), "304 "));
    done("audit", crawl);
  }

  @Test
  void aKilledVisitIsGoneOnWith() throws Exception {
    crawl();
    asked();
    write("page/1.html", page(1, "<h1>edited</h1>"));
    String between = Instant.now().toString();
    Path folder = Files.createDirectories(temporary.resolve("process"));
    for (int asked : new int[] {1, PAGES / 4, PAGES / 2}) {
      ArachneProcess killed =
          ArachneProcess.start(folder, Map.of(), List.of("recrawl", crawl, "-q", "--delay", "1ms"));
      while (killed.process().isAlive() && Files.readAllLines(log).size() < asked) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
      killed.process().destroyForcibly().waitFor();
      Set<String> after = new TreeSet<>(changes());
      after.remove("changed /page/1.html");
      assertEquals(Set.of(), after);
      asked();
    }
    assertEquals(ExitCode.DONE, CapturedOutput.by("resume", crawl, "-q", "--delay", "0").code());
    assertEquals(Set.of("changed /page/1.html"), changes("--since", between));
    done("audit", crawl);
    JsonNode status = JsonMapper.shared().readTree(done("status", crawl, "--json").out());
    assertEquals(0, status.get("pending").asLong());
  }

  @Test
  void aPageOfWhichMoreIsKeptNowIsAskedForWhole() throws Exception {
    crawl();
    asked();
    String out = temporary.resolve("pages").toString();
    done("recrawl", crawl, "-q", "--markdown", out);
    assertEquals(PAGES + PAGES / BY_SECTION + 1, count(asked(), "200 "));
    done("recrawl", crawl, "-q");
    assertEquals(0, count(asked(), "200 "));
  }

  @Test
  void mistakesAreReportedInALine() {
    CapturedOutput nothing = CapturedOutput.by("changes", temporary.resolve("none").toString());
    assertEquals(ExitCode.USAGE, nothing.code());
    crawl();
    CapturedOutput never = CapturedOutput.by("changes", crawl);
    assertEquals(ExitCode.USAGE, never.code());
    assertTrue(never.err().contains("use arachne recrawl"), never.err());
    CapturedOutput unwritable =
        CapturedOutput.by("recrawl", crawl, "--changes", temporary.toString());
    assertEquals(ExitCode.USAGE, unwritable.code());
    assertEquals(1, unwritable.err().lines().count(), unwritable.err());
    CapturedOutput dated = CapturedOutput.by("recrawl", crawl, "--revisit-before", "2026-11");
    assertEquals(ExitCode.USAGE, dated.code());
    assertTrue(dated.err().contains("use arachne resume"), dated.err());
    CapturedOutput without = CapturedOutput.by("recrawl", crawl, "--dedup", crawl);
    assertEquals(ExitCode.USAGE, without.code(), without.err());
    assertEquals("", without.out(), "nothing is known of changes");
    CapturedOutput forgetful =
        CapturedOutput.by("crawl", url("/"), "--store", "memory", "--revisit-before", "2026-11");
    assertEquals(ExitCode.USAGE, forgetful.code());
    assertTrue(forgetful.err().contains("--revisit-before: needs a crawl"), forgetful.err());
  }
}
