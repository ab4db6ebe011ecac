package dev.arachne.cli;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be done with an archive without the network, as it is typed. */
class OfflineCommandsTest {
  private static final Path WGET = Path.of("/usr/bin/wget");

  @TempDir Path temporary;

  private static TestSite site() {
    return TestSite.of(
        route("/robots.txt", Reply.text("User-agent: *\nDisallow: /no\n")),
        route("/", Reply.html("<h1>Home</h1><a href=/a><a href=/moved><a href=/gone><a href=/no>")),
        route("/a", Reply.html("<h1>A</h1><a href=/b><img src=/pic>").gzip()),
        route("/b", Reply.html("<h1>B</h1>").chunked(5)),
        route("/no", Reply.html("<h1>No</h1>")),
        route("/moved", Reply.redirect(302, "/b")));
  }

  private String at(String name) {
    return temporary.resolve(name).toString();
  }

  private CapturedOutput done(String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    assertEquals(0, told.code(), told.err() + told.out());
    return told;
  }

  /** Crawls the site; returns its root. */
  private String archived() {
    try (TestWeb web = TestWeb.serve(site())) {
      done("crawl", "-q", "--warc=" + at("warc"), "--dir", at("online.crawl"), web.url("/"));
      return web.url("/");
    }
  }

  @Test
  void anArchiveIsCrawledWithoutARoot() {
    String root = archived();
    CapturedOutput crawl = done("crawl", "--from", at("warc"), "--dir", at("offline.crawl"));
    assertTrue(crawl.out().contains("disallowed by robots.txt"), crawl.out());
    CapturedOutput why = done("why", root + "b", at("offline.crawl"));
    assertTrue(why.out().contains("archived in arachne-"), why.out());
    CapturedOutput same = done("diff", at("online.crawl"), at("offline.crawl"));
    assertEquals(List.of("no difference"), same.outLines());
    done("audit", at("offline.crawl"));
  }

  @Test
  void aKeptCrawlStandsForItsArchive() {
    String root = archived();
    done("crawl", "-q", "--from", at("online.crawl"), "--dir", at("again.crawl"));
    done("diff", at("online.crawl"), at("again.crawl"));
    assertEquals(
        List.of("anchor\t" + root + "b\t"),
        done("links", "--from", at("online.crawl"), "--kind", "anchor", root + "a").outLines());
    CapturedOutput gone = CapturedOutput.by("links", "--from", at("online.crawl"), root + "never");
    assertEquals(1, gone.code());
    assertTrue(gone.err().contains("not in the archive"), gone.err());
  }

