package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A site is crawled with its index, and a real browser searches it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SearchPageTest {
  private static final String SCRIPT = "<script>document.title='run'</script>";

  @TempDir Path temporary;

  private TestWeb web;
  private Process server;

  private static String page(String title, String text) {
    return "<!doctype html><html lang=en><title>%s</title><main><h1>%s</h1><p>%s</main></html>"
        .formatted(title, title, text);
  }

  @BeforeEach
  void crawl() {
    List<Route> routes = new ArrayList<>();
    var links = new StringBuilder();
    for (int i = 1; i <= 25; i++) {
      String path = (i % 2 == 0 ? "/even/" : "/odd/") + i;
      links.append("<a href=").append(path).append(">number ").append(i).append("</a> ");
      routes.add(route(path, html(page("Shuttle number " + i, "The shuttle flies. " + words(i)))));
    }
    links.append("<a href=/evil>evil</a>");
    String evil = SCRIPT.replace("<", "&lt;") + "\"><img src=x onerror=document.title='run'>";
    routes.add(route("/evil", html(page(evil, "hostile words " + evil))));
    routes.add(route("/", html(page("Start", links.toString()))));
    web = TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)));
    CapturedOutput told =
        CapturedOutput.by(
            "crawl", "-q", "-p", "--index", "--dir", name("site.crawl"), web.url("/"));
    assertEquals(ExitCode.DONE, told.code(), told.err());
  }

  /** Different words, so that no page says nearly the same as another. */
  private static String words(int seed) {
    var words = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      words.append(Integer.toString(Math.abs((seed * 7919 + i * 104729) * 31), 36)).append(' ');
    }
    return words.toString();
  }

  private String name(String file) {
    return temporary.resolve(file).toString();
  }

  @AfterEach
  void stop() throws InterruptedException {
    web.close();
    if (server != null) {
      server.destroyForcibly().waitFor();
    }
  }

  /** Starts the program, and tells the address that it tells. */
  private String serve() throws Exception {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "dev.arachne.cli.Main",
            "serve",
            name("site.crawl"));
    server = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output = server.inputReader();
    String line = String.valueOf(output.readLine());
    Matcher told =
        Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/) searches the 27 pages of .*").matcher(line);
    assertTrue(told.matches(), line);
    return told.group(1);
  }

  @Test
  void aBrowserSearchesReadsNarrowsTurnsPagesAndFollows() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    String address = serve();
    String pictures = System.getProperty("arachne.pictures", "");
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(address);
      browser.await("document.querySelector('input') && 1");
      if (!pictures.isEmpty()) {
        browser.picture(1200, "light", Path.of(pictures, "search-start.png"));
      }
      browser.await(
          "(document.querySelector('input').value = 'shuttle flies')"
              + " && (document.querySelector('form').submit() || 1)");
      assertEquals("10", browser.await("document.querySelectorAll('ol li').length"));
      assertEquals("true", browser.await("document.querySelectorAll('mark').length >= 10"));
      assertEquals("25 pages", browser.await("document.querySelector('.sum').textContent.trim()"));
      if (!pictures.isEmpty()) {
        for (String scheme : List.of("light", "dark")) {
          browser.picture(1200, scheme, Path.of(pictures, "search-wide-" + scheme + ".png"));
          browser.picture(390, scheme, Path.of(pictures, "search-phone-" + scheme + ".png"));
        }
        browser.picture(1200, "light", Path.of(pictures, "search-wide.png"));
      }
      browser.await(
          "[...document.querySelectorAll('nav a')].find(a => a.textContent == 'Next').click() || 1");
      assertEquals("2", browser.await("document.querySelector('nav b').textContent == '2' && 2"));
      browser.await(
          "[...document.querySelectorAll('aside a')].find(a => a.textContent.endsWith('/even')).click() || 1");
      assertEquals(
          "12 pages",
          browser.await(
              "document.querySelector('aside li.on') && document.querySelector('.sum').textContent.trim()"));
      browser.await("document.querySelector('aside li.on a').click() || 1");
      assertEquals(
          "25 pages",
          browser.await(
              "!document.querySelector('aside li.on') && document.querySelector('.sum').textContent.trim()"));
      browser.await("document.querySelector('h2 a').click() || 1");
      assertEquals(
          "true",
          browser.await(
              "location.href.startsWith('"
                  + web.url("/")
                  + "') && document.title.startsWith('Shuttle')"));
    }
  }

  @Test
  void contentOfPagesStaysTextInTheBrowser() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    String address = serve();
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(address + "?q=hostile+words");
      assertTrue(browser.await("document.querySelector('h2 a').textContent").contains("<script>"));
      assertEquals("0", browser.await("'' + document.querySelectorAll('img, script').length"));
      assertEquals("true", browser.await("document.title.startsWith('hostile words')"));
      browser.open(address + "?q=%22%3E%3Cscript%3Edocument.title%3D%27run%27%3C%2Fscript%3E");
      assertEquals("true", browser.await("document.title.startsWith('\"><script>')"));
      assertEquals("0", browser.await("'' + document.querySelectorAll('script').length"));
    }
  }

  @Test
  void itAnswersToItsOwnNameOnlyAndSaysWhatABrowserMayDo() throws Exception {
    String address = serve();
    URI uri = URI.create(address);
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> reply =
          client.send(
              HttpRequest.newBuilder(uri.resolve("?q=shuttle&page=3")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(200, reply.statusCode());
      String policy = reply.headers().firstValue("Content-Security-Policy").orElse("");
      assertTrue(policy.startsWith("default-src 'none'; style-src 'sha256-"), policy);
      assertEquals("nosniff", reply.headers().firstValue("X-Content-Type-Options").orElse(""));
      reply =
          client.send(
              HttpRequest.newBuilder(uri.resolve("?like=http://nowhere.test/")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(404, reply.statusCode());
      reply =
          client.send(
              HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofString("q=x")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertEquals(405, reply.statusCode());
    }
    assertTrue(raw(uri, "rebound.example:" + uri.getPort()).startsWith("HTTP/1.1 421"));
    assertTrue(raw(uri, "localhost:" + uri.getPort()).startsWith("HTTP/1.1 200"));
  }

  private static String raw(URI uri, String host) throws Exception {
    try (var socket = new Socket(uri.getHost(), uri.getPort())) {
      String request = "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
