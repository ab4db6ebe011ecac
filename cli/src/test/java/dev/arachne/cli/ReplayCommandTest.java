package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A site is crawled and taken down, and a real browser shows it from the archive: with its style
 * sheet, its image, and what its script makes of them.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReplayCommandTest {
  private static final String PAGE =
      """
      <!DOCTYPE html><title>Start</title><link rel="stylesheet" href="/style.css">
      <h1>Archived</h1><img src="img/dot.gif"><p><a href="two.html">two</a>
      <script>window.onload = () => { document.title = 'width ' + document.images[0].naturalWidth
        + ', ' + getComputedStyle(document.querySelector('h1')).color; }</script>
      """;

  private static final String SHOWN = "width 1, rgb(1, 2, 3)";
  private static final byte[] DOT =
      Base64.getDecoder().decode("R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==");

  @TempDir Path temporary;

  private final List<Process> started = new ArrayList<>();
  private String site;

  /** Has the site's port when the site is gone, and counts who asks it. */
  private TestWeb witness;

  @BeforeEach
  void crawl() {
    byte[] css =
        "h1 { color: rgb(1, 2, 3); background: url(img/dot.gif) }"
            .getBytes(StandardCharsets.US_ASCII);
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", html(PAGE)),
                route("/two.html", html("<title>Two</title><a href=\"/\">back</a>")),
                route("/style.css", ok("text/css", css)),
                route("/img/dot.gif", ok("image/gif", DOT))))) {
      site = web.url("/");
      CapturedOutput told =
          CapturedOutput.by(
              "crawl",
              "-q",
              "-p",
              "--sitemaps",
              "ignore",
              "--dir",
              name("x.crawl"),
              "--warc",
              name("archive"),
              site);
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertEquals(5, web.requestCount(), web.targets()::toString); // one of them robots.txt
    }
    witness =
        TestWeb.plan()
            .port(URI.create(site).getPort())
            .site(TestSite.of(route("/", html("<title>asked"))))
            .start();
  }

  private String name(String file) {
    return temporary.resolve(file).toString();
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
    witness.close();
    assertEquals(0, witness.connectionCount());
  }

  /** Starts the program, and tells the address that it tells. */
  private String replay(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens",
                "java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.arachne.cli.Main",
                "replay"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    started.add(process);
    BufferedReader output = process.inputReader();
    String line = String.valueOf(output.readLine());
    Matcher told =
        Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/) shows 5 captures; .*").matcher(line);
    assertTrue(told.matches(), line);
    return told.group(1);
  }

  @Test
  void aBrowserShowsThePagesWithTheirStylesAndImagesWhenTheSiteIsGone() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    String address = replay(name("archive"));
    try (Chromium browser = Chromium.start(temporary.resolve("plain"))) {
      browser.open(address + "2026/" + site);
      assertEquals(SHOWN, browser.await("document.title.startsWith('width') && document.title"));
      browser.open(address);
      assertEquals("2", browser.await("document.querySelectorAll('td:first-child a').length"));
      browser.await("document.querySelector('td:first-child a[href$=\"two.html\"]').click() || 1");
      assertEquals("Two", browser.await("document.title == 'Two' && document.title"));
      browser.await("document.querySelector('a').click() || 1");
      assertEquals(SHOWN, browser.await("document.title.startsWith('width') && document.title"));
    }
    String home =
        new String(URI.create(address).toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
    Matcher key = Pattern.compile("spki-list=(\\S+)").matcher(home);
    assertTrue(key.find(), home);
    try (Chromium browser =
        Chromium.start(
            temporary.resolve("proxied"),
            "--proxy-server=" + address.replaceAll("http://|/$", ""),
            "--proxy-bypass-list=<-loopback>",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            "--ignore-certificate-errors-spki-list=" + key.group(1))) {
      for (String url : List.of(site, site.replace("http:", "https:"))) {
        browser.open(url);
        assertEquals(SHOWN, browser.await("document.title.startsWith('width') && document.title"));
        assertEquals(url, browser.await("location.href"));
        browser.open("about:blank");
      }
      browser.open(site + "never");
      assertEquals("Not in the archive", browser.await("document.querySelector('h1').textContent"));
    }
  }

  @Test
  void aCopyOfReplayWebPageShowsThePackedArchive() throws Exception {
    String copy = System.getProperty("arachne.replaywebpage", "");
    assumeTrue(
        Chromium.isInstalled() && !copy.isEmpty(),
        "SKIPPED: no Chromium, or no copy of ReplayWeb.page in the property arachne.replaywebpage");
    assertTrue(Files.isRegularFile(Path.of(copy, "ui.js")), copy);
    CapturedOutput packed =
        CapturedOutput.by("archive", "pack", name("archive"), "-o", name("site.wacz"));
    assertEquals(ExitCode.DONE, packed.code(), packed.err());
    String address = replay("--ui", copy, name("site.wacz"));
    try (Chromium browser = Chromium.start(temporary.resolve("ui"))) {
      browser.open(address);
      browser.await("document.querySelector('a[href^=\"/-/ui/\"]').click() || 1");
      String framed =
          """
          (() => { const all = (root) => [...root.querySelectorAll('*')].flatMap(
              (e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])]);
            const first = all(document).find((e) => e.matches('wr-page-entry, .page-title, a[href*="url="]'));
            return first && all(document).map((e) => e.textContent).find((t) => t.includes('Two')) && 'listed'; })()
          """;
      browser.await("location.href.includes('source=') && location.href");
      assertEquals("listed", browser.await(framed));
      browser.await("(location.hash = '#view=pages&url=" + site + "') && 1");
      String shown =
          """
          (() => { const frames = (root) => [...root.querySelectorAll('*')].flatMap((e) =>
              [...(e.tagName == 'IFRAME' ? [e] : []), ...(e.shadowRoot ? frames(e.shadowRoot) : []),
               ...(e.tagName == 'IFRAME' && e.contentDocument ? frames(e.contentDocument) : [])]);
            return frames(document).map((f) => f.contentDocument && f.contentDocument.title)
                .find((t) => t && t.startsWith('width')); })()
          """;
      assertEquals(SHOWN, browser.await(shown));
      String pictures = System.getProperty("arachne.pictures", "");
      if (!pictures.isEmpty()) {
        browser.picture(1200, "light", Path.of(pictures, "replaywebpage.png"));
      }
    }
  }

  @Test
  void mistakesGetOneLine() throws IOException {
    Files.createDirectories(temporary.resolve("ui"));
    Files.writeString(temporary.resolve("ui").resolve("index.html"), "");
    for (String[] each :
        new String[][] {
          {"arachne replay: no archive; use arachne replay FILE or DIR"},
          {
            "arachne replay: /no/such: there is no such file; use a WARC file, a WACZ file or a"
                + " directory",
            "/no/such"
          },
          {
            "arachne replay: --ui is for WACZ files; make one by arachne archive pack",
            "--ui",
            name("ui"),
            name("archive")
          },
          {
            "arachne replay: --ui "
                + name("x.crawl")
                + ": no index.html is in it; use the directory of ReplayWeb.page",
            "--ui",
            name("x.crawl"),
            name("archive")
          },
        }) {
      List<String> arguments = new ArrayList<>(List.of("replay"));
      arguments.addAll(List.of(each).subList(1, each.length));
      CapturedOutput told = CapturedOutput.by(arguments.toArray(String[]::new));
      assertEquals(each[0] + "\n", told.err());
      assertEquals(ExitCode.USAGE, told.code());
    }
  }
}
