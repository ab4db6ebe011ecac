package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hostile site with broken links is crawled and reported; a real browser opens the report. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReportCommandTest {
  private static final int PAGES = 150;
  private static final String EVIL = "<script>window.hacked=1</script>";
  private static final String EVIL_TEXT = "&lt;/noscript>&lt;img src=x onerror=window.hacked=1>";

  @TempDir Path temporary;

  private static TestSite site() {
    var links = new StringBuilder();
    for (int i = 0; i < PAGES; i++) {
      links.append("<a href=/page/%d>%d</a> ".formatted(i, i));
    }
    return TestSite.of(
        route("/", html("<title>Start</title><h1>Start</h1>" + links)),
        route(
            "/page/*",
            request -> {
              int number = Integer.parseInt(request.path().substring(6));
              return html(
                  """
                  <title>Page %d %s</title><h1>%d</h1>
                  <a href='/gone/%d'>%s</a><a href='http://a b/%s'>malformed</a>
                  """
                      .formatted(
                          number, EVIL.replace("<", "&lt;"), number, number % 5, EVIL_TEXT, EVIL));
            }));
  }

  private String name(String file) {
    return temporary.resolve(file).toString();
  }

  private CapturedOutput crawl(String... more) {
    try (TestWeb web = TestWeb.serve(site())) {
      String[] typed = {"crawl", "-q", "--dir", name("x.crawl"), web.url("/")};
      String[] all = new String[typed.length + more.length];
      System.arraycopy(typed, 0, all, 0, typed.length);
      System.arraycopy(more, 0, all, typed.length, more.length);
      return CapturedOutput.by(all);
    }
  }

  @Test
  void aBrowserShowsSortsAndSearchesTheReportAndRunsNothingOfTheSite() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    CapturedOutput told = crawl("--report", name("report.html"));
    assertEquals(ExitCode.DONE, told.code(), told.err());
    String first = "document.querySelector('#t-urls tbody tr td').textContent";
    try (Chromium browser = Chromium.start(temporary.resolve("profile"))) {
      browser.open(temporary.resolve("report.html").toUri().toString());
      assertEquals(
          "5", browser.await("document.querySelectorAll('#t-broken-links tbody tr').length"));
      assertEquals("100", browser.await("document.querySelectorAll('#t-urls tbody tr').length"));
      assertEquals(
          "1–100 of 156",
          browser.await("document.querySelector('#t-urls .tools span').textContent"));
      assertEquals("/", browser.await(first));
      browser.await("document.querySelector('#t-urls th.n:last-child button').click() || 1");
      assertTrue(browser.await(first).startsWith("/gone/"), "most links lead there");
      assertEquals(
          "descending",
          browser.await(
              "document.querySelector('#t-urls th:last-child').getAttribute('aria-sort')"));
      browser.await("document.querySelector('#t-urls th button').click() || 1");
      assertEquals("/", browser.await(first));
      browser.await(
          "(() => { const box = document.querySelector('#t-urls input'); box.value = 'page 149 <SCRIPT>';"
              + " box.dispatchEvent(new Event('input')); return 1; })()");
      assertEquals(
          "1–1 of 1 found",
          browser.await(
              "(t => t.includes('found') && t)(document.querySelector('#t-urls .tools span').textContent)"));
      assertEquals("/page/149", browser.await(first));
      browser.await("document.querySelectorAll('details').forEach(each => each.open = true) || 1");
      browser.await("document.querySelector('#t-malformed-links tbody tr')");
      assertEquals("undefined", browser.await("typeof window.hacked"));
      assertEquals("0", browser.await("String(document.images.length)"));
      assertEquals("1", browser.await("document.scripts.length"));
      assertEquals(
          "blocked",
          browser.await(
              "(() => { const its = document.createElement('script'); its.textContent = 'window.own = 1';"
                  + " document.body.append(its); return window.own ? 'ran' : 'blocked'; })()"));
    }
  }

  /** Lists of links to nearly a hundred thousand pages that robots.txt closes. */
  private static TestSite closed() {
    var root = new StringBuilder();
    for (int i = 0; i < 99; i++) {
      root.append("<a href=/list/%d>l</a>".formatted(i));
    }
    return TestSite.of(
        route("/robots.txt", text("User-agent: *\nDisallow: /closed/\n")),
        route("/", html(root.toString())),
        route(
            "/list/*",
            request -> {
              int first = Integer.parseInt(request.path().substring(6)) * 1_000;
              var links = new StringBuilder();
              for (int i = first; i < first + 1_000; i++) {
                links.append("<a href=/closed/").append(i).append(">c</a>");
              }
              return html(links.toString());
            }));
  }

  @Test
  void aTableOfNearlyAHundredThousandUrlsIsSortedAndSearched() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    try (TestWeb web = TestWeb.serve(closed())) {
      CapturedOutput told =
          CapturedOutput.by(
              "crawl",
              "-q",
              "--sitemaps",
              "ignore",
              "--dir",
              name("x.crawl"),
              web.url("/"),
              "--report",
              name("report.html"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
    }
    String first = "document.querySelector('#t-urls tbody tr td').textContent";
    try (Chromium browser = Chromium.start(temporary.resolve("profile"))) {
      browser.open(temporary.resolve("report.html").toUri().toString());
      assertEquals(
          "1–100 of 99,100",
          browser.await("document.querySelector('#t-urls .tools span').textContent"));
      browser.await(
          "(button => { const head = button.closest('th'); button.click();"
              + " return head.getAttribute('aria-sort') == 'descending'; })"
              + "(document.querySelector('#t-urls th button'))");
      assertEquals("/list/98", browser.await(first));
      browser.await(
          "(() => { const box = document.querySelector('#t-urls input'); box.value = 'closed/98999';"
              + " box.dispatchEvent(new Event('input')); return 1; })()");
      assertEquals(
          "1–1 of 1 found",
          browser.await(
              "(t => t.includes('found') && t)(document.querySelector('#t-urls .tools span').textContent)"));
      assertEquals("/closed/98999", browser.await(first));
    }
  }

  @Test
  void findingsOfTheChecksThatAreNamedFailTheCommand() throws Exception {
    CapturedOutput told =
        crawl("--report", name("report.csv"), "--fail-on", "broken-links,thin-pages");
    assertEquals(ExitCode.FAILED, told.code());
    assertEquals("arachne crawl: failed on 5 broken-links, 150 thin-pages\n", told.err());
    assertTrue(Files.readString(temporary.resolve("report.csv")).contains("error,broken-links,"));
    assertEquals(
        ExitCode.DONE,
        CapturedOutput.by("report", name("x.crawl"), "--fail-on", "broken-images").code());
    CapturedOutput short1 = CapturedOutput.by("report", name("x.crawl"), "--fail-on", "errors");
    assertEquals(ExitCode.FAILED, short1.code());
    assertTrue(short1.out().contains("5  Broken links (broken-links)"), short1.out());
    for (String form : new String[] {"html", "json", "csv", "junit", "sarif"}) {
      CapturedOutput written =
          CapturedOutput.by("report", name("x.crawl"), "--format", form, "-o", name("r." + form));
      assertEquals(ExitCode.DONE, written.code(), written.err());
      assertTrue(Files.size(temporary.resolve("r." + form)) > 1_000);
    }
    assertFalse(Files.exists(temporary.resolve("r.html.part")));
  }

  @Test
  void aStringInAScriptThatLeadsNowhereIsNotABrokenLink() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(route("/", html("<script>go('/guess/1')</script><a href=/gone>x</a>"))))) {
      CapturedOutput told =
          CapturedOutput.by(
              "crawl",
              "-q",
              "--dir",
              name("x.crawl"),
              "--follow",
              "pages,script-urls",
              "--fail-on",
              "broken-links",
              "--report",
              name("r.json"),
              web.url("/"));
      assertEquals("arachne crawl: failed on 1 broken-links\n", told.err());
      assertTrue(web.targets().contains("/guess/1"));
    }
  }

  @Test
  void aPipeGetsTheReportAndStaysAPipe() throws Exception {
    assertEquals(ExitCode.DONE, crawl().code());
    Path pipe = temporary.resolve("pipe");
    Process reader =
        new ProcessBuilder("sh", "-c", "mkfifo \"$0\" && echo made && cat \"$0\"", pipe.toString())
            .start();
    try (BufferedReader read = reader.inputReader()) {
      assertEquals("made", read.readLine());
      CapturedOutput told =
          CapturedOutput.by("report", name("x.crawl"), "--format", "csv", "-o", pipe.toString());
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertFalse(Files.isRegularFile(pipe), "the pipe was replaced");
      assertTrue(read.readLine().startsWith("severity,check,"));
      assertTrue(read.lines().count() > 1);
    } finally {
      reader.destroyForcibly();
    }
  }

  @Test
  void aMistakeIsOneLineThatSaysWhatToType() {
    assertMistake(
        "--report", name("report"), "use a name that ends in .html, .json, .csv, .xml or .sarif");
    assertMistake("--report", name("r.html"), "--fail-on", "broken", "did you mean broken-links?");
    assertMistake("--report", name("r.html"), "--fail-on", "none", "use errors, warnings, all");
    assertMistake("--fail-on", "errors", "use --report FILE too");
    assertFalse(Files.exists(temporary.resolve("x.crawl")));
  }

  @Test
  void aFileThatListsNoPageIsNotASitemap() throws Exception {
    assertEquals(ExitCode.DONE, crawl().code());
    Path file = temporary.resolve("sitemap.xml");
    Files.writeString(file, "<html>An error page</html>");
    assertNoSitemap(file, "the file is not a sitemap");
    Files.writeString(
        file, "<sitemapindex><sitemap><loc>http://a.test/1.xml</loc></sitemap></sitemapindex>");
    assertNoSitemap(file, "use the names of the sitemaps that an index lists");
  }

  private void assertNoSitemap(Path file, String said) {
    CapturedOutput told =
        CapturedOutput.by("report", name("x.crawl"), "--sitemap", file.toString());
    assertEquals(ExitCode.USAGE, told.code(), told.err());
    assertTrue(told.err().contains(said), told.err());
    assertEquals(1, told.err().lines().count(), told.err());
  }

  private void assertMistake(String... typedAndSaid) {
    int last = typedAndSaid.length - 1;
    CapturedOutput told = crawl(java.util.Arrays.copyOf(typedAndSaid, last));
    assertEquals(ExitCode.USAGE, told.code(), told.err());
    assertTrue(told.err().contains(typedAndSaid[last]), told.err());
    assertEquals(1, told.err().lines().count(), told.err());
  }
}
