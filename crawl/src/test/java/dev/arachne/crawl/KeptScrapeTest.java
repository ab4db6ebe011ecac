package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.directory.CrawlStatus;
import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.ItemFile;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.UsageException;
import dev.arachne.output.ItemSink;
import dev.arachne.report.CrawlReport;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A scrape in a directory: its file, its sink and its order over several runs. */
class KeptScrapeTest {
  @TempDir Path temporary;

  private Path file() {
    return temporary.resolve("items");
  }

  private static ItemRules headings() throws Exception {
    return ItemRules.builder().follow("a").field("t", "h1").field("u", "h2").build();
  }

  private CrawlOptions.Builder options(TestWeb web) throws Exception {
    return crawlOf(web.url("/"))
        .follow(Set.of())
        .rules(headings())
        .directory(temporary.resolve("kept.scrape"))
        .items(ItemFile.append(file()))
        .order(ItemOrder.PAGES);
  }

  private static TestWeb web(Route... routes) {
    Route[] all = Arrays.copyOf(routes, routes.length + 1);
    all[routes.length] = route("/robots.txt", status(404));
    return TestWeb.serve(TestSite.of(all));
  }

  private String text() throws IOException {
    return Files.readString(file());
  }

  @Test
  void recordsThatWaitForTheirTurnWaitOverRuns() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<h1>0<a href=/1><a href=/2><a href=/3>")),
            route("/1", Reply.close(), Reply.close(), html("<h1>1")),
            route("/2", html("<h1>2")),
            route("/3", html("<h1>3")))) {
      CrawlOptions kept = options(web).maxTries(9).maxPages(3).tasks(1).build();
      CrawlReport first = new Crawl(kept).run();
      assertEquals("{\"t\":\"0\"}\n", text());
      assertEquals(2, first.items().orElseThrow().held());
      assertEquals(3, first.items().orElseThrow().complete());
      CrawlReport second = new Crawl(options(web).maxTries(9).build()).run();
      assertEquals("{\"t\":\"0\"}\n{\"t\":\"1\"}\n{\"t\":\"2\"}\n{\"t\":\"3\"}\n", text());
      assertEquals(0, second.items().orElseThrow().held());
      assertEquals(4, second.items().orElseThrow().complete());
    }
  }

  @Test
  void theFilmsAreInOrderHoweverOftenTheScrapeWasStopped() throws Exception {
    var films = new TopFilms();
    ItemRules rules =
        ItemRules.builder()
            .follow(".pages a")
            .follow(".film a")
            .item(".film")
            .field("t", "a")
            .build();
    try (TestWeb web =
        TestWeb.serve(request ->
            films.reply(request).after(Duration.ofMillis(request.target().hashCode() & 15)))) {
      CrawlReport report = null;
      for (long limit = 3; report == null || report.toDo() > 0; limit += 23) {
        report = new Crawl(options(web).rules(rules).maxPages(limit).build()).run();
      }
      assertEquals(250, report.items().orElseThrow().complete());
      List<String> pages = new ArrayList<>(web.targets());
      pages.removeIf(target -> target.equals("/robots.txt"));
      assertEquals(260, pages.size(), "each page once");
    }
    ItemFormat json = ItemFormat.jsonLines();
    assertEquals(
        IntStream.rangeClosed(1, 250)
            .mapToObj(rank -> json.line(item(TopFilms.film(rank).title())).strip())
            .toList(),
        Files.readAllLines(file()));
  }

  private static Item item(String title) {
    return Item.of("t", title);
  }

  @Test
  void theFileContinuesBehindEarlierLinesAndItsOwnRecords() throws Exception {
    Files.writeString(file(), "{\"t\":\"mine\"}\n");
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")), route("/1", html("<h1>1")))) {
      new Crawl(options(web).maxPages(1).build()).run();
      assertEquals("{\"t\":\"mine\"}\n{\"t\":\"0\"}\n", text());
      new Crawl(options(web).build()).run();
      assertEquals("{\"t\":\"mine\"}\n{\"t\":\"0\"}\n{\"t\":\"1\"}\n", text());
      new Crawl(options(web).existing(ExistingCrawlPolicy.REPLACE).build()).run();
      assertEquals(5, text().lines().count(), "begun anew, it adds to what is there");
      var overwriting =
          options(web).existing(ExistingCrawlPolicy.REPLACE).items(ItemFile.overwrite(file()));
      new Crawl(overwriting.build()).run();
      assertEquals("{\"t\":\"0\"}\n{\"t\":\"1\"}\n", text());
    }
  }

  @Test
  void aTableHasItsColumnsOnce() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")), route("/1", html("<h2>1")))) {
      ItemFormat csv = ItemFormat.csv(List.of("t", "u"));
      new Crawl(options(web).format(csv).maxPages(1).build()).run();
      assertEquals("t,u\n0,\n", text());
      new Crawl(options(web).format(csv).build()).run();
      assertEquals("t,u\n0,\n,1\n", text());
      new Crawl(options(web).format(csv).existing(ExistingCrawlPolicy.REPLACE).build()).run();
      assertEquals("t,u\n0,\n,1\n0,\n,1\n", text());
    }
  }

  @Test
  void linesAddedByOthersAreNeverTruncated() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")), route("/1", html("<h1>1")))) {
      new Crawl(options(web).maxPages(1).build()).run();
      Files.writeString(file(), "{\"t\":\"other\"}\n", StandardOpenOption.APPEND);
      var refusal = assertThrows(UsageException.class, () -> new Crawl(options(web).build()).run());
      assertEquals(
          file()
              + ": somebody has written behind the records of this crawl, from byte 10 on; move that"
              + " elsewhere, or begin anew: the first command with --fresh",
          refusal.getMessage());
      Files.writeString(file(), "{\"t\":\"0\"}\n");
      new Crawl(options(web).build()).run();
      Files.writeString(file(), "{\"t\":\"other\"}\n", StandardOpenOption.APPEND);
      assertEquals(
          0, new Crawl(options(web).build()).run().toDo(), "it is over, and only reported");
      assertTrue(text().endsWith("{\"t\":\"other\"}\n"));
      Files.delete(file());
      var lost = assertThrows(UsageException.class, () -> new Crawl(options(web).build()).run());
      assertEquals(
          file()
              + ": has lost its end: this crawl had written up to byte 20; put that back, or begin anew: the first command with --fresh",
          lost.getMessage());
    }
  }

  @Test
  void aFileOfItsOwnIsCutBackToWhatIsKnown() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")), route("/1", html("<h1>1")))) {
      var options = options(web).items(ItemFile.overwrite(file()));
      Files.writeString(file(), "something else, and longer than all the records");
      new Crawl(options.maxPages(1).build()).run();
      Files.writeString(file(), "{\"t\":\"torn", StandardOpenOption.APPEND);
      new Crawl(options.maxPages(9).build()).run();
      assertEquals("{\"t\":\"0\"}\n{\"t\":\"1\"}\n", text());
    }
  }

  @Test
  void recordsAreNotAppendedWhereTheyWouldBeLost() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0")))) {
      Files.writeString(file(), "{\"a\":1}\n{\"a\"");
      var torn = assertThrows(UsageException.class, () -> new Crawl(options(web).build()).run());
      assertEquals(
          file() + ": its last line has no end; end or remove it, or use -O in place of -o",
          torn.getMessage());
      Files.writeString(file(), "a,c\n1,2\n");
      var csv =
          options(web)
              .format(ItemFormat.csv(List.of("a", "b")))
              .existing(ExistingCrawlPolicy.REPLACE);
      var other = assertThrows(UsageException.class, () -> new Crawl(csv.build()).run());
      assertEquals(
          file()
              + ": it does not begin with the columns a,b; use another file, or -O in place of -o",
          other.getMessage());
      assertEquals("a,c\n1,2\n", text());
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatTakesNothingIsAFailureThatNamesIt() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0")))) {
      var options =
          crawlOf(web.url("/"))
              .follow(Set.of())
              .rules(headings())
              .items(ItemFile.append(Path.of("/dev/full")));
      var failure = assertThrows(IOException.class, () -> new Crawl(options.build()).run());
      assertTrue(failure.getMessage().startsWith("/dev/full: "), failure.getMessage());
    }
  }

  @Test
  void twoScrapesDoNotWriteOneFileAtATime() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")), route("/1", hang()))) {
      var first = new Crawl(options(web).build());
      Thread crawling = Thread.ofPlatform().start(() -> assertEquals(1, run(first).toDo()));
      web.awaitRequests(3, Duration.ofSeconds(60));
      var second =
          crawlOf(web.url("/")).follow(Set.of()).rules(headings()).items(ItemFile.append(file()));
      var refusal = assertThrows(UsageException.class, () -> new Crawl(second.build()).run());
      assertTrue(refusal.getMessage().contains("another process writes there"));
      first.stop();
      crawling.join();
    }
  }

  @Test
  void otherRulesAreAnotherScrape() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")))) {
      CrawlOptions kept = options(web).maxPages(1).build();
      new Crawl(kept).run();
      assertEquals(
          kept, CrawlOptions.recordedIn(temporary.resolve("kept.scrape")).maxPages(1).build());
      ItemRules other = ItemRules.builder().follow("a").field("t:required", "h1").build();
      var refusal =
          assertThrows(
              UsageException.class, () -> new Crawl(options(web).rules(other).build()).run());
      assertTrue(
          refusal.getMessage().contains("other options: rules; use --fresh"), refusal.getMessage());
      String text = "fields:\n  # the heading\n\n  t: 'h1'\n";
      var fromFile =
          options(web)
              .rules(ItemRules.parse("x", text))
              .existing(ExistingCrawlPolicy.REPLACE)
              .maxPages(1);
      new Crawl(fromFile.build()).run();
      new Crawl(options(web).rules(ItemRules.parse("x", text)).build()).run();
    }
  }

  /** A sink that dies in the middle of a crawl is as good as a process that does. */
  @Test
  void aSinkMissesNothingAndHearsTheLastCallsAgain() throws Exception {
    Set<String> told = new LinkedHashSet<>();
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      ItemRules rules =
          ItemRules.builder().follow(".pages a").item(".film").field("t", ".title").build();
      var options =
          crawlOf(web.url("/"))
              .follow(Set.of())
              .directory(temporary.resolve("kept.scrape"))
              .build();
      for (int failing : new int[] {1, 3, 7, 100}) {
        int[] calls = {0};
        ItemSink sink =
            (_, items) -> {
              if (++calls[0] == failing) {
                throw new IOException("no more");
              }
              items.forEach(item -> told.add(item.value("t").orElseThrow().toString()));
            };
        Crawl crawl = new Crawl(options).scrape(new RuleScraper(rules), ItemOrder.PAGES, sink);
        if (failing == 100) {
          crawl.run();
        } else {
          assertThrows(IOException.class, crawl::run);
        }
      }
    }
    assertEquals(
        IntStream.rangeClosed(1, 250).mapToObj(rank -> TopFilms.film(rank).title()).toList(),
        List.copyOf(told));
  }

  @Test
  void countsOfRecordsAreTrueAfterAFailure() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      ItemRules rules =
          ItemRules.builder()
              .follow(".pages a")
              .item(".film")
              .field("t", ".title")
              .field("never:required", ".x")
              .build();
      boolean[] broken = {true};
      var crawl =
          new Crawl(options(web).rules(rules).order(ItemOrder.ARRIVAL).build())
              .listen(
                  new CrawlListener() {
                    @Override
                    public void decided(Verdict verdict) {
                      if (broken[0] && verdict.discovery().url().query().contains("5")) {
                        throw new IllegalStateException("a fault");
                      }
                    }
                  });
      assertThrows(Exception.class, crawl::run);
      broken[0] = false;
      CrawlReport report =
          new Crawl(options(web).rules(rules).order(ItemOrder.ARRIVAL).build()).run();
      assertEquals(0, report.items().orElseThrow().complete());
      assertEquals(250, report.items().orElseThrow().incomplete());
      assertEquals(
          report.items(), CrawlStatus.of(temporary.resolve("kept.scrape")).report().items());
      assertFalse(report.items().orElseThrow().sparse().isEmpty());
    }
  }

  private static CrawlReport run(Crawl crawl) {
    try {
      return crawl.run();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
