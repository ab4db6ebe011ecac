package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.TruncationReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.CutBodies;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.LargeFile;
import dev.arachne.testkit.LargeFile.Form;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crawls that keep the beginnings of bodies, marked as cut. */
class KeptCutTest {
  private static final long BYTES = 40_000_000;
  private static final long CUT = 25_000_000;

  @TempDir Path temporary;

  private CrawlOptions.Builder keepingCut(TestWeb web, String path) {
    return crawlOf(web.url(path))
        .directory(temporary.resolve("kept"))
        .pages(temporary.resolve("pages"))
        .save(temporary.resolve("saved"))
        .maxTries(2)
        .cutBodies(CutBodies.KEEP);
  }

  private Path saved(TestWeb web, String name) {
    String host = URI.create(web.url("/")).getAuthority().replace(':', '_');
    return temporary.resolve("saved").resolve(host).resolve(name);
  }

  private static TestWeb web(Route... routes) {
    return TestWeb.serve(TestSite.of(routes));
  }

  private static Map<String, TruncationReason> cuts(TestCrawl crawl) {
    Map<String, TruncationReason> cuts = new TreeMap<>();
    crawl.verdicts.forEach(verdict ->
        verdict
            .disposition()
            .answered()
            .flatMap(Disposition.Answer::cut)
            .ifPresent(cut -> cuts.put(verdict.discovery().url().pathAndQuery(), cut)));
    return cuts;
  }

  private void assertClean() throws Exception {
    assertFalse(Files.exists(temporary.resolve("kept/spool")));
    List<Violation> violations = new ArrayList<>();
    CrawlAudit.of(temporary.resolve("kept"), violations::add);
    assertEquals(List.of(), violations);
  }

