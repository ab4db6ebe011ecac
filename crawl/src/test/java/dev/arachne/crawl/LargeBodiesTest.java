package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crawls of bodies that are too large for memory. */
class LargeBodiesTest {
  private static final long BYTES = 40_000_000;
  private static final long CUT = 25_000_000;

  @TempDir Path temporary;

  private CrawlOptions.Builder kept(TestWeb web) {
    return crawlOf(web.url("/file"))
        .directory(temporary.resolve("kept"))
        .save(temporary.resolve("saved"));
  }

  private Path saved(TestWeb web) {
    String host = URI.create(web.url("/")).getAuthority().replace(':', '_');
    return temporary.resolve("saved").resolve(host).resolve("file");
  }

  private static String sha256(InputStream in) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] buffer = new byte[1 << 16];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      digest.update(buffer, 0, n);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static String sha256(Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return sha256(in);
    }
  }

  /** That the file was saved whole, is in the ledger by its digest, and nothing else is left. */
  private void assertSaved(LargeFile file, TestCrawl crawl, TestWeb web) throws Exception {
    assertEquals(Map.of("/file", 200), crawl.answered());
    assertEquals(file.sha256(), sha256(saved(web)));
    Verdict verdict = crawl.verdicts.getFirst();
    Disposition.Answer answer = verdict.disposition().answered().orElseThrow();
    assertEquals("sha256:" + file.sha256().substring(0, 32), answer.digest().orElseThrow() + "");
    assertEquals("application/octet-stream", answer.mediaType());
    assertFalse(Files.exists(temporary.resolve("kept/spool")));
    try (var files = Files.list(saved(web).getParent())) {
      assertEquals(List.of(saved(web)), files.toList());
    }
    List<Violation> violations = new ArrayList<>();
    CrawlAudit.of(temporary.resolve("kept"), violations::add);
    assertEquals(List.of(), violations);
  }

  private static List<String> ranges(TestWeb web) {
    return web.requests().stream()
        .filter(request -> request.target().equals("/file"))
        .map(request -> request.header("Range").orElse("all"))
        .toList();
  }

  private static TestWeb web(Route... routes) throws IOException {
    return TestWeb.serve(TestSite.of(routes));
  }

  @ParameterizedTest
  @EnumSource
  void aLargeBodyIsSavedAsItIs(Form form) throws Exception {
    LargeFile file = LargeFile.of(BYTES, form);
    try (TestWeb web = web(route("/file", file.whole()))) {
      assertSaved(file, TestCrawl.of(kept(web)), web);
    }
  }

  @Test
  void aLargeBodyInChunksIsSavedAsItIs() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.GZIP);
    try (TestWeb web = web(route("/file", file.whole().chunked(10_000)))) {
      assertSaved(file, TestCrawl.of(kept(web)), web);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDownloadContinuesWhereItsConnectionBroke(Form form) throws Exception {
    LargeFile file = LargeFile.of(BYTES, form);
    try (TestWeb web =
        web(
            route(
                "/file",
                request -> request.ask() == 1 ? file.cutAfter(CUT) : file.reply(request)))) {
      assertSaved(file, TestCrawl.of(kept(web)), web);
      assertEquals(List.of("all", "bytes=" + CUT + "-"), ranges(web));
    }
  }

  /** What is left of bodies in the crawl's directory. */
  private List<Path> leftovers() throws IOException {
    Path spool = temporary.resolve("kept/spool");
    if (!Files.exists(spool)) {
      return List.of();
    }
    try (var files = Files.list(spool)) {
      return files.toList();
    }
  }

  @Test
  void thePartOfAFileThatWasDecidedWithoutAVisitIsDeletedAtTheNextStart() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    var released = new CompletableFuture<Boolean>();
    Function<TestRequest, Reply> slow =
        request -> {
          released.join();
          return html("slow");
        };
    try (TestWeb web = web(route("/file", file.cutAfter(CUT)), route("/slow", slow))) {
      CrawlOptions.Builder options =
          crawlOf(web.url("/file"), web.url("/slow")).directory(temporary.resolve("kept")).tasks(2);
      var first = new TestCrawl(options);
      first
          .crawl
          .process(_ -> {})
          .customize((request, lease) -> {
            if (lease.attempt() == 2) {
              throw new IllegalStateException("no more of it");
            }
            return request;
          })
          .listen(
              new CrawlListener() {
                @Override
                public void decided(Verdict verdict) {
                  first.crawl.stop();
                }
              });
      first.crawl.run();
      assertEquals(List.of("/file"), List.copyOf(first.dropped(DropReason.PROCESSING).keySet()));
      assertEquals(2, leftovers().size());

      released.complete(true);
      List<List<Path>> seen = new ArrayList<>();
      var second = new TestCrawl(options);
      second.crawl.process(_ -> seen.add(leftovers()));
      second.crawl.run();
      assertEquals(Map.of("/slow", 200), second.answered());
      assertEquals(List.of(List.of()), seen);
    }
  }

  @Test
  void aDownloadBeginsAgainWhereTheFileIsAnotherOne() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    LargeFile other = file.withSeed(2).withTag("\"v2\"");
    try (TestWeb web =
        web(
            route(
                "/file",
                request -> request.ask() == 1 ? file.cutAfter(CUT) : other.reply(request)))) {
      assertSaved(other, TestCrawl.of(kept(web)), web);
      assertEquals(List.of("all", "bytes=" + CUT + "-"), ranges(web));
    }
  }

  @Test
  void anAnswerThatDoesNotContinueTheFileIsNotTakenForItsRest() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    LargeFile other = file.withSeed(2).withTag("\"v2\"");
    Map<String, HttpReply> wrong = new HashMap<>();
    wrong.put("another tag", other.part(CUT));
    wrong.put("no tag", other.withTag("").part(CUT));
    wrong.put("another size", LargeFile.of(BYTES + 100_000, Form.PLAIN).part(CUT));
    wrong.put("a gap", file.part(CUT + 1));
    wrong.put("no range", HttpReply.of(206).header("ETag", "\"v1\"").body(new byte[1000]));
    wrong.put("not there", HttpReply.of(416));
    for (Map.Entry<String, HttpReply> each : wrong.entrySet()) {
      try (TestWeb web = web(route("/file", file.cutAfter(CUT), each.getValue(), other.whole()))) {
        var crawl = TestCrawl.of(kept(web).existing(ExistingCrawlPolicy.REPLACE));
        assertSaved(other, crawl, web);
        assertEquals(List.of("all", "bytes=" + CUT + "-", "all"), ranges(web), each.getKey());
      }
    }
  }

  @Test
  void aRangeThatBeginsEarlierIsTakenFromThere() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    try (TestWeb web = web(route("/file", file.cutAfter(CUT), file.part(CUT - 12_345)))) {
      assertSaved(file, TestCrawl.of(kept(web)), web);
    }
  }

  @Test
  void noRangeIsAskedForOfAFileThatMayHaveChanged() throws Exception {
    for (String tag : List.of("", "W/\"v1\"")) {
      LargeFile file = LargeFile.of(BYTES, Form.PLAIN).withTag(tag);
      try (TestWeb web = web(route("/file", file.cutAfter(CUT), file.whole()))) {
        var crawl = TestCrawl.of(kept(web).existing(ExistingCrawlPolicy.REPLACE));
        assertSaved(file, crawl, web);
        assertEquals(List.of("all", "all"), ranges(web));
      }
    }
  }

  @Test
  void tooLargeBodiesAreNoticedInAFileToo() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    try (TestWeb web = web(route("/file", file.whole().chunked()))) {
      var crawl = TestCrawl.of(kept(web).maxFileSize(CUT));
      assertEquals(
          Map.of("/file", "its body has more than 25000000 bytes"),
          crawl.dropped(DropReason.TOO_LARGE));
      assertFalse(Files.exists(temporary.resolve("kept/spool")));
      assertFalse(Files.exists(saved(web)));
    }
  }

  @Test
  void aSmallBodyThatDecodesToALargeOneIsSaved() throws Exception {
    byte[] text = new byte[80_000_000];
    for (int i = 0; i < text.length; i += 100) {
      text[i] = (byte) (i / 100 * 31);
    }
    HttpReply coded = HttpReply.of(200).header("Content-Type", "text/plain").body(text).gzip();
    assertTrue(coded.length() < 1_000_000, () -> coded.length() + " bytes");
    try (TestWeb web = web(route("/file", coded))) {
      var crawl = TestCrawl.of(kept(web));
      assertEquals(Map.of("/file", 200), crawl.answered());
      assertArrayEquals(text, Files.readAllBytes(saved(web)));
    }
  }

  @Test
  void bytesComeNoFasterThanTheCrawlOrAHostMayBeAsked() throws Exception {
    HttpReply page = HttpReply.of(200).body(new byte[100_000]);
    try (TestWeb web =
        web(route("/", html("<a href=/1><a href=/2><a href=/3>")), route("*", page))) {
      assertTakes(Duration.ofMillis(1000), crawlOf(web.url("/")).limitRate(300_000));
      assertTakes(
          Duration.ofMillis(1000), crawlOf(web.url("/")).limitRatePerHost(300_000).loops(2));
    }
  }

  /**
   * That a crawl of 300 kB takes so long, less the quarter of a second that may come at once, and
   * less its last read, a twentieth of a second's: those that would come after it would wait for
   * it.
   */
  private static void assertTakes(Duration least, CrawlOptions.Builder options) throws Exception {
    long begin = System.nanoTime();
    var crawl = TestCrawl.of(options);
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertEquals(Map.of("/", 200, "/1", 200, "/2", 200, "/3", 200), crawl.answered());
    Duration atOnce = Duration.ofMillis(250 + 50);
    assertTrue(took.compareTo(least.minus(atOnce)) >= 0, took::toString);
  }

  @Test
  void linksOfALargePageAreFollowed() throws Exception {
    String page = "<a href=/first>" + "<p>words</p>".repeat(300_000) + "<a href=/last>";
    try (TestWeb web =
        web(route("/file", html(page)), route("/first", html("")), route("/last", html("")))) {
      var crawl = TestCrawl.of(kept(web));
      assertEquals(Map.of("/file", 200, "/first", 200, "/last", 200), crawl.answered());
      assertEquals(page, Files.readString(saved(web)));
    }
  }

  @Test
  void onlyTheBeginningOfAnUnwantedBodyIsRead() throws Exception {
    String page = "<a href=/first>" + "<p>words</p>".repeat(8_000_000);
    try (TestWeb web = web(route("/", html(page)), route("/first", html("")))) {
      var crawl = TestCrawl.of(crawlOf(web.url("/")));
      assertEquals(Map.of("/", 200, "/first", 200), crawl.answered());
    }
  }

  @Test
  void aProcessorReadsALargeBodyAsAStream() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.GZIP);
    Map<String, String> seen = new ConcurrentHashMap<>();
    try (TestWeb web = web(route("/file", file.whole()))) {
      var crawl = new TestCrawl(crawlOf(web.url("/file")).directory(temporary.resolve("kept")));
      crawl.crawl.process(page -> {
        var refusal = assertThrows(LargeBodyException.class, page::body);
        assertEquals(file.bytes(), refusal.length());
        assertEquals(file.bytes(), page.length());
        try (InputStream body = page.openBody()) {
          seen.put("digest", sha256(body));
        }
      });
      crawl.crawl.run();
      assertEquals(Map.of(), crawl.thrown);
      assertEquals(Map.of("digest", file.sha256()), seen);
      assertFalse(Files.exists(temporary.resolve("kept/spool")));
    }
  }
}
