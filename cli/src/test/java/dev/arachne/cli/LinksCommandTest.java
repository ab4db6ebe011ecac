package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinksCommandTest {
  private static final String BASE = "--base=http://example.com/dir/";

  @TempDir Path directory;

  private Path page(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private String page(String text) throws IOException {
    return page("page.html", text).toString();
  }

  @Test
  void aFileLargerThanAnyPageIsRefusedInOneLine() throws Exception {
    Path large = directory.resolve("large.html");
    try (var file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength((64 << 20) + 1);
    }
    assertEquals(
        new Failure(
            1, "arachne links: cannot read " + large + ": more than 64 MiB, which no page has\n"),
        Failure.of(CapturedOutput.by("links", large.toString())));
  }

  @Test
  void aLinkIsALineOfKindUrlAndText() throws IOException {
    String page = page("<a href=b>to  <i>b</i></a><img src=/i.png><form action=q></form>");
    assertEquals(
        List.of(
            "anchor\thttp://example.com/dir/b\tto b",
            "image\thttp://example.com/i.png\t",
            "form\thttp://example.com/dir/q\t"),
        CapturedOutput.by("links", BASE, page).outLines());
  }

  @Test
  void withoutABaseTheLinksOfAFileAreFileUrls() throws IOException {
    Path page = page("a page.html", "<a href=../b>b</a><a href=/c>c</a><a href=http://d/>d</a>");
    String parent = directory.toUri().getRawPath().replaceFirst("[^/]+/$", "");
    assertEquals(
        List.of(
            "anchor\tfile://" + parent + "b\tb", "anchor\tfile:///c\tc", "anchor\thttp://d/\td"),
        CapturedOutput.by("links", page.toString()).outLines());
  }

  @Test
  void aRepeatedLinkIsShownOnceUnlessAllAreAskedFor() throws IOException {
    String page = page("<a href=b>1</a><a href=b#x>2</a><img src=b>");
    assertEquals(
        List.of("anchor\thttp://example.com/dir/b\t1", "image\thttp://example.com/dir/b\t"),
        CapturedOutput.by("links", BASE, page).outLines());
    assertEquals(3, CapturedOutput.by("links", BASE, "--all", page).outLines().size());
  }

  @Test
  void kindsAreChosenByName() throws IOException {
    String page = page("<a href=a>a</a><img src=b><script src=c></script>");
    assertEquals(
        List.of("image\thttp://example.com/dir/b\t", "script\thttp://example.com/dir/c\t"),
        CapturedOutput.by("links", BASE, "--kind", "script,image", page).outLines());
    assertEquals(1, CapturedOutput.by("links", BASE, "--kind=anchor", page).outLines().size());
  }

  @Test
  void anObjectOfJsonHasTheRelationToo() throws IOException {
    String page = page("<a href=b rel=nofollow>\"b\"</a>");
    assertEquals(
        """
        {"url":"http://example.com/dir/b","kind":"anchor","rel":"nofollow","text":"\\"b\\""}
        """,
        CapturedOutput.by("links", BASE, "--json", page).body());
  }

  @Test
  void nothingThatAPageSaysActsOnTheTerminal() throws IOException {
    String page = page("<meta charset=utf-8><a href=b>\u001b[31m\u202Eb</a>");
    assertEquals(
        "anchor\thttp://example.com/dir/b\t\\u{1b}[31m\\u{202e}b\n",
        CapturedOutput.by("links", BASE, page).out());
    String json = CapturedOutput.by("links", BASE, "--json", page).body();
    assertTrue(json.contains("\"\\u001B[31m\\u202Eb\""), json);
  }

  @Test
  void standardInputIsRecognisedByWhatItHolds() {
    byte[] page = "<!doctype html><a href=b>b</a>".getBytes(StandardCharsets.UTF_8);
    assertEquals(
        "anchor\thttp://example.com/dir/b\tb\n",
        CapturedOutput.withInput(page, "links", BASE, "-").out());
  }

  @ParameterizedTest
  @CsvSource({
    "a.html, '<p>no tag that would tell</p><a href=b>b</a>', anchor",
    "a.htm, 'x <a href=b>b</a>', anchor",
    "a.xml, '<x href=\"b\"/>', anchor",
    "a.rss, '<rss><channel><item><link>http://x/b</link></item></channel></rss>', feed-entry",
    "a.css, 'p { background: url(b) }', css",
    "a, '<!doctype html><a href=b>b</a>', anchor",
  })
  void theTypeOfAFileIsThatOfItsNameElseItIsRecognised(String name, String text, String kind)
      throws IOException {
    CapturedOutput told = CapturedOutput.by("links", page(name, text).toString());
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertEquals(1, told.outLines().size(), told.out());
    assertTrue(told.out().startsWith(kind + "\t"), told.out());
  }

  @Test
  void aFileThatIsNotAPageIsAFailure() throws IOException {
    String file = page("notes.txt", "just words").toString();
    assertEquals(
        new Failure(
            1, "arachne links: " + file + ": links are not looked for in such a document\n"),
        Failure.of(CapturedOutput.by("links", file)));
  }

  @Test
  void aPageOfTheWebIsItsOwnBaseWhereverRedirectsLedTo() {
    try (var web =
        TestWeb.serve(
            TestSite.of(
                route("/old", redirect(301, "/new/")), route("/new/", html("<a href=b>b</a>"))))) {
      String typed = web.url("/old").substring("http://".length());
      assertEquals(
          "anchor\t" + web.url("/new/b") + "\tb\n", CapturedOutput.by("links", typed).out());
      assertEquals(List.of("/old", "/new/"), web.targets());
    }
  }

  @Test
  void linksOfTheHeaderComeFirst() {
    HttpReply page =
        html("<a href=b>b</a>").header("Link", "</n>; rel=next").header("Refresh", "5; url=/r");
    try (var web = TestWeb.serve(TestSite.of(route("/", page)))) {
      assertEquals(
          List.of(
              "link\t" + web.url("/n") + "\t",
              "refresh\t" + web.url("/r") + "\t",
              "anchor\t" + web.url("/b") + "\tb"),
          CapturedOutput.by("links", web.url("/")).outLines());
      assertEquals(1, CapturedOutput.by("links", "--kind=link", web.url("/")).outLines().size());
    }
  }

  @Test
  void aPageThatIsNotOfTheWebIsAFailure() {
    try (var web =
        TestWeb.plan()
            .site(
                TestSite.of(
                    route("/404", status(404)),
                    route("/round", redirect(302, "/round")),
                    route("/ftp", redirect(302, "ftp://a/")),
                    route("/cut", html("<a href=b>b</a>").cutAfter(85)),
                    route("/picture", ok("image/png", new byte[] {1}))))
            .start()) {
      assertEquals(
          new Failure(1, "arachne links: " + web.url("/404") + ": the server answered 404\n"),
          Failure.of(CapturedOutput.by("links", web.url("/404"))));
      assertEquals(
          new Failure(1, "arachne links: " + web.url("/round") + ": too many redirects\n"),
          Failure.of(CapturedOutput.by("links", web.url("/round"))));
      assertEquals(
          new Failure(
              1,
              "arachne links: "
                  + web.url("/ftp")
                  + " redirects to ftp://a/: scheme ftp is not crawled\n"),
          Failure.of(CapturedOutput.by("links", web.url("/ftp"))));
      assertEquals(
          new Failure(1, "arachne links: " + web.url("/cut") + ": the body ended early\n"),
          Failure.of(CapturedOutput.by("links", web.url("/cut"))));
      assertEquals(1, CapturedOutput.by("links", web.url("/picture")).code());
    }
  }

  @Test
  void aWordThatIsNeitherHostNorFileIsSaidToBeNeither() {
    assertEquals(
        new Failure(
            1,
            "arachne links: http://no-file.invalid/: the host no-file.invalid was not found, and"
                + " there is no file no-file.invalid\n"),
        Failure.of(CapturedOutput.by("links", "no-file.invalid")));
  }

  @Test
  void aMistakeSaysWhatToType() throws IOException {
    String file = page("");
    assertEquals(
        new Failure(
            2, "arachne links: " + directory + " is a folder; use a file in it, or a URL\n"),
        Failure.of(CapturedOutput.by("links", directory.toString())));
    assertEquals(
        new Failure(
            2, "arachne links: --base is for files and standard input; a URL is its own base\n"),
        Failure.of(CapturedOutput.by("links", BASE, "http://a/")));
    assertEquals(ExitCode.DONE, CapturedOutput.by("links", file).code());
  }

  /** How a run ended that told nothing on standard output. */
  private record Failure(int code, String err) {
    static Failure of(CapturedOutput told) {
      assertEquals("", told.out());
      return new Failure(told.code(), told.err());
    }
  }
}
