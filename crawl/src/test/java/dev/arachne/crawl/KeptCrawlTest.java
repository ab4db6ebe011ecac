package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.reset;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.directory.UrlStory;
import dev.arachne.options.CrawlOption.Weight;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionValues;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.pace.Throttling;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A crawl in a directory: resumed, refused, looked at, begun anew. */
class KeptCrawlTest {
  private static final LinkedPages SITE = new LinkedPages(300, 500, 6, 1);

  @TempDir Path temporary;

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  private CrawlOptions.Builder options(TestWeb web) {
    return crawlOf(web.url("/")).directory(directory()).pages(temporary.resolve("pages.jsonl"));
  }

  private List<String> lines() throws Exception {
    return Files.readAllLines(temporary.resolve("pages.jsonl"));
  }

  /** Options to begin with; another class may run the same tests with others. */
  CrawlOptions.Builder crawlOf(String... roots) {
    return CrawlOptions.crawlOf(roots).sitemaps(SitemapPolicy.IGNORE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBoundOfBytesOrErrorsHoldsFromTheVerdictThatReachesIt(boolean areErrors) throws Exception {
    StringBuilder links = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      links.append("<a href=/").append(i).append('>');
    }
    String page = links + "x".repeat(5_000);
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/robots.txt", status(404)),
                route("/sitemap.xml", status(404)),
                route("/", html(page)),
                route("/*", areErrors ? reset() : html(page))))) {
      CrawlOptions.Builder options = options(web).maxTries(1).tasks(4).perHost(4);
      CrawlReport report =
          new Crawl((areErrors ? options.maxErrors(5) : options.maxBytes(20_000)).build()).run();
      assertEquals(areErrors ? StopReason.MAX_ERRORS : StopReason.MAX_BYTES, report.stopReason());
      assertTrue(
          report.done() <= 16, report::toString); // A batch of verdicts is committed at once.
    }
  }

  @Test
  void aCrawlStoppedByItsLimitContinuesWhereItWas() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      for (long limit : new long[] {1, 20, 20, 150, 1_000}) {
        CrawlReport report = new Crawl(options(web).maxPages(limit).build()).run();
        long answered = Math.min(limit, 300);
        assertEquals(answered, report.answered());
        assertEquals(answered, lines().size());
      }
      List<String> pages = new ArrayList<>(web.targets());
      pages.removeIf(target -> target.equals("/robots.txt"));
      assertEquals(300, pages.size());
      assertEquals(300, Set.copyOf(pages).size(), "each once");
      assertEquals(300, Set.copyOf(lines()).size());
    }
  }

  @Test
  void aFinishedCrawlIsReportedAgainWithoutARequest() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlReport first = new Crawl(options(web).build()).run();
      int requests = web.targets().size();
      CrawlReport second = new Crawl(options(web).build()).run();
      assertEquals(requests, web.targets().size());
      assertEquals(first.statuses(), second.statuses());
      assertEquals(first.slowest(), second.slowest());
      assertEquals(first.mediaTypes(), second.mediaTypes());
      assertEquals(StopReason.NOTHING_LEFT, second.stopReason());
      assertEquals(300, lines().size());
    }
  }

  @Test
  void aDamagedEndOfTheOutputIsCutOffAndWrittenAgain() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(100).build()).run();
      Files.writeString(temporary.resolve("pages.jsonl"), "{\"torn", StandardOpenOption.APPEND);
      new Crawl(options(web).maxPages(200).build()).run();
      assertEquals(200, lines().size());
      assertTrue(lines().stream().allMatch(line -> line.startsWith("{") && line.endsWith("}")));
    }
  }

  @Test
  void anOutputThatLostWhatItHadForGoodIsAnErrorThatNamesIt() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(100).build()).run();
      Files.writeString(temporary.resolve("pages.jsonl"), "");
      UsageException refusal =
          assertThrows(UsageException.class, () -> new Crawl(options(web).build()).run());
      assertTrue(refusal.getMessage().contains("pages.jsonl"), refusal.getMessage());
    }
  }

  @Test
  void anotherCrawlInTheSameDirectoryNeedsAWord() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(10).build()).run();
      UsageException refusal =
          assertThrows(
              UsageException.class, () -> new Crawl(options(web).maxDepth(1).build()).run());
      assertTrue(
          refusal.getMessage().contains("other options: depth (none, not 1); use --fresh"),
          refusal.getMessage());
      var changed = options(web).maxDepth(1).existing(ExistingCrawlPolicy.CHANGE);
      assertTrue(new Crawl(changed.build()).run().answered() > 10);
      assertTrue(Files.readString(directory().resolve("log")).contains("changed: depth 1"));
      var anew = options(web).maxPages(5).existing(ExistingCrawlPolicy.REPLACE);
      assertEquals(5, new Crawl(anew.build()).run().answered());
      assertEquals(5, lines().size());
    }
  }

  @Test
  void itsOptionsAreRecorded() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      CrawlOptions given =
          options(web)
              .maxPages(10)
              .delay(Duration.ofMillis(1))
              .perAddress(5)
              .addressDelay(Duration.ofMillis(2))
              .throttling(Throttling.FIXED)
              .build();
      new Crawl(given).run();
      assertEquals(given, CrawlOptions.recordedIn(directory()).build());
      assertThrows(
          UsageException.class, () -> CrawlOptions.recordedIn(temporary.resolve("nothing")));
    }
  }

  @Test
  void aSecondCrawlerLearnsTheOwnerOfTheDirectoryAndReadersAreAllowed() throws Exception {
    try (TestWeb web =
        TestWeb.serve(
            TestSite.of(
                route("/", html("<a href=/1><a href=/2>")),
                route("/1", html("")),
                route("/2", hang()),
                route("/robots.txt", status(404))))) {
      var crawl = new Crawl(options(web).build());
      Thread crawling = Thread.ofPlatform().start(() -> assertEquals(1, run(crawl).toDo()));
      web.awaitRequests(4, Duration.ofSeconds(60));
      UsageException refusal =
          assertThrows(UsageException.class, () -> new Crawl(options(web).build()).run());
      String process = "process " + ProcessHandle.current().pid();
      assertTrue(refusal.getMessage().contains(process), refusal.getMessage());
      CrawlStatus status = CrawlStatus.of(directory());
      assertEquals(ProcessHandle.current().pid(), status.holder().orElseThrow().process());
      assertEquals(3, status.counts().discovered());
      assertEquals(1, status.counts().pending() - (2 - status.counts().fetched()));
      List<Violation> violations = new ArrayList<>();
      assertTrue(CrawlAudit.of(directory(), violations::add).isClean(), violations::toString);
      crawl.stop();
      crawling.join();
      assertTrue(CrawlStatus.of(directory()).holder().isEmpty());
    }
  }

  @Test
  void theRulesOfASiteAreReadBackWhileTheyAreFresh() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      for (int limit = 1; limit <= 5; limit++) {
        new Crawl(options(web).maxPages(limit).build()).run();
      }
      assertEquals(1, web.targets().stream().filter("/robots.txt"::equals).count());
      assertEquals(6, web.targets().size());
    }
  }

  @Test
  void anotherOutputIsRefusedAndNothingIsRecorded() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(10).build()).run();
      Path other = Files.writeString(temporary.resolve("other"), "x".repeat(100_000));
      var changed = options(web).pages(other).existing(ExistingCrawlPolicy.CHANGE);
      var refusal = assertThrows(UsageException.class, () -> new Crawl(changed.build()).run());
      assertTrue(refusal.getMessage().contains("pages.jsonl"), refusal.getMessage());
      assertEquals(100_000, Files.size(other));
      assertEquals(20, new Crawl(options(web).maxPages(20).build()).run().answered());
      assertEquals(20, lines().size());
    }
  }

  @Test
  void anOptionIsRecordedOnceTheCrawlCanGoByIt() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      var plain = crawlOf(web.url("/")).directory(directory());
      new Crawl(plain.maxPages(10).build()).run();
      Path impossible = temporary.resolve("no/such/directory");
      var changed = crawlOf(web.url("/")).directory(directory()).pages(impossible);
      assertThrows(
          UsageException.class,
          () -> new Crawl(changed.existing(ExistingCrawlPolicy.CHANGE).build()).run());
      assertEquals(20, new Crawl(plain.maxPages(20).build()).run().answered());
    }
  }

  @Test
  void aCrawlWhoseOutputCannotBeOpenedHasNotBegun() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Path impossible = temporary.resolve("no/such/directory");
      var first = crawlOf(web.url("/")).directory(directory()).pages(impossible).build();
      assertThrows(UsageException.class, () -> new Crawl(first).run());
      assertEquals(10, new Crawl(options(web).maxPages(10).build()).run().answered());
    }
  }

  @Test
  void aLockOrHolderThatIsLostOrDamagedDoesNoHarm() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(10).build()).run();
      Files.delete(directory().resolve("lock"));
      Files.delete(directory().resolve("options"));
      Files.writeString(directory().resolve("holder"), "\u0000 nobody");
      assertTrue(CrawlStatus.of(directory()).holder().isEmpty());
      assertEquals(20, new Crawl(options(web).maxPages(20).build()).run().answered());
      assertTrue(Files.exists(directory().resolve("options")), "written again");
    }
  }

  @Test
  void aValueThatCannotBeIsRefusedByTheNameOfTheFile() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(10).build()).run();
      KeptOptions right = OptionsFile.read(directory());
      Map<String, String> wrong =
          Map.of("delay", "soon", "depth", "x", "tempo", "allegro", "include", "(", "pace", "5");
      wrong.forEach((name, text) -> {
        Map<String, List<String>> values = new HashMap<>(right.values().byName());
        values.put(name, List.of(text));
        var options = new KeptOptions(new OptionValues(values), Map.of(), List.of(), List.of());
        assertDoesNotThrow(() -> OptionsFile.write(directory(), options));
        var refusal =
            assertThrows(UsageException.class, () -> CrawlOptions.recordedIn(directory()));
        assertTrue(
            refusal
                .getMessage()
                .startsWith(
                    directory().resolve("options") + ": has a value that cannot be: " + name),
            refusal.getMessage());
      });
    }
  }

  @Test
  void patternsKeepTheirFlagsAndLineBreaks() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      var flags = Pattern.CASE_INSENSITIVE | Pattern.COMMENTS;
      CrawlOptions given =
          options(web)
              .include(
                  List.of(Pattern.compile("/ a # any\n\n |/", flags), Pattern.compile("(?s).*")))
              .exclude(List.of(Pattern.compile("a.b(", Pattern.LITERAL)))
              .maxPages(1)
              .build();
      new Crawl(given).run();
      CrawlOptions recorded = CrawlOptions.recordedIn(directory()).build();
      assertEquals(flags, recorded.scope().include().getFirst().flags());
      assertTrue(recorded.scope().include().getFirst().matcher("x/A").find());
      assertTrue(recorded.scope().exclude().getFirst().matcher("xa.b(").find());
      assertEquals(OptionValues.kept(given), OptionValues.kept(recorded));
      assertEquals(
          List.of(),
          OptionValues.kept(given)
              .difference(OptionValues.kept(recorded), Weight.IDENTIFIES, Weight.CHANGEABLE));
    }
  }

  @Test
  void oneOfTwoFirstStartsCrawlsAndTheOtherReportsWhy() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/", hang())))) {
      var options = options(web).robots(RobotsPolicy.IGNORE).build();
      List<Crawl> crawls = List.of(new Crawl(options), new Crawl(options));
      var refusals = new ConcurrentLinkedQueue<String>();
      List<Thread> threads = new ArrayList<>();
      for (Crawl crawl : crawls) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    crawl.run();
                  } catch (Exception e) {
                    refusals.add(e.getClass() + " " + e.getMessage());
                    crawls.forEach(Crawl::stop);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(1, refusals.size(), refusals::toString);
      assertTrue(
          refusals.element().contains("process crawls there")
              || refusals.element().contains(" crawls there since "),
          refusals.element());
    }
  }

  @Test
  void aLongListOfRootsIsTakenInOverSeveralCommits() throws Exception {
    try (TestWeb web = TestWeb.serve(TestSite.of(route("/robots.txt", status(404))))) {
      List<String> roots = new ArrayList<>();
      for (int i = 0; i < 2_500; i++) {
        roots.add(web.url("/" + i));
      }
      var options = crawlOf(roots.toArray(String[]::new)).directory(directory());
      new Crawl(options.maxPages(1).build()).run();
      assertEquals(2_500, CrawlStatus.of(directory()).counts().discovered());
      var changed = options.existing(ExistingCrawlPolicy.CHANGE).tasks(20).maxPages(3_000);
      assertEquals(2_500, new Crawl(changed.build()).run().answered());
      assertEquals(2_501, web.targets().size());
      List<String> log = Files.readAllLines(directory().resolve("log"));
      assertEquals(
          2, log.stream().filter(line -> line.contains("changed: ")).count(), log::toString);
    }
  }

  @Test
  void theStatusOfADirectoryThatIsReadOnlyIsReported() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(10).build()).run();
      Set<PosixFilePermission> before = Files.getPosixFilePermissions(directory());
      try {
        for (Path path : List.of(directory(), directory().resolve("store"))) {
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r-xr-xr-x"));
        }
        Files.setPosixFilePermissions(
            directory().resolve("lock"), PosixFilePermissions.fromString("r--r--r--"));
        assertEquals(10, CrawlStatus.of(directory()).counts().fetched());
      } finally {
        Files.setPosixFilePermissions(directory(), before);
        Files.setPosixFilePermissions(directory().resolve("store"), before);
      }
    }
  }

  @Test
  void aCrawlStoppedByItsLimitIsSaidToBe() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      new Crawl(options(web).maxPages(10).build()).run();
      assertEquals(StopReason.LIMIT, CrawlStatus.of(directory()).report().stopReason());
    }
  }

  @Test
  void aCrawlStopsAtItsBoundsAndContinuesWithLargerOnes() throws Exception {
    Map<StopReason, UnaryOperator<CrawlOptions.Builder>> bounds =
        Map.of(
            StopReason.MAX_TIME, it -> it.maxTime(Duration.ofMillis(400)),
            StopReason.MAX_BYTES, it -> it.maxBytes(1_000));
    for (var each : bounds.entrySet()) {
      try (TestWeb web = TestWeb.serve(SITE)) {
        CrawlOptions.Builder options =
            options(web).existing(ExistingCrawlPolicy.REPLACE).delay(Duration.ofMillis(20));
        CrawlReport first = new Crawl(each.getValue().apply(options).build()).run();
        assertEquals(each.getKey(), first.stopReason());
        assertTrue(first.answered() > 0 && first.toDo() > 0, first::toString);
        assertEquals(each.getKey(), CrawlStatus.of(directory()).report().stopReason());
        CrawlReport second = new Crawl(options(web).maxPages(first.answered() + 5).build()).run();
        assertEquals(StopReason.LIMIT, second.stopReason());
      }
    }
  }

  @Test
  void aCrawlStopsOnceSoManyUrlsHaveFailed() throws Exception {
    List<Route> routes = new ArrayList<>();
    var links = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      routes.add(route("/" + i, reset()));
      links.append("<a href=/").append(i).append(">");
    }
    routes.add(route("/", html(links.toString())));
    try (TestWeb web = TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)))) {
      CrawlReport report =
          new Crawl(options(web).maxTries(1).maxErrors(2).delay(Duration.ofMillis(20)).build())
              .run();
      assertEquals(StopReason.MAX_ERRORS, report.stopReason());
      assertTrue(report.toDo() > 0, report::toString);
    }
  }

  @Test
  void aFolderKeepsItsUrlsOverRuns() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("site"));
    Files.writeString(folder.resolve("index.html"), "<a href=2.html>2</a>");
    Files.writeString(folder.resolve("2.html"), "<a href=index.html>1</a>");
    var options = crawlOf(folder.toString()).directory(directory());
    assertEquals(1, new Crawl(options.maxPages(1).build()).run().answered());
    assertEquals(3, new Crawl(options.maxPages(10).build()).run().answered());
  }

  @Test
  void aFolderThatWasCrawledIsCrawledAgain() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("site"));
    Files.writeString(folder.resolve("index.html"), "<a href=2.html>2</a>");
    var options = crawlOf(folder.toString()).directory(directory());
    assertEquals(1, new Crawl(options.build()).run().statuses().get(404).count());
    Files.writeString(folder.resolve("2.html"), "");
    CrawlReport again = new Crawl(options.build()).run();
    assertEquals(Optional.empty(), again.finishedBefore());
    assertEquals(2, again.statuses().get(200).count());
    Files.delete(folder.resolve("2.html"));
    String missing = folder.toRealPath().toUri() + "2.html";
    assertEquals(2, UrlStory.of(missing, directory()).way().size());
  }

  @Test
  void aFolderWithoutAPageOfItsOwnIsNotFound() throws Exception {
    Path folder = Files.createDirectory(temporary.resolve("site"));
    Files.createDirectory(folder.resolve("docs"));
    Files.writeString(folder.resolve("docs/orphan.html"), "");
    Files.writeString(folder.resolve("index.html"), "<a href=docs/>");
    CrawlReport report = new Crawl(crawlOf(folder.toString()).directory(directory()).build()).run();
    assertEquals(1, report.statuses().get(404).count());
    assertEquals(1, report.statuses().get(200).count());
  }

  @Test
  void aFinishedCrawlSaysThatItIsOld() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(3, 100, 2, 1))) {
      var options = options(web);
      CrawlReport first = new Crawl(options.build()).run();
      assertEquals(Optional.empty(), first.finishedBefore());
      long asked = web.requestCount();
      CrawlReport again = new Crawl(options.build()).run();
      assertEquals(asked, web.requestCount());
      Instant finished = again.finishedBefore().orElseThrow();
      assertFalse(finished.isBefore(first.started().truncatedTo(ChronoUnit.MILLIS)));
    }
  }

  @Test
  void aDirectoryWithOtherThingsIsLeftAlone() throws Exception {
    Files.createDirectories(directory());
    Files.writeString(directory().resolve("letter"), "Dear");
    UsageException refusal =
        assertThrows(
            UsageException.class,
            () -> new Crawl(crawlOf("http://127.0.0.1/").directory(directory()).build()).run());
    assertTrue(refusal.getMessage().contains("other things"), refusal.getMessage());
  }

  private static CrawlReport run(Crawl crawl) {
    try {
      return crawl.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCrawlThatCannotStartLeavesItsDirectoryFree() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(5, 300, 3, 1))) {
      Path file = Files.createFile(temporary.resolve("file"));
      var options = crawlOf(web.url("/")).directory(temporary.resolve("kept"));
      var failing =
          new Crawl(
              crawlOf(web.url("/"))
                  .directory(temporary.resolve("kept"))
                  .save(file.resolve("x"))
                  .build());
      assertThrows(UsageException.class, failing::run);
      Files.deleteIfExists(temporary.resolve("kept/options"));
      assertEquals(5, new Crawl(options.build()).run().answered());
    }
  }

  @Test
  void aLockThatCannotBeOpenedHoldsNothing() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(5, 300, 3, 1))) {
      Path kept = Files.createDirectory(temporary.resolve("kept"));
      Files.createDirectory(kept.resolve("lock"));
      var options = crawlOf(web.url("/")).directory(kept).build();
      var failure = assertThrows(IOException.class, () -> new Crawl(options).run());
      assertTrue(failure.getMessage().startsWith("cannot write " + kept), failure::getMessage);
      assertTrue(failure.getMessage().endsWith("; choose another --dir"), failure::getMessage);
      Files.delete(kept.resolve("lock"));
      assertEquals(5, new Crawl(options).run().answered());
    }
  }

  @Test
  void aCrawlWhoseDirectoryIsDeletedEnds() throws Exception {
    try (TestWeb web = TestWeb.serve(new LinkedPages(100_000, 300, 3, 1))) {
      Path kept = temporary.resolve("kept");
      var pages = new AtomicInteger();
      var crawl =
          new Crawl(crawlOf(web.url("/")).directory(kept).build())
              .process(_ -> {
                if (pages.incrementAndGet() == 200) {
                  Files.move(kept, temporary.resolve("elsewhere"));
                }
              });
      var failure = assertThrows(IOException.class, crawl::run);
      assertEquals(kept.resolve("store") + " was deleted", failure.getMessage());
    }
  }
}
