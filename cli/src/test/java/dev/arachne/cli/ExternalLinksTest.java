package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Links that leave a site are asked over real sockets, and found in its report. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ExternalLinksTest {
  private static final String SITE = "127.0.6.1";
  private static final String OTHER = "127.0.6.2";
  private static final String SECOND = "127.0.6.3";
  private static final String DEAD = "127.0.6.9";
  private static final int PAGES = 100;
  private static final int MANY = 300;
  private static final int TASKS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path temporary;

  private String directory() {
    return temporary.resolve("x.crawl").toString();
  }

  /** Each page links to each target. Relative URLs begin with the port of the web. */
  private static Reply page(dev.arachne.testkit.TestRequest request) {
    String port = request.header("Host").orElseThrow().replaceAll(".*:", ":");
    var page = new StringBuilder("<title>T</title>");
    for (String path :
        List.of("/fine#part", "/no-head", "/gone", "/moved", "/secret", "/lost", "/login")) {
      page.append("<a href='http://%s%s%s'>x</a>".formatted(OTHER, port, path));
    }
    page.append("<a href='http://%s%s/'>dead</a>".formatted(DEAD, port));
    page.append("<a href='http://%s%s/left'>excluded</a>".formatted(SECOND, port));
    if (request.path().equals("/")) {
      IntStream.range(0, PAGES).forEach(i -> page.append("<a href=/page/%d>p</a>".formatted(i)));
      page.append("<a href=/out>out</a>");
    }
    return html(page.toString());
  }

  private static TestWeb web() {
    return TestWeb.plan()
        .site(
            SITE,
            TestSite.of(
                route("/", ExternalLinksTest::page),
                route("/page/*", ExternalLinksTest::page),
                route(
                    "/out",
                    request -> redirect(302, "http://" + OTHER + port(request) + "/gone-too")),
                route("/robots.txt", status(404))))
        .site(
            OTHER,
            TestSite.of(
                route("/robots.txt", text("User-agent: *\nDisallow: /secret\n")),
                route("/fine", html("<a href=/never>its own links are not followed</a>")),
                route(
                    "/no-head",
                    request -> request.method().equals("HEAD") ? status(405) : Reply.endlessBody()),
                route(
                    "/moved",
                    request -> redirect(301, "http://" + SECOND + port(request) + "/target")),
                route(
                    "/lost",
                    request -> redirect(301, "http://" + SECOND + port(request) + "/missing")),
                route("/login", status(403))))
        .site(
            SECOND,
            TestSite.of(
                route("/robots.txt", status(404)), route("/target", html("<a href=/no>no</a>"))))
        .start();
  }

  private static String port(dev.arachne.testkit.TestRequest request) {
    return request.header("Host").orElseThrow().replaceAll(".*:", ":");
  }

  /** What other hosts than the site were asked, as METHOD HOST PATH, in the order of texts. */
  private static List<String> asked(TestWeb web) {
    List<String> asked = new ArrayList<>();
    for (LoggedRequest request : web.requests()) {
      String host = request.local().getHostAddress();
      if (!host.equals(SITE)) {
        asked.add(request.method() + " " + host + " " + request.target());
      }
    }
    asked.sort(null);
    return asked;
  }

  private static final String ASKED =
      String.join(
          "\n",
          "GET 127.0.6.2 /gone",
          "GET 127.0.6.2 /gone-too",
          "GET 127.0.6.2 /login",
          "GET 127.0.6.2 /no-head",
          "GET 127.0.6.2 /robots.txt",
          "GET 127.0.6.3 /missing",
          "GET 127.0.6.3 /robots.txt",
          "HEAD 127.0.6.2 /fine",
          "HEAD 127.0.6.2 /gone",
          "HEAD 127.0.6.2 /gone-too",
          "HEAD 127.0.6.2 /login",
          "HEAD 127.0.6.2 /lost",
          "HEAD 127.0.6.2 /moved",
          "HEAD 127.0.6.2 /no-head",
          "HEAD 127.0.6.3 /missing",
          "HEAD 127.0.6.3 /target");

  private List<String> crawl(TestWeb web, String... more) {
    List<String> typed = new ArrayList<>(List.of("crawl", "-q", "--dir", directory()));
    typed.addAll(List.of("--sitemaps", "ignore", "--allow-private", "--exclude", "/left"));
    typed.addAll(List.of("--patience", "0", "--max-tries", "2", "--report"));
    typed.add(temporary.resolve("r.csv").toString());
    typed.addAll(List.of(more));
    typed.add(web.url(SITE, "/"));
    return typed;
  }

  private static CapturedOutput told(List<String> typed) {
    return CapturedOutput.by(typed.toArray(String[]::new));
  }

  /** The lines of a report in CSV about other sites: check, subject, and how many places. */
  private static Map<String, Long> findings(Path csv, TestWeb web) throws Exception {
    Map<String, Long> findings = new HashMap<>();
    for (String line : Files.readAllLines(csv)) {
      String[] fields = line.split(",");
      if (fields[1].endsWith("-external-links")) {
        findings.merge(fields[1] + " " + fields[2].replace(":" + web.port(), ""), 1L, Long::sum);
      }
    }
    return findings;
  }

  private static final Map<String, Long> FOUND =
      Map.of(
          "broken-external-links http://127.0.6.2/gone", 100L,
          "broken-external-links http://127.0.6.2/lost", 100L,
          "broken-external-links http://127.0.6.9/", 100L,
          "broken-external-links http://127.0.6.2/gone-too", 1L,
          "uncertain-external-links http://127.0.6.2/secret", 100L,
          "uncertain-external-links http://127.0.6.2/login", 100L);

  private void assertAudited() {
    CapturedOutput audit = CapturedOutput.by("audit", directory());
    assertEquals(ExitCode.DONE, audit.code(), audit.out());
  }

  @Test
  void eachTargetIsAskedOnceAndWhatIsBrokenIsFoundOnAllPages() throws Exception {
    try (TestWeb web = web()) {
      CapturedOutput told =
          told(crawl(web, "--check-external", "--fail-on", "broken-external-links"));
      assertEquals(ExitCode.FAILED, told.code(), told.err());
      assertEquals("arachne crawl: failed on 4 broken-external-links\n", told.err());
      assertEquals(ASKED, String.join("\n", asked(web)));
      assertEquals(FOUND, findings(temporary.resolve("r.csv"), web));
      assertAudited();
      String why = CapturedOutput.by("why", web.url(OTHER, "/no-head"), directory()).out();
      assertTrue(why.contains("status 405 for HEAD, next by GET"), why);
      CapturedOutput again = CapturedOutput.by("resume", "-q", directory());
      assertEquals(ExitCode.DONE, again.code(), again.err());
      assertEquals(ASKED, String.join("\n", asked(web)), "a second run asks nothing");
      for (String form : new String[] {"html", "json", "junit", "sarif"}) {
        CapturedOutput report = CapturedOutput.by("report", directory(), "--format", form);
        assertTrue(report.body().contains("broken-external-links"), form);
      }
    }
  }

  @Test
  void aCrawlThatWasMadeBeforeIsGoneOnWith() throws Exception {
    try (TestWeb web = web()) {
      told(crawl(web));
      assertEquals(List.of(), asked(web));
      long pages = web.requestCount();
      Path csv = temporary.resolve("later.csv");
      for (int i = 0; i < 2; i++) {
        CapturedOutput told =
            CapturedOutput.by("report", directory(), "--check-external", "-o", csv.toString());
        assertEquals(ExitCode.DONE, told.code(), told.err());
        assertEquals(ASKED, String.join("\n", asked(web)));
        assertEquals(FOUND, findings(csv, web));
      }
      assertEquals(pages + asked(web).size(), web.requestCount(), "the site is not asked again");
      assertAudited();
    }
  }

  @Test
  void aKilledCheckAsksNothingTwiceButWhatWasInFlight() throws Exception {
    var links = new StringBuilder();
    try (TestWeb web =
        TestWeb.plan()
            .site(
                SITE,
                TestSite.of(
                    route(
                        "/",
                        request -> {
                          links.setLength(0);
                          for (int i = 0; i < MANY; i++) {
                            links.append(
                                "<a href='http://%s%s/%d'>x</a>"
                                    .formatted(OTHER, port(request), i));
                          }
                          return html(links.toString());
                        })))
            .site(
                OTHER,
                TestSite.of(
                    route(
                        "/*",
                        request ->
                            (request.method().equals("HEAD") ? status(405) : html("there"))
                                .after(Duration.ofMillis(2)))))
            .start()) {
      List<String> command = new ArrayList<>();
      command.add(ProcessHandle.current().info().command().orElseThrow());
      command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"));
      command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED", "-cp"));
      command.addAll(List.of(System.getProperty("java.class.path"), "dev.arachne.cli.Main"));
      command.addAll(crawl(web, "--check-external", "--ignore-robots", "--tasks", "" + TASKS));
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      web.awaitRequests(MANY, PATIENCE);
      process.destroyForcibly().waitFor();
      assertTrue(web.requestCount() < 2L * MANY, "it was over before");
      CapturedOutput resumed = CapturedOutput.by("resume", "-q", directory());
      assertEquals(ExitCode.DONE, resumed.code(), resumed.err());
      List<String> asked = asked(web);
      var different = new TreeSet<>(asked);
      assertEquals(2 * MANY, different.size());
      int twice = asked.size() - different.size();
      assertTrue(twice <= TASKS, twice + " asked twice");
      assertAudited();
    }
  }

  @Test
  void anIncompleteCrawlIsGoneOnWithByResume() throws Exception {
    try (TestWeb web = web()) {
      told(crawl(web, "--limit", "5"));
      CapturedOutput told = CapturedOutput.by("report", directory(), "--check-external");
      assertEquals(ExitCode.USAGE, told.code());
      assertEquals(
          "arachne report: --check-external: the crawl is not complete; use arachne resume %s --check-external first\n"
              .formatted(directory()),
          told.err());
      assertEquals(List.of(), asked(web));
    }
  }
}