  @Test
  void theBeginningOfWhatIsLargerThanTheCrawlTakesIsSavedAndItsLinksAreFollowed() throws Exception {
    String text = "<a href=/first>" + " ".repeat(100_000) + "<a href=/last>";
    byte[] page = text.getBytes(StandardCharsets.UTF_8);
    HttpReply reply = HttpReply.of(200).header("Content-Type", "text/html").body(page);
    HttpReply noisy = HttpReply.of(200).body(new byte[700]);
    try (TestWeb web =
        web(
            route("/page", reply),
            route("/first", html("<a href=/chunks>")),
            route("/chunks", reply.chunked(999)),
            route("/fits", noisy))) {
      var crawl = TestCrawl.of(keepingCut(web, "/page").maxFileSize(1000));
      assertEquals(Map.of("/page", 200, "/first", 200, "/chunks", 200), crawl.answered());
      assertEquals(
          Map.of("/page", TruncationReason.SIZE, "/chunks", TruncationReason.SIZE), cuts(crawl));
      assertEquals(text.substring(0, 1000), Files.readString(saved(web, "page")));
      assertEquals(text.substring(0, 1000), Files.readString(saved(web, "chunks")));
      List<CrawlReport.ReasonTally> cut = crawl.report.cut();
      assertEquals(
          List.of(TruncationReason.SIZE.text()), cut.stream().map(it -> it.reason()).toList());
      assertEquals(2, cut.getFirst().urls().count());
      List<String> lines = Files.readAllLines(temporary.resolve("pages"));
      assertEquals(
          2,
          lines.stream()
              .filter(line -> line.contains("\"cut\":\"larger than --max-filesize\""))
              .count());
      assertClean();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theBeginningOfALargeFileIsSaved(Form form) throws Exception {
    LargeFile file = LargeFile.of(BYTES, form);
    try (TestWeb web = web(route("/file", file.whole()))) {
      var crawl = TestCrawl.of(keepingCut(web, "/file").maxFileSize(CUT));
      assertEquals(Map.of("/file", TruncationReason.SIZE), cuts(crawl));
      assertBeginning(file, web);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnfinishedDownloadIsSavedAsFarAsItCame(Form form) throws Exception {
    LargeFile tagged = LargeFile.of(BYTES, form);
    for (LargeFile file : List.of(tagged, tagged.withTag(""))) {
      try (TestWeb web = web(route("/file", file.cutAfter(5_000_000), file.cutAfter(CUT)))) {
        var crawl = TestCrawl.of(keepingCut(web, "/file").existing(ExistingCrawlPolicy.REPLACE));
        assertEquals(Map.of("/file", TruncationReason.CONNECTION), cuts(crawl));
        assertEquals(2, crawl.attempts("/file"));
        assertBeginning(file, web);
      }
    }
  }

  /** That what was saved is the beginning of a file, of which so many bytes came. */
  private void assertBeginning(LargeFile file, TestWeb web) throws Exception {
    Path saved = saved(web, "file");
    long came = CUT / LargeFile.BLOCK * LargeFile.BLOCK;
    assertTrue(Files.size(saved) <= CUT, () -> "" + saved.toFile().length());
    assertTrue(Files.size(saved) >= came - LargeFile.BLOCK, () -> "" + saved.toFile().length());
    if (file.sentBytes() == file.bytes()) {
      assertEquals(CUT, Files.size(saved));
    }
    try (InputStream expected = LargeFile.of(CUT, Form.PLAIN).open();
        InputStream in = Files.newInputStream(saved)) {
      byte[] all = in.readAllBytes();
      assertArrayEquals(expected.readNBytes(all.length), all);
    }
    assertClean();
  }

  @Test
  void aLastAttemptWithoutAnAnswerLeavesNothing() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    try (TestWeb web = web(route("/file", file.cutAfter(CUT), Reply.reset()))) {
      var crawl = TestCrawl.of(keepingCut(web, "/file"));
      assertEquals(Map.of(), cuts(crawl));
      assertEquals(1, crawl.dropped(DropReason.FETCH).size());
      assertFalse(Files.exists(saved(web, "file")));
      assertClean();
    }
  }

  @Test
  void aSmallBodyThatNoAttemptFinishedIsSaved() throws Exception {
    HttpReply cut =
        HttpReply.of(200)
            .header("Content-Length", "2000")
            .body(1000, () -> ones())
            .ending(HttpReply.Ending.CLOSE_UNANNOUNCED);
    try (TestWeb web = web(route("/file", cut))) {
      var crawl = TestCrawl.of(keepingCut(web, "/file"));
      assertEquals(Map.of("/file", TruncationReason.CONNECTION), cuts(crawl));
      assertEquals(1000, Files.size(saved(web, "file")));
      assertClean();
    }
  }

  private static Iterator<byte[]> ones() {
    return List.of(new byte[1000]).iterator();
  }

  @Test
  void aProcessorSeesThatABodyIsCut() throws Exception {
    LargeFile file = LargeFile.of(BYTES, Form.PLAIN);
    Map<String, String> seen = new ConcurrentHashMap<>();
    try (TestWeb web =
        web(
            route("/", html("<a href=/file><a href=/small>" + " ".repeat(500))),
            route("/small", html("small")),
            route("/file", file.whole()))) {
      var crawl =
          new TestCrawl(
              crawlOf(web.url("/"))
                  .directory(temporary.resolve("kept"))
                  .maxFileSize(CUT)
                  .cutBodies(CutBodies.KEEP));
      crawl.crawl.process(
          page -> seen.put(page.url().pathAndQuery(), page.cut() + " " + (page.length() == CUT)));
      crawl.crawl.run();
      assertEquals(
          Map.of(
              "/", "Optional.empty false",
              "/small", "Optional.empty false",
              "/file", "Optional[SIZE] true"),
          seen);
    }
  }

  @Test
  void bodiesBeyondMemoryAreTruncatedWithoutASpool() throws Exception {
    byte[] page = ("<a href=/first>" + "<p>words</p>".repeat(8_000_000)).getBytes();
    HttpReply reply = HttpReply.of(200).header("Content-Type", "text/html").body(page);
    Map<String, Long> lengths = new HashMap<>();
    try (TestWeb web = web(route("/", reply), route("/first", html("")))) {
      var crawl = new TestCrawl(crawlOf(web.url("/")).cutBodies(CutBodies.KEEP));
      crawl.crawl.process(it -> lengths.put(it.url().pathAndQuery(), it.length()));
      crawl.crawl.run();
      assertEquals(Map.of("/", TruncationReason.MEMORY), cuts(crawl));
      assertEquals(Map.of(), crawl.dropped(DropReason.TOO_LARGE));
      assertEquals(2, lengths.size());
      assertTrue(lengths.get("/") > 1_000_000, lengths::toString);
    }
  }
}
