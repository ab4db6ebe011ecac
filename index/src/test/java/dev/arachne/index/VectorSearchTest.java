package dev.arachne.index;

import static dev.arachne.index.IndexedSite.page;
import static dev.arachne.index.IndexedSite.paths;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestEmbeddings;
import dev.arachne.testkit.TestEmbeddings.Answer;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages are found by what they mean, by a model that is a table, whatever becomes of its server.
 */
class VectorSearchTest {
  private static final Map<String, Integer> MEANINGS =
      Map.of("car", 0, "automobile", 0, "vehicle", 0, "loom", 1, "weaving", 1, "bread", 2);

  /** More than Lucene takes unasked, as many models have. */
  private static final int DIMENSION = 1_536;

  @TempDir Path temporary;

  private static TestSite site() {
    String far = "Nothing of it is here. ".repeat(80);
    return TestSite.of(
        route(
            "/",
            html(
                page(
                    "Start",
                    "en",
                    "Welcome. <a href=/auto>1</a> <a href=/loom>2</a> <a href=/long>3</a>"))),
        route(
            "/auto",
            html(page("Garage", "en", "An automobile is kept dry. The automobile shines."))),
        route("/loom", html(page("Cloth", "en", "The weaving of cloth. Weaving is slow."))),
        route(
            "/long",
            html(
                page(
                    "Report",
                    "en",
                    far + "<p>Bread rises. Bread is baked, bread is sold.<p>" + far))));
  }

  private static HttpEmbedding embedding(TestEmbeddings server, String model) {
    return HttpEmbedding.at(
        URI.create(server.url()), model, Optional.empty(), Duration.ofMinutes(1));
  }

  private Path crawl(TestSite site) throws Exception {
    try (TestWeb web = TestWeb.serve(site)) {
      return IndexedSite.crawled(web, temporary.resolve("kept"));
    }
  }

  private static String first(CrawlSearch search, String query) throws Exception {
    List<String> paths = paths(search.search(SearchQuery.of(query)));
    return paths.isEmpty() ? "" : paths.getFirst();
  }

  @Test
  void pagesAreFoundByWhatTheyMean() throws Exception {
    Path kept = crawl(site());
    try (TestEmbeddings server = TestEmbeddings.serve(MEANINGS, DIMENSION);
        HttpEmbedding toy = embedding(server, "toy")) {
      try (CrawlSearch words = CrawlSearch.open(kept)) {
        assertEquals(List.of(), paths(words.search(SearchQuery.of("car"))));
      }
      var none = assertThrows(UsageException.class, () -> CrawlSearch.open(kept, toy));
      assertTrue(none.getMessage().contains("has no vectors; use arachne index"));
      VectorReport made = VectorIndexing.of(kept, toy, () -> false);
      assertEquals(new VectorReport("toy", 4, 0, 0, Optional.empty()), made);
      assertEquals(new VectorContents(4, 4), VectorContents.of(kept, server));
      int requests = server.requestCount();
      assertEquals(0, VectorIndexing.of(kept, toy, () -> false).pages());
      assertEquals(requests, server.requestCount(), "nothing is asked again");
      try (CrawlSearch search = CrawlSearch.open(kept, toy)) {
        SearchResults found = search.search(SearchQuery.of("car").withFacets());
        assertEquals("/auto", paths(found).getFirst());
        assertEquals(4, found.total());
        assertEquals("no page has these words; these mean the like", found.remark().orElse(""));
        assertEquals("/auto", first(search, "a vehicle"));
        assertEquals("/loom", first(search, "loom"));
        SearchHit bread = search.search(SearchQuery.of("loaf bread")).hits().getFirst();
        assertTrue(bread.snippet().text().contains("Bread rises"), bread::toString);
        assertEquals("/loom", first(search, "car -automobile title:cloth"));
        assertEquals("", first(search, "\"car\""));
        assertEquals("", first(search, "car site:example.org"));
        assertEquals("/auto", first(search, "car site:127.0.0.1 lang:en"));
        assertEquals(
            List.of(),
            paths(search.search(SearchQuery.of("site:example.org"))),
            "filters alone ask no model");
      }
    }
  }

