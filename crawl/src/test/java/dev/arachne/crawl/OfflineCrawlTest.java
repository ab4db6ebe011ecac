package dev.arachne.crawl;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.archive.ArchivePlace;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.UsageException;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls whose answers come from the archive of a crawl on loopback. */
class OfflineCrawlTest {
  private static final String CUT = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n<a href=/part>";

  @TempDir Path directory;

  private static TestSite site() {
    return TestSite.of(
        route("/robots.txt", Reply.redirect(302, "/rules")),
        route("/rules", Reply.text("User-agent: *\nDisallow: /no\nCrawl-delay: 0.01\n")),
        route(
            "/",
            Reply.html(
                "<a href=/moved><a href=/missing><a href=/chunked><a href=/cut><a href=/no>"
                    + "<a href=/close><a href=/coded><a href=/busy><a href=//other.test/>"
                    + "<a href=/loop><a href=/large><a href=/silent>")),
        route("/moved", Reply.redirect(301, "/target")),
        route("/target", Reply.html("<a href=/a><a href=/b?c=d%20e>")),
        route("/loop", Reply.redirect(301, "/loop")),
        route("/missing", Reply.status(404)),
        route("/busy", Reply.status(503)),
        route("/cut", Reply.raw(CUT)),
        route("/silent", Reply.close()),
        route("/close", Reply.raw("HTTP/1.0 200 OK\nContent-Type: text/html\n\n<a href=/old>")),
        route("/old", Reply.html("")),
        route("/a", Reply.html("<a href=/>")),
        route("/b", Reply.html("")),
        route("/large", Reply.html("<a href=/a>" + "-".repeat(200_000) + "<a href=/far>")),
        route("/far", Reply.html("")),
        route("/coded", Reply.html("<a href=/b?coded>" + "x".repeat(3_000)).gzip()),
        route("/chunked", Reply.html("<a href=/chunked/next>".repeat(9)).chunked(7)),
        route("/chunked/next", Reply.html("")));
  }

  private CrawlOptions.Builder online(TestWeb web) {
    return CrawlOptions.crawlOf(web.url("/"))
        .maxTries(2)
        .directory(directory.resolve("online"))
        .warc(directory.resolve("warc"));
  }

  private CrawlOptions.Builder offline(String root, String kept) {
    return CrawlOptions.crawlOf(root)
        .maxTries(2)
        .directory(directory.resolve(kept))
        .existing(ExistingCrawlPolicy.REPLACE)
        .archives(List.of(directory.resolve("warc")));
  }

  /** What was decided, without when. */
  private static Map<String, String> decisions(TestCrawl crawl) {
    var decisions = new TreeMap<String, String>();
    for (Verdict verdict : crawl.verdicts) {
      String what =
          switch (verdict.disposition()) {
            case Disposition.Done(var answer) -> text(answer);
            case Disposition.Moved(var answer, String target) -> text(answer) + " " + target;
            case Disposition.Dropped(var reason, String detail, var answer) ->
                reason + " " + detail + answer.map(OfflineCrawlTest::text).orElse("");
          };
      decisions.put(verdict.discovery().url().toString(), verdict.discovery().depth() + " " + what);
    }
    return decisions;
  }

  private static String text(Disposition.Answer answer) {
    return "%d %s %d %s"
        .formatted(answer.status(), answer.mediaType(), answer.bytes(), answer.digest());
  }

