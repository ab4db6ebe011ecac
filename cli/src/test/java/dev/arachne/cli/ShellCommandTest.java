package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arachne shell} with lines from a pipe. */
class ShellCommandTest {
  @TempDir Path directory;

  private static CapturedOutput shell(String lines, String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "shell";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CapturedOutput.withInput(lines.getBytes(UTF_8), all);
  }

  private String page(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void eachExpressionShowsItsMatchesAndTheirPlaces() throws Exception {
    String page =
        page("films.html", "<h1>Films</h1>\n<ul>\n <li>One</li>\n <li>Two\n  (1994)</li>");
    CapturedOutput told = shell("li\nxpath://h1\nregex:\\d{4}\npage:status\n.none\n", page);
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertEquals(
        """
        2 matches
          3:2  One
          4:2  Two (1994)
        1 match
          1:1  Films
        1 match
          5:4  1994
        1 match
          200
        no match
        """,
        told.out().substring(told.out().indexOf('\n') + 1));
  }

  @Test
  void valuesOfJsonHaveTheirPaths() throws Exception {
    String page = page("films.json", "{\"films\": [{\"title\": \"One\"}, {\"title\": \"Two\"}]}");
    CapturedOutput told = shell("json:$..title\n", page);
    assertTrue(
        told.out()
            .endsWith(
                "2 matches\n  $['films'][0]['title']  \"One\"\n"
                    + "  $['films'][1]['title']  \"Two\"\n"),
        told.out());
  }

  @Test
  void aWrongLineIsReportedAndTheOthersAreAnswered() throws Exception {
    CapturedOutput told =
        shell("li[\n:nonsense\n:open\nh1\n:quit\nh2\n", page("a.html", "<h1>A</h1>"));
    assertEquals(ExitCode.FAILED, told.code());
    assertEquals(
        """
        arachne shell: ':nonsense' is not known; :help lists all
        arachne shell: nothing is named; use :open URL or FILE
        """,
        told.err().substring(told.err().indexOf('\n') + 1));
    assertTrue(told.err().startsWith("arachne shell: 'li[' is not a CSS selector"), told.err());
    assertTrue(told.out().endsWith("\n1 match\n  1:1  A\n"), told.out());
  }

  @Test
  void commandsShowThePageAndOpenAnotherOne() throws Exception {
    String rules = page("rules.yaml", "item: li.film\nfields: {rank:number: .rank, who: .who}");
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      CapturedOutput told =
          shell(
              ":headers\n:links\n:rules %s\n:open %s\n:source\n:help\n"
                  .formatted(rules, page("b.html", "<p>\u001b[31mb")),
              web.url("/"));
      assertEquals("", told.err());
      assertEquals(ExitCode.DONE, told.code());
      for (String part :
          new String[] {
            web.url("/") + "  200  ",
            "\nstatus: 200\n",
            "\n36 links\n  " + web.url("/film/1") + "\n",
            "\n{\"rank\":25}\n25 records, 0 links to follow\nfield who: found in 0 of 25\n",
            "/b.html  ",
            "\n<p>\\u{1b}[31mb\n",
            "\n:quit"
          }) {
        assertTrue(told.out().contains(part), part + " is not in " + told.out());
      }
    }
  }

  @Test
  void aPageIsFetchedIfRobotsTxtAllowsIt() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", text("User-agent: *\nDisallow: /private")),
                route("/moved", redirect(302, "/private")),
                route("/private", html("<h1>Private</h1>"))))) {
      for (String path : new String[] {"/private", "/moved"}) {
        CapturedOutput told = shell("h1\n", web.url(path));
        assertEquals(ExitCode.FAILED, told.code());
        assertEquals(
            "arachne shell: %s: not allowed by robots.txt: line 2: Disallow: /private (--ignore-robots)\n"
                .formatted(web.url("/private")),
            told.err());
      }
      CapturedOutput told = shell("h1\n", "--ignore-robots", web.url("/private"));
      assertTrue(told.out().endsWith("1 match\n  1:1  Private\n"), told.out());
      assertEquals(ExitCode.USAGE, shell("").code());
    }
  }
}