  @Test
  void aPageWithTheWordsAndTheMeaningIsBeforeThoseWithOne() throws Exception {
    TestSite site =
        TestSite.of(
            route(
                "/",
                html(page("Start", "en", "<a href=/both>1</a> <a href=/w>2</a> <a href=/m>3</a>"))),
            route("/both", html(page("One", "en", "The car and the vehicle, an automobile."))),
            route("/w", html(page("Two", "en", "A car of bread, bread, bread, bread and bread."))),
            route("/m", html(page("Three", "en", "An automobile."))));
    Path kept = crawl(site);
    try (TestEmbeddings server = TestEmbeddings.serve(MEANINGS, 16);
        HttpEmbedding toy = embedding(server, "toy")) {
      VectorIndexing.of(kept, toy, () -> false);
      try (CrawlSearch search = CrawlSearch.open(kept, toy)) {
        SearchResults found = search.search(SearchQuery.of("car"));
        assertEquals("/both", paths(found).getFirst());
        assertTrue(paths(found).containsAll(List.of("/w", "/m")));
        assertEquals(Optional.empty(), found.remark());
      }
    }
  }

  @Test
  void aModelThatFailsLosesNoPageAndIsMadeUpForLater() throws Exception {
    Path kept = crawl(site());
    try (TestEmbeddings server = TestEmbeddings.serve(MEANINGS, 16);
        HttpEmbedding toy = embedding(server, "toy")) {
      for (Answer answer :
          List.of(
              new Answer(503, "0", "busy"),
              new Answer(404, "", "no such model"),
              new Answer(400, "", "no"),
              new Answer(200, "", "<html>a page"))) {
        server.script((_, _) -> Optional.of(answer));
        VectorReport report = VectorIndexing.of(kept, toy, () -> false);
        assertEquals(4, report.pending(), answer::toString);
        assertTrue(report.failure().isPresent());
        assertEquals(Optional.empty(), VectorIndexing.model(kept));
      }
      assertEquals(4, CrawlIndexing.of(kept).pages());
      server.script((_, _) -> Optional.empty());
      assertEquals(4, VectorIndexing.of(kept, toy, () -> false).pages());
      server.script((_, _) -> Optional.of(new Answer(500, "", "out of memory")));
      try (CrawlSearch search = CrawlSearch.open(kept, toy)) {
        SearchResults found = search.search(SearchQuery.of("weaving"));
        assertEquals(List.of("/loom"), paths(found));
        assertEquals(
            server.url() + ": answered 500: out of memory; these are by their words alone",
            found.remark().orElse(""));
      }
    }
  }

  @Test
  void aTextThatTheModelRefusesCostsItselfAlone() throws Exception {
    Path kept = crawl(site());
    try (TestEmbeddings server = TestEmbeddings.serve(MEANINGS, 16);
        HttpEmbedding toy = embedding(server, "toy")) {
      server.script((_, texts) ->
          texts.stream().anyMatch(text -> text.length() > 700)
              ? Optional.of(new Answer(413, "", "too long"))
              : texts.stream().anyMatch(text -> text.contains("automobile"))
                  ? Optional.of(new Answer(200, "", "{\"data\":[]}"))
                  : Optional.empty());
      VectorReport report = VectorIndexing.of(kept, toy, () -> false);
      assertEquals(new VectorReport("toy", 3, 1, 0, Optional.empty()), report);
      int requests = server.requestCount();
      assertEquals(0, VectorIndexing.of(kept, toy, () -> false).pending());
      assertEquals(requests, server.requestCount(), "what is refused is not asked each time");
      try (CrawlSearch search = CrawlSearch.open(kept, toy)) {
        assertEquals("/loom", first(search, "loom"));
        assertEquals("/auto", first(search, "garage"));
      }
    }
  }

