package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.FillRate;
import dev.arachne.items.Follow;
import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.PageDocument;
import dev.arachne.items.ScrapeResult;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemFile;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.LinkGroup;
import dev.arachne.options.NofollowPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.output.ItemSink;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScrapeTest {
  private final Sink sink = new Sink();

  /** Keeps what it gets. */
  private static final class Sink implements ItemSink {
    final List<Object> titles = new ArrayList<>();
    final List<String> calls = new ArrayList<>();

    @Override
    public void open() {
      calls.add("open");
    }

    @Override
    public void write(CrawlUrl page, List<Item> items) {
      calls.add(page.pathAndQuery());
      items.forEach(item -> titles.add(item.value("title").orElseThrow()));
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  /** Options to begin with; another class may run the same tests with others. */
  CrawlOptions.Builder crawlOf(String... roots) {
    return CrawlOptions.crawlOf(roots).follow(Set.of());
  }

  private static TestWeb web(Route... routes) {
    Route[] all = Arrays.copyOf(routes, routes.length + 1);
    all[routes.length] = route("/robots.txt", status(404));
    return TestWeb.serve(TestSite.of(all));
  }

  /** Every h1 is a record, every a.next the next page, every other link a link. */
  private static ScrapeResult headings(CrawledPage page) {
    PageDocument document = page.document();
    List<Item> items =
        document.select("h1").stream().map(heading -> Item.of("title", heading.text())).toList();
    List<Follow> follows = new ArrayList<>(document.follows("a:not(.next)"));
    document.follows("a.next").forEach(link -> follows.add(Follow.nextPage(link.url())));
    return new ScrapeResult(items, follows);
  }

  private TestCrawl scrape(CrawlOptions.Builder options, ItemOrder order) throws Exception {
    var test = new TestCrawl(options);
    test.crawl.scrape(ScrapeTest::headings, order, sink);
    test.report = test.crawl.run();
    return test;
  }

  /** The later a page of the list, the sooner its answer. */
  private static Reply laterPagesSooner(String target, Reply reply) {
    int page = target.startsWith("/?page=") ? Integer.parseInt(target.substring(7)) : 0;
    return page == 0 ? reply : reply.after(Duration.ofMillis(30L * (TopFilms.LIST_PAGES - page)));
  }

  @Test
  void inPageOrderTheListIsInOrderWhicheverPageComesFirst() throws Exception {
    var films = new TopFilms();
    try (TestWeb web =
        TestWeb.serve(request -> laterPagesSooner(request.target(), films.reply(request)))) {
      ItemRules rules =
          ItemRules.builder()
              .follow(".pages a")
              .item("li.film")
              .field("title:required", ".title")
              .build();
      new Crawl(crawlOf(web.url("/")).build())
          .scrape(new RuleScraper(rules), ItemOrder.PAGES, sink)
          .run();
      assertEquals(
          IntStream.rangeClosed(1, 250)
              .mapToObj(rank -> (Object) TopFilms.film(rank).title())
              .toList(),
          sink.titles);
      assertEquals("open", sink.calls.getFirst());
      assertEquals("close", sink.calls.getLast());
      assertEquals(1 + 10, web.requestCount(), "films and the login page are not followed");
    }
  }

  @Test
  void arrivalsInOrderDoNotWait() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<a href=/slow><a href=/fast>")),
            route("/slow", html("<h1>slow").after(Duration.ofMillis(300))),
            route("/fast", html("<h1>fast")))) {
      scrape(crawlOf(web.url("/")), ItemOrder.ARRIVAL);
      assertEquals(List.of("fast", "slow"), sink.titles);
      sink.titles.clear();
      scrape(crawlOf(web.url("/")), ItemOrder.PAGES);
      assertEquals(List.of("slow", "fast"), sink.titles);
    }
  }

  @Test
  void redirectsFailuresAndDeadEndsDoNotHoldUpTheOrder() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<h1>0<a href=/moved><a href=/gone><a href=/broken><a href=/2>")),
            route("/moved", redirect(301, "/1").after(Duration.ofMillis(200))),
            route("/1", html("<h1>1").after(Duration.ofMillis(100))),
            route("/gone", status(404).after(Duration.ofMillis(200))),
            route("/broken", Reply.close()),
            route("/2", html("<h1>2")))) {
      scrape(crawlOf(web.url("/")).maxTries(1), ItemOrder.PAGES);
      assertEquals(List.of("0", "1", "2"), sink.titles);
    }
  }

  @Test
  void onlyWhatTheScraperFollowsIsFetchedAndOnlyOnTheHostsOfTheCrawl() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<h1>0<a href=/1><a href=http://other.invalid/><link href=/style>")),
            route("/1", html("<h1>1<a href=/>")))) {
      TestCrawl test = scrape(crawlOf(web.url("/")), ItemOrder.ARRIVAL);
      assertEquals(Set.of("/", "/1"), test.answered().keySet());
      assertEquals(1, test.report.skipped().getFirst().urls().count());
    }
  }

  @Test
  void theNextPageOfAListIsNoDeeperThanTheList() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<h1>0<a class=next href=/p2><a href=/a>")),
            route("/p2", html("<h1>p2<a class=next href=/p3><a href=/b>")),
            route("/p3", html("<h1>p3")),
            route("/a", html("<h1>a<a href=/deep>")),
            route("/b", html("<h1>b")))) {
      scrape(crawlOf(web.url("/")).maxDepth(1), ItemOrder.PAGES);
      assertEquals(Set.of("0", "p2", "p3", "a", "b"), Set.copyOf(sink.titles));
    }
  }

  @Test
  void aPageThatAsksRobotsNotToFollowIsScrapedAndNotFollowed() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<meta name=robots content=nofollow><h1>0<a href=/1>")),
            route("/links", html("<h1>1<a rel=nofollow href=/2><a href=/3>")),
            route("/1", html("<h1>never")),
            route("/2", html("<h1>at times")),
            route("/3", html("<h1>always")))) {
      scrape(crawlOf(web.url("/"), web.url("/links")), ItemOrder.PAGES);
      assertEquals(List.of("0", "1", "at times", "always"), sink.titles);
      sink.titles.clear();
      scrape(
          crawlOf(web.url("/"), web.url("/links")).nofollow(NofollowPolicy.LINKS), ItemOrder.PAGES);
      assertEquals(List.of("0", "1", "always"), sink.titles);
    }
  }

  @Test
  void withLinksToFollowAScraperOnlyAddsToThem() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<h1>0<link rel=next href=/list><a href=/1>")),
            route("/list", html("<h1>list<img src=/picture>")),
            route("/picture", html("<h1>picture")),
            route("/1", html("<h1>1")))) {
      scrape(crawlOf(web.url("/")).follow(Set.of(LinkGroup.IMAGES)), ItemOrder.ARRIVAL);
      assertEquals(List.of("0", "1"), sink.titles);
      sink.titles.clear();
      scrape(crawlOf(web.url("/")).follow(EnumSet.allOf(LinkGroup.class)), ItemOrder.PAGES);
      assertEquals(Set.of("0", "1", "list", "picture"), Set.copyOf(sink.titles));
      assertEquals(4, sink.titles.size());
    }
  }

  @Test
  void aScraperThatThrowsFailsItsPageAndNoOther() throws Exception {
    try (TestWeb web =
        web(
            route("/", html("<a href=/1><a href=/2>")),
            route("/1", html("")),
            route("/2", html("<h1>2")))) {
      var test = new TestCrawl(crawlOf(web.url("/")));
      test.crawl.scrape(
          page -> {
            if (page.url().path().equals("/1")) {
              throw new IOException("not this one");
            }
            return headings(page);
          },
          ItemOrder.PAGES,
          sink);
      test.crawl.run();
      assertEquals(Set.of("/1"), test.thrown.keySet());
      assertEquals(List.of("2"), sink.titles);
    }
  }

  @Test
  void aSinkThatFailsEndsTheCrawlWithItsReason() throws Exception {
    try (TestWeb web = web(route("/", html("<h1>0<a href=/1>")), route("/1", Reply.hang()))) {
      boolean[] closed = {false};
      ItemSink broken =
          new ItemSink() {
            @Override
            public void write(CrawlUrl page, List<Item> items) throws IOException {
              throw new IOException("films.jsonl: no space");
            }

            @Override
            public void close() {
              closed[0] = true;
            }
          };
      Crawl crawl =
          new Crawl(crawlOf(web.url("/")).build())
              .scrape(ScrapeTest::headings, ItemOrder.ARRIVAL, broken);
      var failure = assertThrows(IOException.class, crawl::run);
      assertEquals("films.jsonl: no space", failure.getMessage());
      assertTrue(closed[0]);
    }
  }

  @Test
  void aFileThatCannotBeOpenedIsTheUsersMistakeAndNothingIsFetched(@TempDir Path directory)
      throws Exception {
    try (TestWeb web = web(route("/", html("")))) {
      var options = crawlOf(web.url("/")).items(ItemFile.append(directory));
      Crawl crawl = new Crawl(options.build()).scrape(ScrapeTest::headings);
      assertThrows(UsageException.class, crawl::run);
      assertEquals(0, web.requestCount());
    }
  }

  @Test
  void theSinkGetsAPageAfterItsVerdict(@TempDir Path directory) throws Exception {
    List<String> events = new CopyOnWriteArrayList<>();
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      var options = crawlOf(web.url("/")).maxPages(20).directory(directory.resolve("crawl"));
      new Crawl(options.build())
          .scrape(
              ScrapeTest::headings,
              ItemOrder.ARRIVAL,
              (page, _) -> events.add("written " + page.pathAndQuery()))
          .listen(
              new CrawlListener() {
                @Override
                public void decided(Verdict verdict) {
                  events.add("decided " + verdict.discovery().url().pathAndQuery());
                }
              })
          .run();
    }
    List<String> written = events.stream().filter(event -> event.startsWith("written")).toList();
    assertEquals(20, written.size());
    for (String event : written) {
      String decided = event.replace("written", "decided");
      assertTrue(events.indexOf(decided) < events.indexOf(event), decided + " of " + events);
    }
  }

  @Test
  void recordsOfAnInterruptedCrawlAreWritten(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("items.jsonl");
    try (TestWeb web =
        web(
            route("/", html("<h1>0<a href=/hangs><a href=/2>")),
            route("/hangs", Reply.hang()),
            route("/2", html("<h1>2")))) {
      var second = new Object[1];
      var options = crawlOf(web.url("/")).order(ItemOrder.PAGES).items(ItemFile.append(file));
      Crawl crawl = new Crawl(options.build());
      crawl.scrape(page -> {
        if (page.url().path().equals("/2")) {
          second[0] = page;
        }
        return headings(page);
      });
      crawl.listen(
          new CrawlListener() {
            @Override
            public void decided(Verdict verdict) {
              if (second[0] != null) {
                crawl.stop();
              }
            }
          });
      assertEquals(StopReason.INTERRUPT, crawl.run().stopReason());
      assertEquals("{\"title\":\"0\"}\n{\"title\":\"2\"}\n", Files.readString(file));
    }
  }

  @Test
  void pagesOfThousandsOfRecordsComeWhole() throws Exception {
    String many = "<h1>x</h1>".repeat(6_000);
    try (TestWeb web =
        web(route("/", html("<a href=/1><a href=/2><a href=/3>")), route("/*", html(many)))) {
      scrape(crawlOf(web.url("/")), ItemOrder.ARRIVAL);
      assertEquals(18_000, sink.titles.size());
    }
  }

  @Test
  void aFieldThatStopsMatchingRaisesAWarningWithItsFillRate() throws Exception {
    List<String> warnings = new CopyOnWriteArrayList<>();
    Route[] routes =
        Stream.concat(
                IntStream.range(0, 60)
                    .mapToObj(i ->
                        route(
                            "/" + i,
                            html(
                                "<h1>title</h1>"
                                    + (i < 10 ? "<i>year</i>" : "")
                                    + "<a href=/"
                                    + (i + 1)
                                    + ">"))),
                Stream.of(route("/robots.txt", status(404))))
            .toArray(Route[]::new);
    try (TestWeb web = TestWeb.serve(TestSite.of(routes))) {
      ItemRules rules =
          ItemRules.builder().next("a").field("title:required", "h1").field("year", "i").build();
      CrawlReport report =
          new Crawl(crawlOf(web.url("/0")).build())
              .scrape(new RuleScraper(rules), ItemOrder.PAGES, sink)
              .listen(
                  new CrawlListener() {
                    @Override
                    public void sparse(FillRate rate) {
                      warnings.add(rate.text());
                    }
                  })
              .run();
      assertEquals(
          List.of("field year was found on 10 of 50 pages; 20% of their records have it"),
          warnings);
      CrawlReport.ItemTally items = report.items().orElseThrow();
      assertEquals(new FillRate("year", 60, 10, 60, 10), items.fields().getLast());
      assertEquals(List.of(), items.sparse(), "it was told of");
      assertEquals(60, items.complete());
      assertEquals(0, items.incomplete());
    }
  }

  @Test
  void urlsOfAServedFolderKeepItsName(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("index.html"), "<a href=sub.html>");
    var urls = new TreeSet<String>();
    ItemRules rules = ItemRules.builder().field("url:url", "a").field("urls:url,list", "a").build();
    new Crawl(crawlOf(folder.toString()).build())
        .scrape(
            new RuleScraper(rules),
            ItemOrder.ARRIVAL,
            (_, items) -> items.forEach(item -> urls.add(ItemFormat.jsonLines().line(item))))
        .run();
    String name = folder.toRealPath().toUri() + "sub.html";
    assertEquals(Set.of("{\"url\":\"" + name + "\",\"urls\":[\"" + name + "\"]}\n"), urls);
    assertFalse(urls.toString().contains("127.0.0.1"));
  }
}
