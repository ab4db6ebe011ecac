package org.example;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Route.route;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.crawl.CrawledPage;
import dev.arachne.crawl.PageProcessor;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.LeaseRequests;
import dev.arachne.fetch.PageLoader;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.items.Item;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.pace.Throttling;
import dev.arachne.protocol.Headers;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What programs dock to the stages of a visit, by the public classes alone. */
class SeamsTest {
  private static final Route NO_ROBOTS = route("/robots.txt", Reply.status(404));

  private final Map<String, String> verdicts = new TreeMap<>();

  private static TestWeb web(Route... routes) {
    var all = new ArrayList<>(List.of(routes));
    all.add(NO_ROBOTS);
    return TestWeb.serve(TestSite.of(all.toArray(Route[]::new)));
  }

  private Crawl crawl(TestWeb web) {
    return new Crawl(crawlOf(web.url("/")).sitemaps(SitemapPolicy.IGNORE).build())
        .listen(
            new CrawlListener() {
              @Override
              public void decided(Verdict verdict) {
                verdicts.put(
                    verdict.discovery().url().path(),
                    switch (verdict.disposition()) {
                      case Disposition.Done(var answer) -> "" + answer.status();
                      case Disposition.Moved(var answer, String _) -> "" + answer.status();
                      case Disposition.Dropped(DropReason reason, String _, var _) -> reason.name();
                    });
              }
            });
  }

  @Test
  void requestsAreChangedBeforeTheyAreSent() throws Exception {
    try (TestWeb web =
        TestWeb.serve(request ->
            request.target().equals("/robots.txt")
                ? Reply.status(404)
                : Reply.html(
                    request.header("Accept-Language").orElse("none").equals("de, en")
                        ? "<a href=/seen>"
                        : ""))) {
      crawl(web)
          .customize((request, lease) ->
              request.with("Accept-Language", lease.depth() == 0 ? "de, en" : "fr"))
          .run();
    }
    assertEquals(Map.of("/", "200", "/seen", "200"), verdicts);
  }

  @Test
  void linksAreDroppedAndRewritten() throws Exception {
    try (TestWeb web =
        web(
            route("/", Reply.html("<a href=/print/1><a href=/a;session=7><a href=/moved>")),
            route("/moved", Reply.redirect(301, "/print/2")),
            route("/a", Reply.html("<a href=/a;session=8>")))) {
      crawl(web)
          .filter(
              (link, _) -> link.path().startsWith("/print") ? Optional.empty() : Optional.of(link))
          .filter((link, page) ->
              Optional.of((CrawlUrl) page.resolve(link.toString().replaceFirst(";session=.*", ""))))
          .run();
      assertTrue(web.targets().stream().noneMatch(it -> it.contains("session")));
    }
    assertEquals(Map.of("/", "200", "/a", "200", "/moved", "301"), verdicts);
  }

  /** Has some pages of its own, and asks another loader for the rest. */
  private record Shelf(Map<String, String> pages, PageLoader others) implements PageLoader {
    @Override
    public FetchOutcome load(Lease lease, HttpRequest request, LeaseRequests departures) {
      String page = pages.get(lease.url().path());
      return page == null
          ? others.load(lease, request, departures)
          : new FetchOutcome.Answered(
              HttpResponse.of(
                  lease.url(), 200, Headers.of("Content-Type", "text/html"), page.getBytes()),
              departures.exchanges(),
              Optional.empty());
    }
  }

  @Test
  void pagesAreLoadedInAnotherWay() throws Exception {
    try (TestWeb web =
        web(route("/", Reply.html("<a href=/kept>")), route("/live", Reply.html("")))) {
      crawl(web).load(http -> new Shelf(Map.of("/kept", "<a href=/live>"), http)).run();
      assertEquals(List.of("/robots.txt", "/", "/live"), web.targets());
    }
    assertEquals(Map.of("/", "200", "/kept", "200", "/live", "200"), verdicts);
  }

