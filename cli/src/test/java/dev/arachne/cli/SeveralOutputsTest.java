package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Several outputs of one command, each of its kind. */
class SeveralOutputsTest {
  private static final List<String> RULES =
      List.of("--item", "li.film", "--field", "rank:number=.rank", "--field", "title=.title");

  @TempDir Path directory;

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private String text(String name) throws Exception {
    return Files.readString(directory.resolve(name));
  }

  private CapturedOutput scrape(String... more) {
    List<String> arguments = new ArrayList<>(List.of("scrape"));
    arguments.addAll(RULES);
    arguments.addAll(List.of(more));
    return CapturedOutput.by(arguments.toArray(String[]::new));
  }

  @Test
  void aScrapeWritesEachFileInItsForm() throws Exception {
    Files.writeString(directory.resolve("old.jsonl"), "{\"rank\":0}\n");
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      CapturedOutput told =
          scrape(
              web.url("/"),
              "-q",
              "--follow",
              ".pages a",
              "--ordered",
              "--dir",
              file("kept"),
              "-o",
              file("old.jsonl"),
              "-O",
              file("all.json"),
              "-O",
              file("all.csv"),
              "-O",
              file("all.tsv"),
              "-O",
              file("all.xml"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertForms();
      String before = text("all.json");
      Files.writeString(directory.resolve("all.json"), before.replaceFirst("\n]\n$", ""));
      assertEquals(0, CapturedOutput.by("resume", file("kept"), "-q").code());
      assertEquals(before, text("all.json"), "a kill before the end of the file");
    }
  }

  private void assertForms() throws Exception {
    assertEquals(TopFilms.FILMS, JsonMapper.shared().readTree(text("all.json")).size());
    assertTrue(text("all.json").startsWith("[\n{\"rank\":1,\"title\":\"The Golden Harbour\"},\n"));
    assertTrue(text("all.csv").startsWith("rank,title\n1,The Golden Harbour\n"));
    assertTrue(text("all.tsv").startsWith("rank\ttitle\n1\tThe Golden Harbour\n"));
    String xml = text("all.xml");
    assertTrue(xml.contains("<item><rank>1</rank><title>The Golden Harbour</title></item>\n"), xml);
    assertTrue(xml.endsWith("</item>\n</items>\n"), xml);
    List<String> lines = text("old.jsonl").lines().toList();
    assertEquals("{\"rank\":0}", lines.getFirst());
    assertEquals(1 + TopFilms.FILMS, lines.size());
    assertEquals(
        "{\"rank\":250,\"title\":\"%s\"}".formatted(TopFilms.film(250).title()), lines.getLast());
  }

  @Test
  void anInterruptedScrapeContinuesInAllItsFiles() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      String[] command = {
        web.url("/"),
        "-q",
        "--follow",
        ".pages a",
        "--ordered",
        "--dir",
        file("kept"),
        "-o",
        file("old.jsonl"),
        "-O",
        file("all.json"),
        "-O",
        file("all.csv"),
        "-O",
        file("all.tsv"),
        "-O",
        file("all.xml"),
        "--limit",
        "3"
      };
      Files.writeString(directory.resolve("old.jsonl"), "{\"rank\":0}\n");
      assertEquals(ExitCode.DONE, scrape(command).code());
      assertTrue(JsonMapper.shared().readTree(text("all.json")).size() < TopFilms.FILMS);
      CapturedOutput told = CapturedOutput.by("resume", file("kept"), "-q", "--limit", "1000");
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertForms();
    }
  }

  @Test
  void anExportHasTheLinesThatTheCrawlWouldHaveWritten() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      for (String form : List.of("jsonl", "csv", "tsv")) {
        CapturedOutput told =
            CapturedOutput.by(
                "crawl",
                web.url("/"),
                "-q",
                "--fresh",
                "--limit",
                "20",
                "--dir",
                file("kept"),
                "-o",
                file("crawl." + form));
        assertEquals(ExitCode.DONE, told.code(), told.err());
        told = CapturedOutput.by("export", file("kept"), "-o", file("export." + form), "-o", "-");
        assertEquals(ExitCode.DONE, told.code(), told.err());
        String title =
            form.equals("jsonl") ? ",\"title\":\"(\\\\.|[^\"])*\"" : "(?m)(?<=Z[,\t]).+(?=[,\t]$)";
        Set<String> lines =
            Set.copyOf(text("crawl." + form).replaceAll(title, "").lines().toList());
        assertEquals(lines, Set.copyOf(text("export." + form).lines().toList()));
        assertEquals(20, lines.size() - (form.equals("jsonl") ? 0 : 1));
        assertEquals(20, told.body().lines().count());
        assertTrue(told.err().contains("20 URLs"), told.err());
      }
    }
  }

  @Test
  void noRecordIsAnEmptyArray() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      scrape(web.url("/film/1"), "-q", "--dir", file("kept"), "-O", file("none.json"));
      assertEquals("[\n\n]\n", text("none.json"));
      CapturedOutput told = scrape(web.url("/"), "-q", "--format", "json");
      assertEquals(25, JsonMapper.shared().readTree(told.body()).size());
    }
  }

  @Test
  void aLineHasTheTitleOfThePageTheTimeAndTheSavedBody() throws Exception {
    Instant begin = Instant.now().truncatedTo(ChronoUnit.MICROS);
    TestSite site =
        TestSite.of(
            route("/", html("<title> The \n start</title><a href=gone><a href=data.bin>")),
            route("/data.bin", Reply.text("no page")));
    try (TestWeb web = TestWeb.serve(site)) {
      CapturedOutput told =
          CapturedOutput.by(
              "crawl",
              web.url("/"),
              "-q",
              "--dir",
              file("kept"),
              "--save",
              file("saved"),
              "-o",
              file("pages.jsonl"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      Map<String, JsonNode> lines = new HashMap<>();
      for (String line : text("pages.jsonl").lines().toList()) {
        JsonNode read = JsonMapper.shared().readTree(line);
        lines.put(read.get("url").asString().substring(web.url("").length()), read);
        Instant at = Instant.parse(read.get("time").asString());
        assertTrue(!at.isBefore(begin) && !at.isAfter(Instant.now()), line);
      }
      assertEquals(Set.of("/", "/gone", "/data.bin"), lines.keySet());
      assertEquals("The start", lines.get("/").get("title").asString());
      assertFalse(lines.get("/data.bin").has("title"));
      assertFalse(lines.get("/gone").has("file"));
      Path saved = Path.of(file("saved"), lines.get("/").get("file").asString());
      assertTrue(Files.readString(saved).startsWith("<title> The"));
      saved = Path.of(file("saved"), lines.get("/data.bin").get("file").asString());
      assertEquals("no page", Files.readString(saved));
      CapturedOutput listed = CapturedOutput.by("list", file("kept"), "--json");
      for (String line : (listed.out() + listed.body()).lines().toList()) {
        JsonNode read = JsonMapper.shared().readTree(line);
        JsonNode its = lines.remove(read.get("url").asString().substring(web.url("").length()));
        assertTrue(its == null || its.get("time").equals(read.get("time")), line);
      }
      assertEquals(Map.of(), lines);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"crawl -o -", "scrape --item li.film --field title=.title --dir kept -o -"})
  void standardOutputIsContinuedWhateverItIs(String command) throws Exception {
    String pipe =
        """
        import socket, subprocess, sys
        ours, its = socket.socketpair()
        process = subprocess.Popen(sys.argv[1:], stdout=its)
        its.close()
        sys.stdout.write(ours.makefile().read())
        sys.exit(process.wait())
        """;
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.addAll(List.of("-q", "--limit", "3", web.url("/")));
      for (List<String> before :
          List.of(
              List.of("sh", "-c", "echo old >all; \"$@\" >>all; cat all; echo new", "sh"),
              List.of("sh", "-c", "(echo old; \"$@\"; echo new) >all; cat all", "sh"),
              List.of("python3", "-c", "print('old', flush=True)\n" + pipe + "\n"))) {
        Path folder = Files.createTempDirectory(directory, "run");
        ArachneProcess arachne =
            ArachneProcess.start(
                folder, Map.of(), before, System.getProperty("java.class.path"), words);
        assertEquals(ExitCode.DONE, arachne.await(), arachne.err());
        List<String> lines = new ArrayList<>(arachne.out().lines().toList());
        assertEquals("old", lines.removeFirst());
        lines.removeIf("new"::equals);
        assertTrue(lines.size() >= 3, arachne.out());
        for (String line : lines) {
          JsonMapper.shared().readTree(line);
        }
        arachne =
            ArachneProcess.start(
                folder, Map.of(), before, System.getProperty("java.class.path"), words);
        assertEquals(ExitCode.DONE, arachne.await(), "a second run: " + arachne.err());
      }
    }
  }

  @Test
  void anExportToADeviceOrALinkReplacesNeither() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      CapturedOutput.by("crawl", web.url("/"), "-q", "--limit", "3", "--dir", file("kept"));
      Path pipe = directory.resolve("pipe");
      assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
      Path copy = directory.resolve("copy");
      Process reader =
          new ProcessBuilder("cat", pipe.toString()).redirectOutput(copy.toFile()).start();
      Path link = directory.resolve("link.csv");
      Files.createSymbolicLink(link, Files.writeString(directory.resolve("real.csv"), "old"));
      CapturedOutput told =
          CapturedOutput.by("export", file("kept"), "-o", pipe.toString(), "-o", link.toString());
      assertEquals(ExitCode.DONE, told.code(), told.err());
      assertEquals(0, reader.waitFor());
      assertEquals(3, Files.readAllLines(copy).size());
      assertTrue(Files.isSymbolicLink(link));
      assertTrue(text("real.csv").startsWith("url,verdict,"));
    }
  }

  @Test
  void aCrawlWritesLinesAndATable() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      CapturedOutput told =
          CapturedOutput.by(
              "crawl",
              web.url("/"),
              "-q",
              "--depth",
              "1",
              "--limit",
              "20",
              "--store",
              "memory",
              "-o",
              file("pages.jsonl"),
              "-o",
              file("pages.csv"));
      assertEquals(ExitCode.DONE, told.code(), told.err());
      List<String> rows = text("pages.csv").lines().toList();
      assertEquals(
          "url,verdict,status,type,bytes,ms,depth,via,location,reason,detail,tries,visit,cut,altSvc,digest,time,title,file",
          rows.getFirst());
      assertEquals(text("pages.jsonl").lines().count() + 1, rows.size());
      assertTrue(rows.get(1).startsWith(web.url("/") + ",fetched,200,text/html"), rows.get(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crawl", "scrape"})
  void twoOutputsToOneFileAreAMistake(String verb) {
    CapturedOutput twice =
        verb.equals("crawl")
            ? CapturedOutput.by(
                "crawl", "a.example", "-o", file("a.jsonl"), "-o", file("./a.jsonl"))
            : scrape("a.example", "-o", file("a.jsonl"), "-O", file("./a.jsonl"));
    assertEquals(ExitCode.USAGE, twice.code());
    assertTrue(
        twice.err().contains("two outputs go to ") && twice.err().lines().count() == 1,
        twice.err());
    CapturedOutput output =
        verb.equals("crawl")
            ? CapturedOutput.by("crawl", "a.example", "-o", "-", "-o", "-")
            : scrape("a.example", "-o", "-", "-o", "-");
    assertTrue(
        output.err().contains("two outputs go to standard output; use a file for one of them"),
        output.err());
  }

  @Test
  void anArrayCannotBeAppendedTo() {
    CapturedOutput told = scrape("a.example", "-o", file("a.json"));
    assertEquals(
        "arachne scrape: nothing can be appended to a JSON array; use -O %s, or a file of lines: -o FILE.jsonl\n"
            .formatted(file("a.json")),
        told.err());
  }

  @Test
  void savedPagesAreScrapedWithoutACrawl() throws Exception {
    String page = "<li class=film><b class=rank>%s</b><i class=title>T</i>";
    Files.writeString(directory.resolve("a.html"), page.formatted("1"));
    Files.writeString(directory.resolve("b.html"), page.formatted("first"));
    CapturedOutput told = scrape(file("a.html"), file("b.html"), "-O", file("all.json"), "-o", "-");
    assertEquals(ExitCode.DONE, told.code(), told.err());
    assertEquals("{\"rank\":1,\"title\":\"T\"}\n{\"title\":\"T\"}\n", told.body());
    assertEquals("[\n{\"rank\":1,\"title\":\"T\"},\n{\"title\":\"T\"}\n]\n", text("all.json"));
    assertEquals(
        "arachne scrape: %s: field rank: 'first' is not a number\n".formatted(file("b.html")),
        told.err());
  }

  @Test
  void optionsOfTheRulesHoldUnlessOthersAreTyped() throws Exception {
    Path rules = directory.resolve("rules.yaml");
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      String text = "start: %s\nfollow: .film a\noptions: {%s}\nfields: {title: h1}\n";
      Files.writeString(rules, text.formatted(web.url("/"), "limit: 2, ordered: true"));
      assertEquals(
          2, CapturedOutput.by("scrape", "-r", rules.toString(), "-q").body().lines().count());
      assertEquals(
          4,
          CapturedOutput.by("scrape", "-r", rules.toString(), "-q", "--limit", "4")
              .body()
              .lines()
              .count());
      Files.writeString(rules, text.formatted(web.url("/"), "limits: 2"));
      assertEquals(
          "arachne scrape: options: limits is not an option that rules can have; did you mean limit?\n",
          CapturedOutput.by("scrape", "-r", rules.toString()).err());
      Files.writeString(rules, text.formatted(web.url("/"), "limit: many"));
      CapturedOutput wrong = CapturedOutput.by("scrape", "-r", rules.toString());
      assertTrue(wrong.err().startsWith("arachne scrape: options: limit: "), wrong.err());
      assertEquals(ExitCode.USAGE, wrong.code());
    }
  }

  @Test
  void aTextOfAWrongTypeIsReported() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      CapturedOutput told =
          CapturedOutput.by(
              "scrape",
              web.url("/"),
              "--item",
              "li.film",
              "--field",
              "rank:number=.title",
              "--field",
              "title=.title",
              "-O",
              file("a.csv"),
              "--store",
              "memory");
      assertTrue(
          told.err().contains("field rank: 'The Golden Harbour' is not a number\n"), told.err());
      assertTrue(
          told.err().contains("warning: field rank: 25 texts in all are not of its type\n"),
          told.err());
      CapturedOutput test =
          CapturedOutput.by(
              "scrape", "--field", "title=h1", "--field", "no=.no", "--test", web.url("/"));
      assertEquals(
          "{\"title\":\"Top 250\"}\n1 record, 0 links to follow\nfield no: found in 0 of 1\n",
          test.out());
    }
  }
}
