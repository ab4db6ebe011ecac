package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code arachne fetch --render} with the Chromium of this machine. */
final class FetchRenderingTest {
  @TempDir Path directory;

  @BeforeEach
  void thereIsABrowser() {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
  }

  private static Reply script(String text) {
    return ok("text/javascript", text.getBytes(UTF_8));
  }

  private static TestWeb application(Route... more) {
    List<Route> routes = new ArrayList<>(List.of(more));
    routes.add(route("/robots.txt", text("User-agent: arachne\nDisallow: /private/")));
    routes.add(
        route(
            "/",
            html(
                "<title>raw</title><script src=/app.js></script><script src=/private/spy.js>"
                    + "</script><img src=/picture.png><script>missing()</script>")));
    routes.add(
        route(
            "/app.js",
            script(
                "fetch('/api/title').then(r => r.text()).then(t => { document.title = t });"
                    + "window.open('/opened')")));
    routes.add(route("/api/title", text("made by a script")));
    return TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)));
  }

  private static CapturedOutput fetch(String... arguments) {
    List<String> all = new ArrayList<>(List.of("fetch", "--render"));
    all.addAll(List.of(arguments));
    return CapturedOutput.by(Chromium.rendering(all.toArray(String[]::new)));
  }

  @Test
  void theDocumentThatScriptsHaveMadeIsPrinted() {
    try (TestWeb web = application()) {
      CapturedOutput told = fetch("-A", "tester/1", "-H", "X-Own: yes", web.url("/"));
      assertEquals("", told.err());
      assertEquals(ExitCode.DONE, told.code());
      assertTrue(told.body().contains("<title>made by a script</title>"), told.body());
      assertEquals(
          List.of("/", "/api/title", "/app.js", "/robots.txt"),
          web.targets().stream().sorted().toList());
      for (LoggedRequest request : web.requests()) {
        assertEquals("tester/1", request.header("User-Agent").orElse(""), request::toString);
        assertEquals(
            !request.target().equals("/robots.txt"),
            request.header("X-Own").isPresent(),
            request::toString);
      }
    }
  }

  @Test
  void jsonHasTheRequestsAndErrorsOfThePage() throws Exception {
    try (TestWeb web = application()) {
      CapturedOutput told = fetch("--json", web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      JsonNode json = new ObjectMapper().readTree(told.body());
      assertTrue(json.get("body").asString().contains("made by a script"), told.body());
      JsonNode rendered = json.get("rendered");
      assertEquals(web.url("/"), rendered.get("url").asString());
      assertEquals(List.of(web.url("/opened")), texts(rendered.get("leads")));
      assertEquals(1, rendered.get("errors").size(), told.body());
      assertTrue(
          rendered.get("errors").get(0).asString().startsWith("ReferenceError: missing"),
          told.body());
      List<String> requests = new ArrayList<>();
      for (JsonNode request : rendered.get("requests")) {
        requests.add(
            request.get("url").asString().replace(web.url(""), "")
                + " "
                + request.get("outcome").asString());
      }
      assertEquals(
          List.of(
              "/api/title status 200, 16 bytes",
              "/app.js status 200, 96 bytes",
              "/picture.png refused: pictures and fonts make no links",
              "/private/spy.js refused: disallowed by robots.txt: line 2: Disallow: /private/"),
          requests.stream().filter(it -> !it.startsWith("/favicon.ico ")).sorted().toList());
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  @Test
  void whatIsNotAPageIsPrintedAsItCame() {
    try (TestWeb web = application(route("/data", ok("application/json", "{}".getBytes(UTF_8))))) {
      CapturedOutput told = fetch(web.url("/data"));
      assertEquals("{}", told.body(), told.err());
      assertEquals(List.of("/data"), web.targets());
    }
  }

  @Test
  void aPageThatNeverRestsIsPrintedAsItCameAndFails() throws Exception {
    String page = "<title>raw</title><script>while (true) {}</script>";
    try (TestWeb web = application(route("/busy", html(page)))) {
      Path file = directory.resolve("page.html");
      CapturedOutput told = fetch("--render-wait", "1", "-o", file.toString(), web.url("/busy"));
      assertEquals(ExitCode.FAILED, told.code());
      assertEquals(
          "arachne fetch: %s: not rendered completely: its scripts do not come to rest within 10 s\n"
              .formatted(web.url("/busy")),
          told.err());
      assertEquals(page, Files.readString(file));
    }
  }

  @Test
  void aPageIsUsedAndPrintedWithWhatThatBrought() throws Exception {
    String page =
        "<button onclick=\"if (!this.title) { this.title = 'done';"
            + " document.body.append('here ' + 'is more') }\">Load more</button>";
    try (TestWeb web = application(route("/use", html(page)))) {
      CapturedOutput told = fetch("--render-interact", "-v", web.url("/use"));
      assertTrue(told.body().contains("here is more"), told.body());
      assertTrue(told.err().contains("* clicked \"Load more\": 0 new links\n"), told.err());
      assertFalse(fetch(web.url("/use")).body().contains("here is more"));
    }
  }

  @Test
  void anAwaitedElementIsThereOrMissed() throws Exception {
    String page = "<p id=there>";
    try (TestWeb web = application(route("/page", html(page)))) {
      assertEquals("", fetch("--render-wait", "#there", web.url("/page")).err());
      CapturedOutput missed = fetch("--render-wait", "#gone", web.url("/page"));
      assertEquals(ExitCode.FAILED, missed.code());
      assertEquals(
          "arachne fetch: %s: not rendered completely: no element matches '#gone' within 30 s\n"
              .formatted(web.url("/page")),
          missed.err());
    }
  }

  @Test
  void aMistypedTimeOrSelectorIsRefused() throws Exception {
    try (TestWeb web = application()) {
      for (String typed : List.of("0", "5 sec", "-1", ".5x", "", "#", "..x")) {
        CapturedOutput told = fetch("--render-wait", typed, web.url("/"));
        assertEquals(ExitCode.USAGE, told.code(), typed);
        assertTrue(told.err().contains("--render-wait"), told.err());
      }
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  void withoutABrowserNothingIsFetched() throws Exception {
    try (TestWeb web = application()) {
      Path none = Files.writeString(directory.resolve("none"), "no program");
      CapturedOutput told = fetch("--browser", none.toString(), web.url("/"));
      assertEquals(ExitCode.USAGE, told.code());
      assertTrue(told.err().contains("--render: "), told.err());
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  void optionsThatDoNotFitTogetherAreRefused() {
    assertEquals(
        "arachne fetch: --render needs the whole page; use it without -I and -C",
        fetch("-I", "http://127.0.0.1/").err().lines().findFirst().orElse(""));
    CapturedOutput told = CapturedOutput.by("fetch", "--render-wait", "1", "http://127.0.0.1/");
    assertFalse(told.err().isEmpty());
    assertEquals(
        "arachne fetch: options of the browser need --render; add it",
        told.err().lines().findFirst().orElse(""));
  }
}
