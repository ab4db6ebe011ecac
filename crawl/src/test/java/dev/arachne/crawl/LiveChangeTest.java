package dev.arachne.crawl;

import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.control.ControlClient;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.directory.UrlStory;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.store.DiskStore;
import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What changes of a running crawl mean for its site, whose own log is the judge. */
class LiveChangeTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Change CALENDAR = new Change.Exclude("/calendar/");
  private static final Change UNDO = new Change.Undo(OptionalInt.empty());

  /** Of the calendar; the same number of others. For a larger run. */
  private static final int PAGES = Integer.getInteger("arachne.changed.pages", 2_000);

  private static final int LINKS_OF_A_LIST = 1_000;
  private static final int TASKS = 8;

  @TempDir Path temporary;

  /** Nothing of the site's gate is answered before that. */
  private final CountDownLatch gate = new CountDownLatch(1);

  private TestSite site() {
    return TestSite.of(
        route("/robots.txt", Reply.status(404)),
        route("/", Reply.html(links("/list/", PAGES / LINKS_OF_A_LIST) + "<a href=/gate>")),
        route("/list/*", request -> list(number(request.target()))),
        route(
            "/gate",
            _ -> {
              await(gate);
              return Reply.html("");
            }),
        route("/calendar/*", Reply.html("")),
        route("/page/*", Reply.html("")));
  }

  private static Reply list(int number) {
    var html = new StringBuilder();
    for (int i = number * LINKS_OF_A_LIST; i < (number + 1) * LINKS_OF_A_LIST; i++) {
      html.append("<a href=/calendar/%d><a href=/page/%d>".formatted(i, i));
    }
    return Reply.html(html.toString());
  }

  private static String links(String prefix, int count) {
    var html = new StringBuilder();
    IntStream.range(0, count).forEach(i -> html.append("<a href=%s%d>".formatted(prefix, i)));
    return html.toString();
  }

  private static int number(String target) {
    return Integer.parseInt(target.substring(target.lastIndexOf('/') + 1));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      if (latch.getCount() > 0) {
        throw new IllegalStateException(e);
      }
      Thread.currentThread().interrupt(); // The web ends before this thread came so far.
    }
  }

  private CrawlOptions.Builder options(TestWeb web, String store, int loops) {
    CrawlOptions.Builder options =
        CrawlOptions.crawlOf(web.url("/"))
            .sitemaps(SitemapPolicy.IGNORE)
            .timeout(Duration.ofMinutes(10)) // The gate is shut for as long as the test takes.
            .tasks(TASKS)
            .loops(loops);
    return store.equals("disk") ? options.directory(directory()) : options;
  }

  private Path directory() {
    return temporary.resolve("kept.crawl");
  }

  private static LedgerEntry.Changed made(Change.Outcome outcome) {
    return assertInstanceOf(Change.Made.class, outcome).entry();
  }

  private static long asked(TestWeb web, String prefix) {
    return web.targets().stream().filter(target -> target.startsWith(prefix)).count();
  }

  private static void awaitAsked(TestWeb web, String prefix, long count) throws Exception {
    for (long all = web.requestCount(); asked(web, prefix) < count; all = web.requestCount()) {
      web.awaitRequests((int) all + 1, PATIENCE);
    }
  }

  private static void assertEachOnce(TestWeb web) {
    assertEquals(
        new TreeSet<>(web.targets()).size(), web.targets().size(), "something was asked twice");
  }

  /** By the ledger, in order of sending. */
  private List<Instant> sent(String path) throws Exception {
    List<Instant> sent = new ArrayList<>();
    DiskStore.read(
        DirectoryFormat.store(directory()),
        rows -> {
          Ledger ledger = Ledger.of(rows);
          ledger.read((entry, _) -> {
            if (entry instanceof LedgerEntry.Attempt attempt
                && ledger.found(attempt.found()).url().path().startsWith(path)) {
              attempt.exchange().map(Exchange::sent).ifPresent(sent::add);
            }
          });
          return true;
        });
    sent.sort(null);
    return sent;
  }

  private AuditReport assertClean() throws Exception {
    List<Violation> violations = new ArrayList<>();
    AuditReport report = CrawlAudit.of(directory(), violations::add);
    assertEquals(List.of(), violations);
    return report;
  }

  @ParameterizedTest
  @CsvSource({"disk, 1", "disk, 3", "memory, 1", "memory, 3"})
  void nothingOfWhatIsExcludedIsAskedAfterTheAnswerAndAnUndoBringsAllOfIt(String store, int loops)
      throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      CrawlHandle crawl = new Crawl(options(web, store, loops).build()).start();
      awaitAsked(web, "/calendar/", 20);
      LedgerEntry.Changed excluded = made(crawl.change(CALENDAR));
      assertEquals(List.of(excluded), crawl.changes());
      awaitAsked(web, "/page/", PAGES);
      long before = asked(web, "/calendar/");
      if (store.equals("disk")) {
        List<Instant> sent = sent("/calendar/");
        assertEquals(before, sent.size());
        assertTrue(!sent.getLast().isAfter(excluded.at()), sent.getLast() + " " + excluded);
        CrawlStatus status = CrawlStatus.of(directory());
        assertEquals(List.of(excluded.text()), status.report().changes());
        assertEquals(
            status.counts().discovered(), status.counts().decided() + status.counts().pending());
        UrlStory story = UrlStory.of(web.url("/calendar/" + left(web)), directory());
        assertEquals(Optional.of(excluded), story.change());
      }
      LedgerEntry.Changed undone = made(crawl.change(UNDO));
      assertEquals(new Change.Undo(OptionalInt.of(1)), undone.change());
      awaitAsked(web, "/calendar/", PAGES);
      gate.countDown();
      CrawlReport report = crawl.await();
      assertEquals(StopReason.NOTHING_LEFT, report.stopReason());
      assertEachOnce(web);
      assertEquals(PAGES, asked(web, "/calendar/"));
      assertEquals(2L + PAGES / LINKS_OF_A_LIST + 2L * PAGES, report.answered());
      if (store.equals("disk")) {
        assertTrue(
            assertClean().rules().get(Violation.Rule.CHANGES).checks() > PAGES / 2,
            "requests were judged by the change");
      }
    }
  }

  /** A number that the calendar was not asked for. */
  private static int left(TestWeb web) {
    var numbers = new TreeSet<Integer>();
    web.targets().stream()
        .filter(target -> target.startsWith("/calendar/"))
        .forEach(target -> numbers.add(number(target)));
    return IntStream.range(0, PAGES).filter(i -> !numbers.contains(i)).findFirst().orElseThrow();
  }

  @Test
  void urlsExcludedToTheEndAreSkippedWithTheChange() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      CrawlHandle crawl = new Crawl(options(web, "disk", 1).build()).start();
      awaitAsked(web, "/list/", 1);
      LedgerEntry.Changed excluded = made(crawl.change(CALENDAR));
      gate.countDown();
      CrawlReport report = crawl.await();
      long asked = asked(web, "/calendar/");
      assertEquals(0, report.toDo());
      assertEquals(PAGES - asked, report.skippedUrls());
      assertEquals(List.of(excluded.text()), report.changes());
      assertEquals("excluded by pattern", report.skipped().getFirst().reason());
      UrlStory story = UrlStory.of(web.url("/calendar/" + left(web)), directory());
      assertTrue(story.entries().getLast().toString().contains(excluded.text()), story::toString);
      assertClean();
    }
  }

  @ParameterizedTest
  @CsvSource({"disk, 1", "disk, 3", "memory, 1"})
  void noRequestStartsInAPauseAndAResumeContinues(String store, int loops) throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      CrawlHandle crawl = new Crawl(options(web, store, loops).build()).start();
      gate.countDown();
      awaitAsked(web, "/page/", 20);
      LedgerEntry.Changed paused = made(crawl.change(new Change.Pause()));
      while (crawl.progress().orElseThrow().inFlight() > 0) {
        Thread.onSpinWait(); // What had been sent is answered.
      }
      long asked = web.requestCount();
      assertTrue(asked < 2L * PAGES, "the crawl was over before the pause");
      assertEquals(
          Optional.of("its user: " + paused.text()), crawl.progress().orElseThrow().waitingFor());
      assertInstanceOf(Change.Refused.class, crawl.change(new Change.Pause()));
      assertEquals(asked, web.requestCount());
      made(crawl.change(new Change.Resume()));
      assertEquals(StopReason.NOTHING_LEFT, crawl.await().stopReason());
      assertEachOnce(web);
      if (store.equals("disk")) {
        assertClean();
      }
    }
  }

  @Test
  void aCrawlThatWasStoppedInAPauseIsPausedWhenItIsResumed() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      gate.countDown();
      CrawlHandle first = new Crawl(options(web, "disk", 1).build()).start();
      awaitAsked(web, "/page/", 20);
      made(first.change(new Change.Pause()));
      made(first.change(new Change.Stop()));
      assertEquals(StopReason.INTERRUPT, first.await().stopReason());
      long asked = web.requestCount();

      List<String> told = new ArrayList<>();
      var again = new Crawl(options(web, "disk", 1).build());
      var isTold = new CountDownLatch(1);
      again.listen(
          new CrawlListener() {
            @Override
            public void limited(String why) {
              told.add(why);
              isTold.countDown();
            }
          });
      CrawlHandle second = again.start();
      isTold.await();
      assertTrue(told.getFirst().startsWith("change 1 (pause at "), told::toString);
      LedgerEntry.Changed resumed = made(second.change(new Change.Resume()));
      assertEquals(3, resumed.number());
      assertEquals(StopReason.NOTHING_LEFT, second.await().stopReason());
      assertTrue(web.requestCount() > asked);
      assertClean();
    }
  }

  @Test
  void aDelayHoldsFromItsAnswerOnAndItsUndoEndsItAtOnce() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      gate.countDown();
      CrawlHandle crawl = new Crawl(options(web, "disk", 3).build()).start();
      awaitAsked(web, "/page/", 20);
      made(crawl.change(Change.Delay.ofAll(Duration.ofMillis(100))));
      long asked = web.requestCount();
      // More than were on their way.
      web.awaitRequests((int) asked + 2 * TASKS, PATIENCE);
      made(crawl.change(Change.Delay.ofAll(Duration.ofHours(1))));
      made(crawl.change(UNDO));
      made(crawl.change(UNDO));
      assertEquals(StopReason.NOTHING_LEFT, crawl.await().stopReason());
      assertEachOnce(web);
      assertTrue(assertClean().rules().get(Violation.Rule.CHANGES).checks() > 0);
    }
  }

  @Test
  void noChangeGoesBelowWhatTheCrawlHasPromised() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      CrawlHandle crawl =
          new Crawl(options(web, "memory", 1).delay(Duration.ofMillis(1)).maxDepth(3).build())
              .start();
      awaitAsked(web, "/gate", 1);
      assertEquals(
          new Change.Refused(
              "delay=0s is less than the delay=1ms that the crawl keeps to; use that or more"),
          crawl.change(Change.Delay.ofAll(Duration.ZERO)));
      assertInstanceOf(
          Change.Refused.class,
          crawl.change(new Change.Delay(Optional.of("127.0.0.1"), Duration.ZERO)));
      assertInstanceOf(Change.Refused.class, crawl.change(new Change.MaxDepth(4)));
      made(crawl.change(new Change.MaxDepth(2)));
      made(crawl.change(new Change.Stop()));
      gate.countDown();
      crawl.await();
      assertEquals(new Change.Refused("the crawl does not run"), crawl.change(new Change.Pause()));
      assertEquals(List.of(), crawl.changes());
    }
  }

  @Test
  void aBoundOnPagesEndsTheCrawlAndAnotherLimitOutdoesIt() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      gate.countDown();
      CrawlHandle crawl = new Crawl(options(web, "disk", 1).build()).start();
      awaitAsked(web, "/page/", 20);
      made(crawl.change(new Change.MaxPages(1)));
      CrawlReport report = crawl.await();
      assertEquals(StopReason.LIMIT, report.stopReason());
      assertTrue(report.toDo() > 0);
      CrawlReport still = new Crawl(options(web, "disk", 1).build()).run();
      assertEquals(report.toDo(), still.toDo());
      CrawlReport on =
          new Crawl(
                  options(web, "disk", 1)
                      .maxPages(10L * PAGES)
                      .existing(ExistingCrawlPolicy.CHANGE)
                      .build())
              .run();
      assertEquals(StopReason.NOTHING_LEFT, on.stopReason());
      assertEachOnce(web);
      assertClean();
    }
  }

  @Test
  void anotherProcessTellsAndAsksByTheSocketWhichIsThereForTheCrawlsTimeAlone() throws Exception {
    Path socket = directory().resolve("control.sock");
    Files.createDirectories(directory());
    Files.writeString(directory().resolve("lock"), "");
    Files.writeString(socket, "the remains of another process");
    try (TestWeb web = TestWeb.serve(site())) {
      var crawl = new Crawl(options(web, "disk", 1).build()).snapshots(() -> "{\"pages\":1}");
      CrawlHandle running = crawl.start();
      awaitAsked(web, "/page/", 20);
      var client = new ControlClient(directory());
      while (!client.isThere()) {
        Thread.onSpinWait();
      }
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
      LedgerEntry.Changed excluded = made(client.change(CALENDAR));
      assertEquals(List.of(excluded), client.changes());
      assertEquals(running.changes(), client.changes());
      assertEquals("{\"pages\":1}", client.snapshot());
      made(client.change(UNDO));
      assertEquals(
          new Change.Refused("nothing is changed that could be undone"), client.change(UNDO));
      made(client.change(new Change.Stop()));
      gate.countDown();
      running.await();
      assertTrue(Files.notExists(socket));
    }
  }

  @Test
  void theFirstHostAskedAfterADelayWaitsForIt() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      gate.countDown();
      CrawlHandle crawl = new Crawl(options(web, "disk", 1).build()).start();
      awaitAsked(web, "/page/", 20);
      LedgerEntry.Changed made = made(crawl.change(Change.Delay.ofAll(Duration.ofMillis(200))));
      long change = System.nanoTime();
      long later = Duration.ofMillis(100).toNanos(); // Earlier ones were sent before the change.
      while (web.requests().stream().filter(it -> it.nanos() - change > later).count() < 3) {
        web.awaitRequests((int) web.requestCount() + 1, PATIENCE);
      }
      made(crawl.change(new Change.Stop()));
      crawl.await();
      List<Instant> all = sent("/");
      int first = (int) all.stream().filter(at -> !at.isAfter(made.at())).count();
      assertTrue(first > 0 && all.size() - first >= 2, all::toString);
      for (int i = first; i < all.size(); i++) {
        Duration gap = Duration.between(all.get(i - 1), all.get(i));
        assertTrue(gap.compareTo(Duration.ofMillis(199)) >= 0, gap::toString);
      }
      Map<String, Integer> targets = new HashMap<>();
      for (LoggedRequest request : web.requests()) {
        targets.merge(request.target(), 1, Integer::sum);
      }
      assertTrue(targets.values().stream().allMatch(count -> count <= 2), targets::toString);
      assertClean();
    }
  }

  static Stream<Arguments> broken() {
    String noChange = "if (delays.size() < 9) {";
    return Stream.of(
        arguments(
            Violation.Rule.CHANGES,
            "exclude=/calendar/",
            "if (BoundedSearch.find(each.pattern, url) != BoundedSearch.Result.ABSENT) {",
            "if (BoundedSearch.find(each.pattern, url) == null) {"),
        arguments(
            Violation.Rule.CHANGES,
            "pause",
            "return Optional.ofNullable(pause);",
            "return Optional.empty();"),
        arguments(Violation.Rule.HOST_GAP, "delay=1s", "if (delays.isEmpty()) {", noChange));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("broken")
  void theAuditCatchesABuildThatDoesNotKeepToAChange(
      Violation.Rule rule, String change, String line, String other) throws Exception {
    gate.countDown();
    try (TestWeb web = TestWeb.serve(site());
        BrokenBuild build =
            BrokenBuild.of("ledger", "Changes", line, other, temporary.resolve("build"))) {
      Runnable begun = () -> awaitMore(web);
      Runnable changed = () -> awaitMore(web);
      build.call(
          ChangedCrawl.class, "crawl", web.url("/"), directory(), "OFF", change, begun, changed);
      assertEquals(2L * PAGES + 2 + PAGES / LINKS_OF_A_LIST, web.requestCount());
    }
    Set<Violation.Rule> found = EnumSet.noneOf(Violation.Rule.class);
    AuditReport report = CrawlAudit.of(directory(), violation -> found.add(violation.rule()));
    assertEquals(Set.of(rule), found);
    assertFalse(report.isClean());
  }

  private static void awaitMore(TestWeb web) {
    try {
      web.awaitRequests((int) web.requestCount() + 100, PATIENCE);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