  @Test
  void processorsAddLinksAndRecordsAndFailAlone() throws Exception {
    Map<String, List<Item>> records = new ConcurrentHashMap<>();
    List<String> titles = Collections.synchronizedList(new ArrayList<>());
    try (TestWeb web =
        web(
            route("/", Reply.html("<title>Home</title><a href=/linked>")),
            route("/linked", Reply.html("<title>Linked</title>")),
            route("/added", Reply.html("<title>Added</title>")))) {
      crawl(web)
          .process(page -> {
            if (page.url().path().equals("/linked")) {
              throw new IllegalStateException("no taste for it");
            }
          })
          .process(page -> {
            titles.add(page.document().select("title").text());
            page.follow((CrawlUrl) page.url().resolve("/added"));
            page.add(Item.of("title", page.document().select("title").text()));
          })
          .records(ItemOrder.ARRIVAL, (page, items) -> records.put(page.path(), items))
          .run();
    }
    assertEquals(new TreeSet<>(List.of("Added", "Home", "Linked")), new TreeSet<>(titles));
    assertEquals(Map.of("/", "200", "/linked", "PROCESSING", "/added", "200"), verdicts);
    assertEquals(new TreeSet<>(List.of("/", "/added", "/linked")), new TreeSet<>(records.keySet()));
  }

  @Test
  void aProcessorSeesErrorsAndRedirectsIfItWantsThem() throws Exception {
    Map<String, Integer> seen = new ConcurrentHashMap<>();
    var all =
        new PageProcessor() {
          @Override
          public void process(CrawledPage page) {
            seen.put(page.url().path(), page.status());
          }

          @Override
          public boolean takes(int status) {
            return true;
          }
        };
    try (TestWeb web =
        web(
            route("/", Reply.html("<a href=/gone><a href=/old>")),
            route("/gone", Reply.status(410)),
            route("/old", Reply.redirect(301, "/")))) {
      crawl(web).process(all).run();
    }
    assertEquals(Map.of("/", 200, "/gone", 410, "/old", 301), seen);
  }

  @Test
  void aProcessorEndsTheCrawl() throws Exception {
    try (TestWeb web =
        web(route("/", Reply.html("<a href=/1>")), route("/1", Reply.html("<a href=/2>")))) {
      CrawlReport report =
          crawl(web)
              .process(page -> {
                if (page.url().path().equals("/1")) {
                  page.stopCrawl();
                }
              })
              .run();
      assertEquals(StopReason.INTERRUPT, report.stopReason());
      assertEquals(1, report.toDo());
    }
    assertEquals(Map.of("/", "200", "/1", "200"), verdicts);
  }

  @Test
  void processorsRunOnTheExecutorThatTheProgramGives() throws Exception {
    int pages = 100; // more than the crawl has threads for processors
    String links =
        IntStream.range(0, pages).mapToObj(i -> "<a href=/" + i + ">").collect(joining());
    var together = new CountDownLatch(pages);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        TestWeb web =
            TestWeb.serve(request ->
                request.target().equals("/robots.txt")
                    ? Reply.status(404)
                    : Reply.html(request.target().equals("/") ? links : ""))) {
      CrawlReport report =
          new Crawl(
                  crawlOf(web.url("/"))
                      .sitemaps(SitemapPolicy.IGNORE)
                      .tasks(pages)
                      .throttling(Throttling.FIXED)
                      .build())
              .process(page -> {
                assertTrue(Thread.currentThread().isVirtual());
                if (!page.url().path().equals("/")) {
                  together.countDown();
                  together.await();
                }
              })
              .processOn(threads)
              .run();
      assertEquals(List.of(), report.failed());
      assertEquals(0, together.getCount());
    }
  }

  @Test
  void aPageThatTheExecutorRejectsIsAFailedOne() throws Exception {
    var closed = Executors.newSingleThreadExecutor();
    closed.close();
    try (TestWeb web = web(route("/", Reply.html("<a href=/1>")), route("/1", Reply.html("")))) {
      crawl(web).process(_ -> {}).processOn(closed).run();
    }
    assertEquals(Map.of("/", "PROCESSING"), verdicts);
  }
}
