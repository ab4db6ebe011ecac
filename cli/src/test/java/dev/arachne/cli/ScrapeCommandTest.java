package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.terminal.Streams;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code arachne scrape} as a user meets it. */
class ScrapeCommandTest {
  private static final String[] TITLES = {"--item", "li.film", "--field", "title=.title"};

  @TempDir Path directory;

  private static TestWeb web(String page) {
    return TestWeb.serve(TestSite.of(route("/", html(page)), route("/robots.txt", status(404))));
  }

  private static CapturedOutput scrape(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "scrape";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CapturedOutput.by(all);
  }

  /** The list of 250 as a server in the same country would answer. */
  private static TestWeb films() {
    return TestWeb.serve(new TopFilms().with(reply -> reply.after(Duration.ofMillis(40))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "item: li.film|rank: {css: .rank, type: number}|title: .title",
        "item: xpath://li[@class='film']|rank: {xpath: em, type: number}|title: xpath:.//span/span",
        "item: regex:(?s)<li class=\"film\">.*?</li>"
            + "|rank: {regex: '\"rank\">(\\d+)', type: number}|title: regex:\"title\">(.*?)</span>"
      })
  void theListOf250YieldsItsTitlesWithTheirRankInOrder(String rules) throws Exception {
    String[] parts = rules.split("\\|");
    Path file = directory.resolve("films.yaml");
    Path records = directory.resolve("films.jsonl");
    try (TestWeb web = films()) {
      Files.writeString(
          file,
          """
          start: %s
          follow: .pages a
          %s
          fields:
            %s
            %s
          """
              .formatted(web.url("/"), parts[0], parts[1], parts[2]));
      CapturedOutput told =
          scrape("-r", file.toString(), "-o", records.toString(), "--ordered", "--dir", kept());
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertEquals("", told.err());
      assertTrue(
          told.out()
              .endsWith("\nRecords\n       250  scraped\n      100%  rank\n      100%  title\n"),
          told.out());
      assertTrue(web.peakRequests() > 1, "side by side");
    }
    List<String> expected =
        IntStream.rangeClosed(1, TopFilms.FILMS)
            .mapToObj(rank -> rank + " " + TopFilms.film(rank).title())
            .toList();
    assertEquals(
        expected,
        Files.readAllLines(records).stream()
            .map(JsonMapper.shared()::readTree)
            .map(film -> film.get("rank").intValue() + " " + film.get("title").stringValue())
            .toList());
  }

  @Test
  void recordsGoToStandardOutputAndTheReportThenDoesNot() {
    try (TestWeb web = web("<h1>A</h1><h1>B</h1>")) {
      CapturedOutput told = scrape(web.url("/"), "--item", "h1", "--field", "title=h1");
      assertEquals("{\"title\":\"A\"}\n{\"title\":\"B\"}\n", told.body());
      assertEquals("", told.out());
      assertTrue(told.err().startsWith("Crawled "), told.err());
      assertTrue(
          told.err().endsWith("\nRecords\n         2  scraped\n      100%  title\n"), told.err());
    }
  }

  private String kept() {
    return directory.resolve("kept.scrape").toString();
  }

  @Test
  void aSmallOAddsToTheFileAndALargeOneWritesItAnew() throws Exception {
    Path file = directory.resolve("titles.csv");
    try (TestWeb web = web("<h1>A</h1>")) {
      String[] add = {
        web.url("/"), "--field", "t=h1", "-q", "-o", file.toString(), "--store", "memory"
      };
      assertEquals("", scrape(add).out());
      scrape(add);
      assertEquals("t\nA\nA\n", Files.readString(file));
      add[2] = "title=h1";
      add[4] = "-O";
      add[5] = file.toString();
      scrape(add);
      assertEquals("title\nA\n", Files.readString(file));
      add[2] = "t=h1";
      add[4] = "-o";
      CapturedOutput other = scrape(add);
      assertEquals(ExitCode.USAGE, other.code());
      assertEquals(
          "arachne scrape: %s: it does not begin with the columns t; use another file, or -O in place of -o\n"
              .formatted(file),
          other.err());
    }
  }

  @Test
  void theSameCommandResumesOrReportsAFinishedCrawlAgain() throws Exception {
    Path file = directory.resolve("films.csv");
    try (TestWeb web = films()) {
      String[] whole = {
        web.url("/"),
        "--follow=.pages a",
        "--item=li.film",
        "--field=rank:number=.rank",
        "--ordered",
        "--dir",
        kept(),
        "-o",
        file.toString()
      };
      String[] some = Arrays.copyOf(whole, whole.length + 1);
      some[whole.length] = "--limit=4";
      assertTrue(scrape(some).out().contains("4 URLs done"));
      CapturedOutput status = CapturedOutput.by("status", kept());
      assertTrue(status.out().contains("4 fetched"), status.out());
      assertTrue(status.out().contains("100  scraped"), status.out());
      assertEquals(
          "arachne resume: a scrape continues in the file it began with; leave out -o\n",
          CapturedOutput.by("resume", kept(), "-o", file.toString()).err());
      CapturedOutput rest = CapturedOutput.by("resume", kept(), "--limit", "1000");
      assertTrue(rest.out().contains("250  scraped\n      100%  rank\n"), rest.out() + rest.err());
      assertEquals(
          "rank\n" + IntStream.rangeClosed(1, 250).mapToObj(rank -> rank + "\n").collect(joining()),
          Files.readString(file));
      long requests = web.requestCount();
      CapturedOutput again = scrape(whole);
      assertEquals(ExitCode.DONE, again.code(), again.err());
      assertTrue(again.out().contains("250  scraped"), again.out());
      assertEquals(requests, web.requestCount());
      assertEquals(251, Files.readAllLines(file).size());
      assertEquals(ExitCode.DONE, CapturedOutput.by("why", web.url("/?page=7"), kept()).code());
      assertTrue(CapturedOutput.by("stop", kept()).out().contains("no process crawls there"));
      whole[3] = "--field=rank=.rank";
      CapturedOutput other = scrape(whole);
      assertEquals(ExitCode.USAGE, other.code());
      assertEquals(
          ("arachne scrape: %s: its crawl was started with other options: rules; use --fresh to start again,"
                  + " arachne resume %1$s to continue it, or another --dir\n")
              .formatted(kept()),
          other.err());
    }
  }

  @Test
  void toStandardOutputItIsKeptIfADirectoryIsNamed() {
    try (TestWeb web = films()) {
      String[] arguments = {
        web.url("/"),
        "--next=a.next",
        "--item=li.film",
        "--field=rank:number=.rank",
        "--limit=1",
        "--format=csv",
        "-q",
        "--dir",
        kept()
      };
      assertEquals(26, scrape(arguments).body().lines().count());
      CapturedOutput rest = CapturedOutput.by("resume", kept(), "--limit=1000", "-q");
      assertEquals("rank\n26\n", rest.body().substring(0, 8));
      assertEquals(226, rest.body().lines().count());
    }
  }

  @Test
  void theFormatIsThatOfTheOptionWhateverTheName() throws Exception {
    Path file = directory.resolve("titles.json");
    try (TestWeb web = web("<h1>A</h1>")) {
      String[] title = {web.url("/"), "--field", "title=h1", "-q", "--format", "csv", "-O"};
      String[] toFile = Arrays.copyOf(title, title.length + 3);
      toFile[7] = file.toString();
      toFile[8] = "--dir";
      toFile[9] = kept();
      scrape(toFile);
      assertEquals("title\nA\n", Files.readString(file));
      assertEquals("title\nA\n", scrape(Arrays.copyOf(title, 6)).body());
    }
  }

  @Test
  void aTableOnATerminalDoesNotActOnIt() {
    try (TestWeb web = web("<h1>\u009b31m\u202e=1</h1>")) {
      var arguments =
          new String[] {"scrape", web.url("/"), "--field", "t=h1", "-q", "--format", "csv"};
      assertEquals("t\n\uFFFD31m\\u{202e}=1\n", CapturedOutput.toTerminalBy(arguments).body());
      assertEquals("t\n\uFFFD31m\u202e=1\n", CapturedOutput.by(arguments).body());
      assertEquals(
          "{\"t\":\"\\u009B31m\\u202E=1\"}\n",
          scrape(web.url("/"), "--field", "t=h1", "-q").body());
    }
  }

  @Test
  void recordsWithoutARequiredFieldAreCountedAndAFieldThatIsNowhereIsWarnedOf() {
    try (TestWeb web = web("<p><b>1</b><p><b>2</b><i>x</i>")) {
      CapturedOutput told =
          scrape(
              web.url("/"),
              "--item",
              "p",
              "--field",
              "n=b",
              "--field",
              "x:required=i",
              "--field",
              "y=u");
      assertEquals("{\"n\":\"2\",\"x\":\"x\"}\n", told.body());
      assertTrue(
          told.err()
              .endsWith(
                  """

                  Records
                           1  scraped
                           1  dropped: required field missing
                        100%  n
                         50%  x
                          0%  y
                  warning: field y was found on 0 of 1 pages; 0% of their records have it
                  """),
          told.err());
      assertEquals(ExitCode.DONE, told.code());
    }
  }

  @Test
  void noRecordAtAllIsAFailure() {
    try (TestWeb web = web("<p>")) {
      CapturedOutput told = scrape(web.url("/"), "--item", "li", "--field", "n=b");
      assertEquals(ExitCode.FAILED, told.code());
      assertTrue(told.err().endsWith("warning: no page contained a record\n"), told.err());
      assertEquals(
          "arachne scrape: no page contained a record\n",
          scrape(web.url("/"), "--item", "li", "--field", "n=b", "-q").err());
    }
  }

  @Test
  void optionsOfTheCrawlAreThoseOfTheVerbCrawl() {
    try (TestWeb web = films()) {
      CapturedOutput told =
          scrape(
              web.url("/"),
              "--follow",
              "a",
              "--field",
              "h=h1",
              "--exclude",
              "page=",
              "--limit",
              "3",
              "--tasks",
              "1",
              "--depth",
              "1",
              "-q",
              "--user-agent",
              "me/1");
      assertEquals(3, told.body().lines().count());
      assertEquals(List.of("/robots.txt", "/", "/film/1", "/film/2"), web.targets());
      assertEquals(Optional.of("me/1"), web.requests().getFirst().header("User-Agent"));
    }
  }

  @Test
  void rootsOfTheCommandLineStandInForThoseOfTheRules() throws Exception {
    Path file = directory.resolve("rules.json");
    Files.writeString(
        file, "{\"start\": \"http://nowhere.invalid/\", \"fields\": {\"title\": \"h1\"}}");
    try (TestWeb web = web("<h1>A")) {
      CapturedOutput told = scrape("-r", file.toString(), "-q", web.url("/"));
      assertEquals("{\"title\":\"A\"}\n", told.body());
    }
  }

  @Test
  void mistakesOfFilesGetOneLine() throws Exception {
    Path file = directory.resolve("rules.yaml");
    Files.writeString(file, "start: http://a/\nfields:\n  title: 'h1['\n");
    assertEquals(
        ("arachne scrape: %s:3: field title: 'h1[' is not a CSS selector (Did not find balanced marker at ''); use one"
                + " such as li.film or a.title::attr(href)\n")
            .formatted(file),
        scrape("-r", file.toString()).err());
    assertEquals(
        "arachne scrape: %s is not a seed; use --rules %<s if it has the rules\n".formatted(file),
        scrape(file.toString()).err());
    assertEquals(
        "arachne scrape: --rules stands alone; put the item, its fields and the links to follow into %s\n"
            .formatted(file),
        scrape("-r", file.toString(), "--item", "li").err());
    Files.writeString(file, "fields: {title: h1}");
    assertEquals(
        "arachne scrape: no seed; use arachne scrape URL, or name it in the rules: start: URL\n",
        scrape("-r", file.toString()).err());
  }

  @Test
  void aRootThatIsNotThereIsAFailure() {
    try (TestWeb web = web("<h1>A")) {
      CapturedOutput told = scrape(web.url("/none"), web.url("/"), "--field", "title=h1");
      assertEquals(ExitCode.FAILED, told.code());
      assertFalse(told.body().isEmpty());
    }
  }

  @Test
  void aBrokenPipeEndsTheCrawlWithoutAWord() {
    // Standard output that takes nothing, as that of a process whose reader has gone.
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            new OutputStream() {
              @Override
              public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
              }
            },
            () -> false);
    var err = new StringWriter();
    try (TestWeb web = web("<h1>A")) {
      var arguments = new String[] {"scrape", "-q", web.url("/"), "--field", "title=h1"};
      int code = Arachne.run(arguments, streams, new PrintWriter(err), new PrintWriter(err));
      assertEquals(ExitCode.PIPE_CLOSED, code);
      assertEquals("", err.toString());
    }
  }
}