  @Test
  void anArchiveAnswersAsItsSiteDid() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      var before = decisions(TestCrawl.of(online(web)));
      int connections = web.connectionCount();
      var after = decisions(TestCrawl.of(offline(web.url("/"), "offline")));
      assertEquals(connections, web.connectionCount());
      assertTrue(before.remove(web.url("/silent")).contains("FETCH"));
      assertEquals("1 NOT_ARCHIVED ", after.remove(web.url("/silent")));
      assertTrue(before.get(web.url("/no")).contains("ROBOTS"), before::toString);
      assertTrue(before.get(web.url("/busy")).contains("503"), before::toString);
      assertTrue(before.get(web.url("/cut")).contains("FETCH the body was cut"), before::toString);
      assertEquals(before, after);
    }
  }

  @Test
  void twoRunsHaveTheSameRowsWithAnyNumberOfTasks() throws Exception {
    String root;
    try (TestWeb web = TestWeb.serve(LinkedTree.site(5, 4))) {
      root = web.url("/");
      TestCrawl.of(online(web));
    }
    for (int tasks : new int[] {1, 10, 300}) {
      var hashes = new ArrayList<String>();
      for (String kept : List.of("one", "two", "three")) {
        TestCrawl crawl = TestCrawl.of(offline(root, kept).tasks(tasks).maxTries(4));
        assertEquals(LinkedTree.size(5, 4), crawl.report.answered());
        hashes.add(LedgerHash.of(directory.resolve(kept)));
      }
      assertEquals(1, Set.copyOf(hashes).size(), hashes::toString);
    }
  }

  @Test
  void readingProgressChangesNothing() throws Exception {
    String root;
    try (TestWeb web = TestWeb.serve(LinkedTree.site(5, 4))) {
      root = web.url("/");
      TestCrawl.of(online(web));
    }
    TestCrawl.of(offline(root, "alone"));
    var watched = new TestCrawl(offline(root, "watched"));
    var asked = new int[1];
    Thread watcher =
        Thread.ofPlatform()
            .start(() -> {
              while (!Thread.interrupted()) {
                asked[0] += watched.crawl.progress().isPresent() ? 1 : 0;
              }
            });
    watched.crawl.run();
    watcher.interrupt();
    watcher.join();
    assertTrue(asked[0] > 0);
    assertEquals(
        LedgerHash.of(directory.resolve("alone")), LedgerHash.of(directory.resolve("watched")));
  }

  @Test
  void noDelayIsWaitedFor() throws Exception {
    String root;
    TestSite slow =
        request ->
            request.target().equals("/robots.txt")
                ? Reply.text("User-agent: *\nCrawl-delay: 3600\n")
                : request.target().equals("/busy")
                    ? Reply.status(429).header("Retry-After", "600")
                    : LinkedTree.site(3, 5).reply(request);
    try (TestWeb web = TestWeb.serve(slow)) {
      root = web.url("/");
      TestCrawl.of(online(web).maxCrawlDelay(java.time.Duration.ZERO).maxTries(1));
    }
    TestCrawl crawl =
        TestCrawl.of(offline(root, "offline").delay(java.time.Duration.ofHours(1)).maxTries(5));
    assertEquals(LinkedTree.size(3, 5), crawl.report.answered());
  }

  @Test
  void ofSeveralCapturesTheLatestAnswersOrThatOfATime() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    warc(
        "old",
        response("2020-01-01T00:00:00Z", "http://a.test/", "<a href=/2020>")
            + response("2021-01-01T00:00:00Z", "http://a.test/", "<a href=/2021>"));
    warc("new", response("2022-01-01T00:00:00Z", "http://a.test/", "<a href=/2022>"));
    assertEquals(List.of("/2022"), missing(offline("a.test", "latest")));
    assertEquals(
        List.of("/2020"),
        missing(offline("a.test", "then").at(Instant.parse("2020-03-01T00:00:00Z"))));
    assertEquals(
        List.of("/2021"),
        missing(offline("a.test", "later").at(Instant.parse("2021-02-01T00:00:00Z"))));
  }

  private static List<String> missing(CrawlOptions.Builder options) throws Exception {
    return List.copyOf(TestCrawl.of(options).dropped(DropReason.NOT_ARCHIVED).keySet());
  }

  @Test
  void theLedgerHasTheTimeOfTheCapturesAndTheirPlaces() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    Path file = warc("one", response("2020-01-01T00:00:00Z", "https://a.test/", "<p>"));
    var entries = new ArrayList<LedgerEntry>();
    var places = new ArrayList<ArchivePlace>();
    new Crawl(offline("https://a.test/", "offline").build())
        .consume(
            new LedgerConsumer() {
              @Override
              public String name() {
                return ArchivePlace.NOTES;
              }

              @Override
              public void consume(List<CommittedEntry> committed) {
                for (CommittedEntry each : committed) {
                  entries.add(each.entry());
                  each.note().map(ArchivePlace::read).ifPresent(places::add);
                }
              }
            })
        .run();
    for (LedgerEntry entry : entries) {
      assertTrue(entry.at().toString().startsWith("2020-01-01T00:00:00"), entry.toString());
    }
    assertEquals(1, places.size());
    assertEquals(file.getFileName().toString(), places.getFirst().file());
    assertEquals("https://a.test/", places.getFirst().url());
  }

  @Test
  void allCapturesAreVisitedInTurnAndNothingElse() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    warc(
        "new",
        response("2022-01-01T00:00:00Z", "http://a.test/", "<a href=/2022>"),
        response("2019-01-01T00:00:00Z", "http://b.test/alone", "<a href=http://a.test/>"));
    warc(
        "old",
        response("2021-01-01T00:00:00Z", "http://a.test/", "<a href=/2021>"),
        response("2020-01-01T00:00:00Z", "http://a.test/", "<a href=/2020>"),
        response("2020-01-01T00:00:00Z", "http://a.test/robots.txt", "User-agent: *\nDisallow: /"));
    TestCrawl crawl = TestCrawl.of(offline("a.test", "all").captures(CaptureChoice.ALL).tasks(3));
    var visits = new ArrayList<String>();
    for (Verdict verdict : crawl.verdicts) {
      if (verdict.disposition() instanceof Disposition.Done) {
        visits.add(verdict.discovery().url() + " " + verdict.visit());
      }
    }
    assertEquals(
        List.of(
            "http://a.test/ 1",
            "http://a.test/ 2",
            "http://a.test/ 3",
            "http://a.test/robots.txt 1",
            "http://b.test/alone 1"),
        visits.stream().sorted().toList());
    assertEquals(
        List.of("/2020", "/2021", "/2022"),
        List.copyOf(crawl.dropped(DropReason.NOT_ARCHIVED).keySet()));
    List<ArchivePlace> places = places(directory.resolve("all"));
    assertEquals(5, places.size(), places::toString);
    assertEquals(5, places.stream().distinct().count(), places::toString);
  }

  private static List<ArchivePlace> places(Path crawl) throws Exception {
    return DiskStore.read(
        crawl.resolve("store"),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          var places = new ArrayList<ArchivePlace>();
          for (long i = 0; i < ledger.size(); i++) {
            ledger.note(ArchivePlace.NOTES, i).map(ArchivePlace::read).ifPresent(places::add);
          }
          return places;
        });
  }

  @Test
  void aDamagedCaptureIsReportedWithItsPlace() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    Path file =
        warc(
            "one",
            response("2020-01-01T00:00:00Z", "http://a.test/", "<a href=/bad>"),
            response("2020-01-01T00:00:00Z", "http://a.test/bad", "x".repeat(5_000)));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 6] ^= 1;
    Files.write(file, bytes);
    var warnings = new ArrayList<String>();
    var crawl = new TestCrawl(offline("a.test", "offline"));
    crawl.crawl.listen(
        new CrawlListener() {
          @Override
          public void warned(String text) {
            warnings.add(text);
          }
        });
    crawl.crawl.run();
    assertEquals(1, warnings.size(), warnings::toString);
    String why = crawl.dropped(DropReason.FETCH).get("/bad");
    assertTrue(why.contains("one.warc.gz:"), why);
    assertTrue(why.contains("checksum"), why);
  }

  @Test
  void aRevisitIsAnsweredByTheCaptureThatHasItsPayload() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    warc("one", response("2020-01-01T00:00:00Z", "http://a.test/", "<a href=/next>"));
    String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    warc(
        "two",
        revisit("http://a.test/", head, "http://a.test/", "2020-01-01T00:00:00Z")
            + revisit("http://a.test/next", head, "http://a.test/", "2020-01-01T00:00:00Z")
            + revisit("http://a.test/gone", head, "http://a.test/lost", "2020-01-01T00:00:00Z"));
    TestCrawl crawl = TestCrawl.of(offline("a.test", "offline"));
    assertEquals(Map.of("/", 200, "/next", 200), crawl.answered());
    TestCrawl lost = TestCrawl.of(offline("a.test/gone", "lost"));
    assertTrue(lost.dropped(DropReason.FETCH).get("/gone").contains("two.warc.gz:"));
  }

  @Test
  void aRevisitIsAnsweredWithItsOwnHead() throws Exception {
    TestSite twins =
        TestSite.of(
            route("/", Reply.html("<a href=/error><a href=/gone><a href=/one><a href=/two>")),
            route("/error", twin(200).chunked(100)),
            route("/gone", twin(404)),
            route("/one", twin(301).header("Location", "/first")),
            route("/two", twin(301).header("Location", "/second")),
            route("/first", Reply.html("<p>1")),
            route("/second", Reply.html("<p>2")));
    try (TestWeb web = TestWeb.serve(twins)) {
      var before = decisions(TestCrawl.of(online(web)));
      assertTrue(before.get(web.url("/gone")).contains("404"), before::toString);
      assertTrue(before.containsKey(web.url("/second")), before::toString);
      var after = decisions(TestCrawl.of(offline(web.url("/"), "offline")));
      assertEquals(withoutSizes(before), withoutSizes(after));
    }
  }

  /** The body of an original may be framed in another way. */
  private static String withoutSizes(Map<String, String> decisions) {
    return decisions.toString().replaceAll(" \\d+ Optional", "");
  }

  private static HttpReply twin(int status) {
    byte[] same = ("<p>" + "same ".repeat(400)).getBytes(ISO_8859_1);
    return HttpReply.of(status).header("Content-Type", "text/html").body(same);
  }

  @Test
  void bodiesThatAreStoredWithoutTheirChunksAreRead() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    warc(
        "one",
        record(
            "response",
            "http://a.test/",
            "2020-01-01T00:00:00Z",
            "",
            "HTTP/2 200\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "<a href=/next>"));
    assertEquals(List.of("/next"), missing(offline("a.test", "offline")));
  }

  @Test
  void bodiesThatBeginAsChunksDoAreReadAsWhatTheyAre() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n";
    String date = "2020-01-01T00:00:00Z";
    String text = head + "404 page not found<a href=/1>";
    String line = head + "3\r\n<a href=/2>";
    String chunks = head + "b ; x=y\r\n<a href=/3>\r\n0\r\n\r\n";
    warc(
        "one",
        record("response", "http://a.test/", date, "", text),
        record("response", "http://a.test/1", date, "", line),
        record("response", "http://a.test/2", date, "", chunks));
    assertEquals(List.of("/3"), missing(offline("a.test", "offline")));
  }

  @Test
  void securePagesNeedNoConnectionEither() throws Exception {
    try (TestWeb web = TestWeb.plan().site(site()).tls(TestCertificate.VALID).start()) {
      var options = online(web).certificates(dev.arachne.options.CertificatePolicy.IGNORE);
      var before = decisions(TestCrawl.of(options));
      int connections = web.connectionCount();
      var after = decisions(TestCrawl.of(offline(web.url("/"), "offline")));
      assertEquals(connections, web.connectionCount());
      before.remove(web.url("/silent"));
      after.remove(web.url("/silent"));
      assertEquals(before, after);
    }
  }

  @Test
  void largeBodiesGoToFilesAsOnline() throws Exception {
    byte[] random = new byte[400_000];
    new Random(1).nextBytes(random);
    String part = HexFormat.of().formatHex(random);
    TestSite large =
        TestSite.of(
            route("/", Reply.html("<a href=/plain><a href=/coded>")),
            route("/plain", Reply.text(part.repeat(4)).chunked(10_000)),
            route("/coded", Reply.text(part.repeat(5)).gzip()));
    Path before = directory.resolve("before");
    Path after = directory.resolve("after");
    try (TestWeb web = TestWeb.serve(large)) {
      var online = decisions(TestCrawl.of(online(web).save(before)));
      assertEquals(online, decisions(TestCrawl.of(offline(web.url("/"), "offline").save(after))));
    }
    try (Stream<Path> files = Files.walk(before).filter(Files::isRegularFile)) {
      List<Path> saved = files.toList();
      assertEquals(3, saved.size());
      for (Path file : saved) {
        assertEquals(-1, Files.mismatch(file, after.resolve(before.relativize(file))));
      }
    }
  }

  @Test
  void impossibleValuesAreRefused() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    warc("one", response("2020-01-01T00:00:00Z", "http://a.test/", "<p>"));
    var archiving = new Crawl(offline("a.test", "a").warc(directory.resolve("w2")).build());
    assertTrue(assertThrows(UsageException.class, archiving::run).getMessage().contains("--warc"));
    var nowhere =
        new Crawl(offline("a.test", "a").archives(List.of(directory.resolve("none"))).build());
    assertTrue(assertThrows(UsageException.class, nowhere::run).getMessage().contains("--from"));
    var folder = new Crawl(offline(directory.toString(), "a").build());
    assertTrue(assertThrows(UsageException.class, folder::run).getMessage().contains("folder"));
    Path text = Files.writeString(directory.resolve("text"), "no archive");
    var other = new Crawl(offline("a.test", "a").archives(List.of(text)).build());
    assertTrue(assertThrows(UsageException.class, other::run).getMessage().contains("WARC"));
  }

  @Test
  void aCrawlMayBeStartedBesideTheCaller() throws Exception {
    Files.createDirectories(directory.resolve("warc"));
    warc("one", response("2020-01-01T00:00:00Z", "http://a.test/", "<img src=/pic>"));
    var crawl = new Crawl(offline("a.test", "offline").follow(Set.of(LinkGroup.IMAGES)).build());
    assertEquals(2, crawl.start().await().answered() + 1);
  }

  private static String response(String date, String url, String body) {
    return record(
        "response",
        url,
        date,
        "",
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  private static String revisit(String url, String head, String original, String date) {
    return record(
        "revisit",
        url,
        "2021-01-01T00:00:00Z",
        "WARC-Refers-To-Target-URI: " + original + "\r\nWARC-Refers-To-Date: " + date + "\r\n",
        head);
  }

  private static String record(String type, String url, String date, String more, String block) {
    return "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\n%s"
            .formatted(type, url, date, more)
        + "Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
            .formatted(block.length(), block);
  }

  /** A file with a gzip member for each of these texts. */
  private Path warc(String name, String... members) throws Exception {
    var bytes = new ByteArrayOutputStream();
    for (String member : members) {
      var one = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(one)) {
        gzip.write(member.getBytes(ISO_8859_1));
      }
      bytes.writeBytes(one.toByteArray());
    }
    return Files.write(directory.resolve("warc").resolve(name + ".warc.gz"), bytes.toByteArray());
  }

  /** A tree of pages. */
  private static final class LinkedTree {
    private LinkedTree() {}

    /** Each page but the last links to {@code width} more, and back. */
    static TestSite site(int depth, int width) {
      return request -> {
        if (request.target().equals("/robots.txt")) {
          return Reply.status(404);
        }
        var page = new StringBuilder("<a href=/>");
        if (request.target().split("/").length < depth) {
          String base = request.target().equals("/") ? "" : request.target();
          for (int i = 0; i < width; i++) {
            page.append("<a href=").append(base).append('/').append(i).append('>');
          }
        }
        HttpReply reply = Reply.html(page.toString());
        return reply;
      };
    }

    static long size(int depth, int width) {
      long size = 0;
      long level = 1;
      for (int i = 0; i < depth; i++) {
        size += level;
        level *= width;
      }
      return size;
    }
  }
}
