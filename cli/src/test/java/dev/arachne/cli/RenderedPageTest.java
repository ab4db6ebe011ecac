package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verbs that read one page, with the Chromium of this machine. */
final class RenderedPageTest {
  @TempDir Path directory;

  @BeforeEach
  void thereIsABrowser() {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: no chromium on this machine");
  }

  private static TestWeb application() {
    return TestWeb.serve(
        TestSite.of(
            route("/robots.txt", text("User-agent: *\nDisallow: /closed")),
            route(
                "/",
                html(
                    "<a href=/written>x</a><ul id=list></ul><script>"
                        + "fetch('/open').then(r => r.text()).then(t => { list.innerHTML ="
                        + " '<li>' + t + '<a href=/made>x</a>' });"
                        + "fetch('/closed').then(r => r.text()).then(t => { list.title = t });"
                        + "window.open('/opened')</script>")),
            route("/open", text("from open")),
            route("/closed", text("from closed"))));
  }

  private static CapturedOutput run(String lines, String... arguments) {
    return CapturedOutput.withInput(lines.getBytes(UTF_8), Chromium.rendering(arguments));
  }

  private String rules(String text) throws Exception {
    return Files.writeString(directory.resolve("rules.yaml"), text).toString();
  }

  @Test
  void linksThatScriptsMakeArePrinted() {
    try (TestWeb web = application()) {
      CapturedOutput told = run("", "links", "--render", "--render-wait", "1s", web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertEquals(
          List.of(web.url("/made"), web.url("/opened"), web.url("/written")),
          told.out().lines().map(line -> line.split("\t", -1)[1]).sorted().toList());
      assertEquals(List.of("/", "/open", "/robots.txt"), web.targets().stream().sorted().toList());
    }
  }

  @Test
  void aShellHasTheDocumentThatScriptsHaveMade() {
    try (TestWeb web = application()) {
      CapturedOutput told = run("li\n", "shell", "--render", "--render-wait", "ul a", web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertTrue(told.out().contains("1 match\n"), told.out());
      assertTrue(told.out().contains("from open"), told.out());
    }
  }

  @Test
  void aPageIsUsedBeforeItsLinksAndElementsAreRead() {
    String page =
        "<button onclick=\"if (!this.title) { this.title = 'done'; document.body.insertAdjacentHTML("
            + "'beforeend', '<a href=/more>it</a>') }\">Load more</button>";
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", html(page))))) {
      CapturedOutput links = run("", "links", "--render", "--render-interact", web.url("/"));
      assertEquals("anchor\t" + web.url("/more") + "\tit\n", links.out(), links.err());
      CapturedOutput shell = run("a\n", "shell", "--render", "--render-interact", web.url("/"));
      assertTrue(shell.out().contains("1 match\n"), shell.out());
    }
  }

  /** A file may be the document that was saved of a rendered page. */
  @Test
  void filesAreReadAsTheyAre() throws Exception {
    String file =
        Files.writeString(
                directory.resolve("page.html"),
                "<li>saved<script>document.body.append('more')</script>")
            .toString();
    try (TestWeb web = application()) {
      String lines = "li\n:open " + file + "\nli\n";
      CapturedOutput told = run(lines, "shell", "--render", web.url("/"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertTrue(told.out().contains("from open"), told.out());
      assertTrue(told.out().contains("saved"), told.out());
    }
    String rules = rules("options: {render: always}\nfields: {text: li}\n");
    CapturedOutput tried = run("", "scrape", "--rules", rules, "--test", file);
    assertTrue(tried.out().contains("saved"), tried.out() + tried.err());
  }

  @Test
  void rulesAreTriedOnThePageThatTheyWouldGet() throws Exception {
    String item = "item: ul\nfields: {text: li}\n";
    try (TestWeb web = application()) {
      String url = web.url("/");
      String always = rules("pages:\n- {url: /$, render: always, item: ul, fields: {text: li}}\n");
      CapturedOutput told = run("", "scrape", "--rules", always, "--test", url);
      assertEquals("", told.err());
      assertTrue(told.out().startsWith("{\"text\":\"from openx\"}\n1 record,"), told.out());

      String never = rules("pages:\n- {url: /$, render: never, item: ul, fields: {text: li}}\n");
      told = run("", "scrape", "--rules", never, "--render", "always", "--test", url);
      assertTrue(told.out().startsWith("0 records"), told.out());

      String option = rules("options: {render: auto}\n" + item);
      told = run("", "scrape", "--rules", option, "--test", url);
      assertTrue(told.out().startsWith("{\"text\":\"from openx\"}\n"), told.out());
      assertTrue(!web.targets().contains("/closed"), web.targets()::toString);

      String titles = rules("item: ul\nfields: {text: \"::attr(title)\"}\n");
      told =
          run(
              "",
              "scrape",
              "--rules",
              titles,
              "--render",
              "always",
              "--ignore-robots",
              "--test",
              url);
      assertTrue(told.out().startsWith("{\"text\":\"from closed\"}\n"), told.out());
    }
  }

  @Test
  void aPageThatIsNotRenderedCompletelyIsNoPage() throws Exception {
    try (TestWeb web = application()) {
      String rules = rules("item: ul\nfields: {text: li}\n");
      CapturedOutput told =
          run(
              "",
              "scrape",
              "--rules",
              rules,
              "--render",
              "always",
              "--render-wait",
              "#none",
              "--test",
              web.url("/"));
      assertEquals(ExitCode.FAILED, told.code());
      assertEquals(
          "arachne scrape: %s: not rendered completely: no element matches '#none' within 30 s\n"
              .formatted(web.url("/")),
          told.err());
    }
  }

  @Test
  void mistakesAreOneLine() throws Exception {
    String file = Files.writeString(directory.resolve("page.html"), "<a href=/a>").toString();
    assertEquals(
        "arachne links: --render is for pages of the web; leave it out",
        run("", "links", "--render", file).err().lines().findFirst().orElse(""));
    assertEquals(
        "arachne shell: options of the browser need --render; add it",
        CapturedOutput.by("shell", "--render-interact", file).err().lines().findFirst().orElse(""));
    try (TestWeb web = application()) {
      String none = Files.writeString(directory.resolve("none"), "no program").toString();
      CapturedOutput told = run("", "links", "--render", "--browser", none, web.url("/"));
      assertEquals(ExitCode.USAGE, told.code());
      assertTrue(told.err().startsWith("arachne links: --render: "), told.err());
    }
  }
}