  private Path warcFile() throws Exception {
    try (Stream<Path> files = Files.list(temporary.resolve("warc"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void ofACrawlOnlyWhatItHasCommittedIsRead() throws Exception {
    archived();
    Path file = warcFile();
    List<CapturedOutput> before = readings("online.crawl");
    done("crawl", "-q", "--from", at("online.crawl"), "--dir", at("before.crawl"));
    Files.copy(file, temporary.resolve("warc/another.warc.gz"));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2), StandardOpenOption.APPEND);
    assertSame(before, readings("online.crawl"));
    CapturedOutput crawl =
        done("crawl", "-v", "--from", at("online.crawl"), "--dir", at("after.crawl"));
    assertFalse(crawl.err().contains("gzip"), crawl.err());
    done("diff", at("before.crawl"), at("after.crawl"));
    done("archive", "pack", at("online.crawl"), "-o", at("packed.wacz"));
    done("archive", "check", at("packed.wacz"));
    done("archive", "import", "-q", at("online.crawl"), "-o", at("import.crawl"));
    assertSame(before, readings("import.crawl"));
  }

  @Test
  void anImportOfAnImportLeadsToTheFiles() throws Exception {
    String root = archived();
    List<CapturedOutput> files = readings("warc");
    done("archive", "import", "-q", at("warc"), "-o", at("one.crawl"));
    done("archive", "import", "-q", at("one.crawl"), "-o", at("two.crawl"));
    for (String name : List.of("one.crawl", "two.crawl")) {
      assertSame(files, readings(name));
      assertEquals("<h1>B</h1>", done("archive", "get", root + "b", at(name), at("warc")).body());
      assertEquals(
          List.of("anchor\t" + root + "b\t"),
          done("links", "--from", at(name), "--kind", "anchor", root + "a").outLines());
    }
  }

  /** What verbs tell of an archive. */
  private List<CapturedOutput> readings(String name) {
    return List.of(
        done("archive", "ls", at(name)),
        done("archive", "cdxj", at(name)),
        done("archive", "check", at(name)));
  }

  private static void assertSame(List<CapturedOutput> expected, List<CapturedOutput> told) {
    assertEquals(
        expected.stream().map(each -> each.out() + each.body() + each.err()).toList(),
        told.stream().map(each -> each.out() + each.body() + each.err()).toList());
  }

  @Test
  void aDifferenceOfRulesIsReportedByUrlsAndRecords() throws Exception {
    String root = archived();
    String[] scrape = {
      "scrape", "-q", "--from", at("warc"), "--field", "title=h1", "--follow", "a[href]"
    };
    String[] first = {"--dir", at("one.scrape"), "-O", at("one.jsonl")};
    String[] second = {"--dir", at("two.scrape"), "-O", at("two.jsonl"), "--exclude", "/b$"};
    done(Stream.of(scrape, first).flatMap(Stream::of).toArray(String[]::new));
    done(Stream.of(scrape, second).flatMap(Stream::of).toArray(String[]::new));
    assertEquals(3, Files.readAllLines(temporary.resolve("one.jsonl")).size());
    CapturedOutput told = CapturedOutput.by("diff", at("one.scrape"), at("two.scrape"));
    assertEquals(1, told.code(), told.err());
    assertEquals(
        List.of(
            "! " + root + "b  200 78 B text/html -> excluded by pattern",
            "- {\"title\":\"B\"}",
            "1 URLs with another verdict, 1 records lost"),
        told.outLines().stream().map(line -> line.replaceAll("200 \\d+ B", "200 78 B")).toList());
    String json = CapturedOutput.by("diff", "--json", at("one.scrape"), at("two.scrape")).body();
    assertTrue(json.startsWith("{\"change\":\"verdict\",\"url\":\"" + root + "b\","), json);
    assertEquals(2, json.lines().count());
    assertEquals(2, CapturedOutput.by("diff", at("one.scrape")).code());
    assertEquals(2, CapturedOutput.by("diff", at("one.scrape"), at("none")).code());
  }

  @Test
  void addedAndLostUrlsAreReportedWithWhereTheyWereFound() {
    String root = archived();
    done("crawl", "-q", "--from", at("warc"), "--dir", at("pages.crawl"));
    done("crawl", "-q", "--from", at("warc"), "--dir", at("all.crawl"), "--follow", "pages,images");
    String line = root + "pic  not in the archive  <- " + root + "a";
    CapturedOutput more = CapturedOutput.by("diff", at("pages.crawl"), at("all.crawl"));
    assertEquals(List.of("+ " + line, "1 URLs added"), more.outLines());
    CapturedOutput less = CapturedOutput.by("diff", at("all.crawl"), at("pages.crawl"));
    assertEquals(List.of("- " + line, "1 URLs lost"), less.outLines());
  }

  @Test
  void archivesOfWgetAreImported() throws Exception {
    assumeTrue(Files.isExecutable(WGET), "wget is not installed");
    String root;
    try (TestWeb web = TestWeb.serve(site())) {
      root = web.url("/");
      Process wget =
          new ProcessBuilder(
                  WGET.toString(),
                  "-q",
                  "-r",
                  "-e",
                  "robots=off",
                  "-P",
                  at("wget"),
                  "--warc-file=" + at("wget"),
                  root)
              .redirectErrorStream(true)
              .redirectOutput(temporary.resolve("wget.log").toFile())
              .start();
      assertTrue(wget.waitFor(60, TimeUnit.SECONDS));
    }
    done("archive", "import", "-q", at("wget.warc.gz"), "-o", at("wget.crawl"));
    for (String path : List.of("", "a", "b", "no", "moved", "gone")) {
      CapturedOutput why = done("why", root + path, at("wget.crawl"));
      assertTrue(why.out().contains("archived in wget.warc.gz at "), why.out());
    }
    done("status", at("wget.crawl"));
    done("audit", at("wget.crawl"));
    assertEquals(
        List.of("anchor\t" + root + "b\t"),
        done("links", "--from", at("wget.crawl"), "--kind", "anchor", root + "a").outLines());
    done(
        "scrape",
        "-q",
        "--from",
        at("wget.crawl"),
        "--all-captures",
        "--field",
        "title=h1",
        "--dir",
        at("titles.scrape"),
        "-O",
        at("titles.jsonl"));
    assertEquals(
        List.of("A", "B", "Home", "No"),
        Files.readAllLines(temporary.resolve("titles.jsonl")).stream()
            .map(line -> line.replaceAll(".*:\"|\"}", ""))
            .distinct()
            .sorted()
            .toList());
  }

  @Test
  void aDamagedRecordOfAnImportIsReportedWithItsPlace() throws Exception {
    String root = archived();
    Path file = warcFile();
    CapturedOutput ls = done("archive", "ls", "--type", "response", file.toString());
    String line =
        ls.outLines().stream().filter(each -> each.endsWith(root + "a")).findFirst().orElseThrow();
    int offset = Integer.parseInt(line.replaceAll(".*?:(\\d+)\t.*", "$1"));
    byte[] bytes = Files.readAllBytes(file);
    bytes[offset + 100] ^= 0x55;
    Files.write(file, bytes);
    CapturedOutput told =
        CapturedOutput.by("archive", "import", at("warc"), "-o", at("damaged.crawl"));
    assertTrue(told.err().contains(file.getFileName() + ":" + offset + ": gzip"), told.err());
    CapturedOutput why = done("why", root + "a", at("damaged.crawl"));
    assertTrue(why.out().contains("not in the archive"), why.out());
    assertTrue(done("why", root + "b", at("damaged.crawl")).out().contains("200 "));
  }

  @Test
  void mistakesAreReportedInALine() throws Exception {
    archived();
    Files.writeString(temporary.resolve("text"), "no archive");
    assertMistake("--from", "crawl", "--from", at("none"));
    assertMistake("is not a WARC file", "crawl", "--from", at("text"));
    assertMistake("use --from too", "crawl", "--at", "2026", "a.test", "--dir", at("x"));
    assertMistake("is not a date", "crawl", "--at", "yesterday", "--from", at("warc"));
    assertMistake("use --from FILE", "crawl", "--all-captures", "a.test", "--dir", at("x"));
    assertMistake("use -o NAME.crawl", "archive", "import", at("warc"));
    assertMistake("no archive", "archive", "import", "-o", at("x"));
  }

  private static void assertMistake(String words, String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    assertEquals(2, told.code(), told.err());
    assertTrue(told.err().contains(words), told.err());
    assertEquals(1, told.err().lines().filter(line -> !line.isBlank()).count(), told.err());
  }
}