  @Test
  void vectorsOfAnotherModelOrDimensionAreRefusedInOneLine() throws Exception {
    Path kept = crawl(site());
    try (TestEmbeddings server = TestEmbeddings.serve(MEANINGS, 16);
        TestEmbeddings longer = TestEmbeddings.serve(MEANINGS, 32);
        HttpEmbedding toy = embedding(server, "toy");
        HttpEmbedding other = embedding(server, "other")) {
      var once = new AtomicInteger();
      assertEquals(0, VectorIndexing.of(kept, toy, () -> once.getAndIncrement() == 0).pages());
      VectorIndexing.of(kept, toy, () -> false);
      assertEquals("toy", VectorIndexing.model(kept).orElse(""));
      for (var refusal :
          List.of(
              assertThrows(UsageException.class, () -> VectorIndexing.of(kept, other, () -> false)),
              assertThrows(UsageException.class, () -> CrawlSearch.open(kept, other)))) {
        assertTrue(
            refusal.getMessage().contains("its vectors are of the model toy, not other"),
            refusal.getMessage());
        assertFalse(refusal.getMessage().contains("\n"));
      }
      try (HttpEmbedding same = embedding(longer, "toy");
          CrawlSearch search = CrawlSearch.open(kept, same)) {
        assertEquals(0, VectorIndexing.of(kept, same, () -> false).pages());
        SearchResults found = search.search(SearchQuery.of("weaving"));
        assertEquals(List.of("/loom"), paths(found));
        assertTrue(
            found.remark().orElse("").contains("a vector of 32 numbers in place of 16"),
            found::toString);
      }
    }
  }

  @Test
  void vectorsGoAndChangeWithTheirPages() throws Exception {
    var asked = new AtomicInteger();
    TestSite site =
        request ->
            switch (request.target()) {
              case "/" ->
                  html(page("Start", "en", "<a href=/news>news</a> <a href=/gone>gone</a>"));
              case "/news" ->
                  html(
                      page(
                          "News", "en", asked.getAndIncrement() == 0 ? "An automobile" : "A loom"));
              case "/gone" ->
                  asked.get() < 2 ? html(page("Here", "en", "Bread and bread")) : Reply.status(410);
              default -> Reply.status(404);
            };
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(site);
        TestEmbeddings server = TestEmbeddings.serve(MEANINGS, DIMENSION);
        HttpEmbedding toy = embedding(server, "toy")) {
      CrawlUrl news = CrawlUrl.of(web.url("/news"));
      CrawlUrl gone = CrawlUrl.of(web.url("/gone"));
      var crawl =
          new Crawl(
              CrawlOptions.crawlOf(web.url("/"))
                  .directory(kept)
                  .tasks(1)
                  .index(SearchIndex.PAGES)
                  .build());
      var visits = new AtomicInteger();
      crawl
          .process(page -> {
            if (page.url().equals(gone)) {
              assertTrue(crawl.revisit(news));
            }
            if (page.url().equals(news) && visits.incrementAndGet() == 2) {
              assertTrue(crawl.revisit(gone));
            }
          })
          .run();
      // As many processes would, one behind the other: each verdict, then the vectors of its page.
      List<dev.arachne.pages.DecidedPage> verdicts = new java.util.ArrayList<>();
      dev.arachne.pages.CrawlPages.read(
          kept,
          pages -> {
            pages.from(0, verdicts::add);
            return true;
          });
      for (dev.arachne.pages.DecidedPage verdict : verdicts) {
        dev.arachne.pages.CrawlPages.read(
            kept,
            pages -> {
              try (PageIndex index = PageIndex.open(kept)) {
                index.add(verdict, pages.contentOf(verdict));
                index.join();
              }
              return true;
            });
        VectorIndexing.of(kept, toy, () -> false);
        VectorContents contents = VectorContents.of(kept, server);
        assertEquals(contents.pages(), contents.withVectors());
      }
      assertEquals(new VectorContents(2, 2), VectorContents.of(kept, server));
      try (CrawlSearch search = CrawlSearch.open(kept, toy)) {
        assertEquals("/news", first(search, "weaving"));
        assertFalse(paths(search.search(SearchQuery.of("bread"))).contains("/gone"));
      }
    }
  }
}
