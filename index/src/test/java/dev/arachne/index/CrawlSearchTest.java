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
import dev.arachne.http.FixedAddresses;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites are crawled, indexed in each way there is, and searched. */
class CrawlSearchTest {
  @TempDir Path temporary;

  private static final String SAME =
      "The loom has a warp and a weft, and whoever weaves throws the shuttle from side to side,"
          + " beats the weft against the cloth, and changes the sheds by her feet on the treadles. ";

  private static TestSite site() {
    return TestSite.of(
        route(
            "/",
            html(
                page(
                    "Start",
                    "en",
                    "Welcome. <a href=/docs/weaving.html>How to weave on a loom</a>"
                        + " <a href=/docs/spinning.html>Spinning</a> <a href=/de/weben.html>Deutsch</a>"
                        + " <a href=/report.pdf>The annual figures</a> <a href=/old>zebra moved</a>"
                        + " <a href=/copy1>one</a> <a href=/copy2>two</a> <a href=/gone>gone</a>"))),
        route(
            "/docs/weaving.html",
            html(
                page(
                    "Weaving",
                    "en",
                    "Weavers were running the shuttles over the <b>warp</b>. HashMap&lt;K&gt; too."
                        + " <a href=/docs/spinning.html>Spinning wheel</a>"))),
        route(
            "/docs/spinning.html",
            html(
                "<!doctype html><html lang=en><title>Spinning</title>"
                    + "<meta property=article:published_time content=2019-05-01><main><h1>Spinning</h1>"
                    + "<p>The spindle turns. A java.util.Spindle has snake_case names. running water")),
        route("/de/weben.html", html(page("Weben", "de", "Die Häuser der Weber am Fluss."))),
        route("/report.pdf", Reply.ok("application/pdf", "%PDF".getBytes(StandardCharsets.UTF_8))),
        route("/old", Reply.redirect(301, "/docs/weaving.html")),
        route("/copy1", html(page("Copy", "en", SAME.repeat(3) + "first"))),
        route("/copy2", html(page("Copy", "en", SAME.repeat(3) + "second"))));
  }

  private Path crawl(TestWeb web, String name) throws Exception {
    return IndexedSite.crawled(web, temporary.resolve(name));
  }

  @Test
  void pagesAreFoundByWordsFieldsAndChoices() throws Exception {
    try (TestWeb web = TestWeb.serve(site());
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      assertEquals(7, search.pages());
      assertEquals(List.of("/docs/weaving.html"), paths(search, "shuttle run warp"));
      assertEquals(List.of("/docs/weaving.html"), paths(search, "\"running the shuttles\""));
      assertEquals(List.of(), paths(search, "\"shuttles the running\""));
      assertEquals(List.of("/docs/weaving.html"), paths(search, "running -spindle"));
      assertEquals(List.of("/docs/spinning.html"), paths(search, "title:spinning"));
      assertEquals(List.of("/docs/spinning.html"), paths(search, "java.util.Spindle case"));
      assertEquals(List.of("/de/weben.html"), paths(search, "Haus"));
      assertEquals(List.of("/de/weben.html"), paths(search, "lang:de"));
      assertEquals(List.of("/report.pdf"), paths(search, "type:pdf"));
      assertEquals(List.of("/report.pdf"), paths(search, "type:application/pdf annual figures"));
      assertEquals(
          List.of("/docs/spinning.html", "/docs/weaving.html"),
          paths(search, "spinning site:127.0.0.1/docs"));
      assertEquals(List.of(), paths(search, "spinning site:example.org"));
      assertEquals(List.of("/docs/weaving.html"), paths(search, "running since:2020"));
      assertEquals(List.of("/docs/weaving.html"), paths(search, "hashmap"));
      assertEquals(
          List.of("/docs/weaving.html"),
          paths(search, "weavers link:" + web.url("/docs/spinning.html")));
      assertEquals(
          List.of("/docs/weaving.html"),
          paths(search, "weavers link:" + web.url("/de/../docs/spinning.html#wheel")));
      String typed = web.url("/docs/spinning.html").replace("http", "HTTP");
      assertFalse(paths(search, "weavers -link:" + typed).contains("/docs/weaving.html"));
      assertEquals(List.of("/docs/weaving.html"), paths(search, "url:weaving"));
    }
  }

  @Test
  void aSiteIsNamedWithItsPortAndInAnyScript() throws Exception {
    Path kept = temporary.resolve("ports");
    try (TestWeb web = TestWeb.serve(site())) {
      String port = web.url("/").replaceAll("[^:]*:[^:]*:([0-9]+)/", "$1");
      CrawlOptions options =
          CrawlOptions.crawlOf(
                  web.url("/"), "http://b\u00fccher.example:" + port + "/docs/weaving.html")
              .directory(kept)
              .maxTries(1)
              .fixed(
                  List.of(
                      new FixedAddresses(
                          "xn--bcher-kva.example",
                          Integer.parseInt(port),
                          List.of(InetAddress.ofLiteral("127.0.0.1")))))
              .index(SearchIndex.PAGES)
              .build();
      try (var index = new IndexConsumer(kept)) {
        new Crawl(options).consume(index).run();
        index.finish();
      }
      try (CrawlSearch search = CrawlSearch.open(kept)) {
        String spinning = "title:spinning site:";
        List<String> found = List.of("/docs/spinning.html");
        assertEquals(found, paths(search, spinning + "127.0.0.1:" + port));
        assertEquals(found, paths(search, spinning + "127.0.0.1:" + port + "/docs"));
        assertEquals(found, paths(search, spinning + web.url("/docs/")));
        assertEquals(List.of(), paths(search, spinning + "127.0.0.1:1"));
        assertEquals(List.of(), paths(search, spinning + "127.0.0.1:" + port + "/de"));
        for (String host :
            List.of("b\u00fccher.example", "xn--bcher-kva.example", "B\u00dcCHER.example")) {
          SearchHit hit = search.search(SearchQuery.of("weavers site:" + host)).hits().getFirst();
          assertTrue(hit.url().contains("xn--bcher-kva"), hit.url());
          assertEquals(
              List.of("/docs/weaving.html"), paths(search, "weavers site:" + host + ":" + port));
        }
      }
    }
  }

  @Test
  void aBadDateIsReportedAlsoForAlikePages() throws Exception {
    try (TestWeb web = TestWeb.serve(site());
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      SearchResults found = search.similar(web.url("/copy1"), SearchQuery.of("since:yesterday"));
      assertEquals(List.of(), found.hits());
      assertTrue(
          found.remark().orElse("").startsWith("since:yesterday is not a date"), found::toString);
    }
  }

  @Test
  void aBadDateOfChangeDoesNotHideThatOfPublication() throws Exception {
    TestSite site =
        TestSite.of(
            route(
                "/",
                html(
                    "<!doctype html><title>Old</title>"
                        + "<meta property=article:modified_time content='a while ago'>"
                        + "<meta property=article:published_time content=2019-05-01><p>mayfly")));
    try (TestWeb web = TestWeb.serve(site);
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      assertEquals(List.of("/"), paths(search, "mayfly since:2019"));
      assertEquals(List.of(), paths(search, "mayfly since:2020"));
    }
  }

  @Test
  void textsOfLinksLeadToPagesAlsoOverRedirects() throws Exception {
    try (TestWeb web = TestWeb.serve(site());
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      assertEquals("/docs/weaving.html", paths(search, "weave loom").getFirst());
      assertEquals("/docs/weaving.html", paths(search, "zebra moved").getFirst());
      SearchHit spinning = search.search(SearchQuery.of("title:spinning")).hits().getFirst();
      assertEquals(2, spinning.linkingPages());
      assertEquals("en", spinning.language());
      assertTrue(spinning.digest().startsWith("sha256:"), spinning.digest());
    }
  }

  @Test
  void duplicatesAreOneResultAndSimilarPagesAreFound() throws Exception {
    try (TestWeb web = TestWeb.serve(site());
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      SearchResults found = search.search(SearchQuery.of("treadles sheds").withFacets());
      assertEquals(1, found.hits().size());
      assertEquals(1, found.hits().getFirst().alike());
      assertEquals(2, found.total());
      assertEquals("lang", found.facets().getLast().name());
      assertEquals(new SearchFacet.Value("en", 2), found.facets().getLast().values().getFirst());
      SearchResults alike = search.similar(web.url("/copy1"), SearchQuery.of(""));
      assertEquals("/copy2", paths(alike).getFirst());
      String other = web.url("/docs/../copy1#top");
      assertEquals(paths(alike), paths(search.similar(other, SearchQuery.of(""))));
      SearchResults others = search.similar(web.url("/copy1"), SearchQuery.of("-second"));
      assertFalse(paths(others).contains("/copy2"), others::toString);
      assertThrows(
          UsageException.class, () -> search.similar(web.url("/none"), SearchQuery.of("")));
    }
  }

  @Test
  void wordsAreMarkedInSnippets() throws Exception {
    try (TestWeb web = TestWeb.serve(site());
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      Snippet snippet = search.search(SearchQuery.of("run warp")).hits().getFirst().snippet();
      List<String> marked =
          snippet.marks().stream()
              .map(mark -> snippet.text().substring(mark.from(), mark.to()))
              .toList();
      assertEquals(List.of("running", "warp"), marked);
    }
  }

  @Test
  void noTextIsAMistake() throws Exception {
    var random = new Random(7);
    String[] pieces = {
      "\"",
      "-",
      "title:",
      "since:",
      "site:",
      "lang:",
      "link:",
      "(",
      ")",
      "*",
      "~",
      "\\",
      "AND",
      "^9",
      "[a TO b]",
      "ü",
      "\u0000",
      "\uD800",
      " ",
      "loom",
      "type:/",
      "::",
      "a".repeat(900)
    };
    try (TestWeb web = TestWeb.serve(site());
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      for (int i = 0; i < 2_000; i++) {
        var query = new StringBuilder();
        for (int n = random.nextInt(12); n >= 0; n--) {
          query.append(pieces[random.nextInt(pieces.length)]);
        }
        SearchResults found = search.search(SearchQuery.of(query.toString()));
        assertTrue(found.hits().size() <= 10);
      }
      assertEquals(
          "nothing to search for; use words",
          search.search(SearchQuery.of(" ,. ")).remark().orElse(""));
      SearchResults some = search.search(SearchQuery.of("shuttles nowhere"));
      assertTrue(paths(some).contains("/docs/weaving.html"));
      assertTrue(some.remark().isPresent());
    }
  }

  @Test
  void anIndexMadeAfterwardsIsTheSame() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path noted = crawl(web, "noted");
      IndexContents during = IndexContents.of(noted, IndexContents.Links.COUNTED);
      assertEquals(
          IndexContents.expected(noted, during.position(), IndexContents.Links.COUNTED), during);
      Path archived = temporary.resolve("archived");
      new Crawl(CrawlOptions.crawlOf(web.url("/")).directory(archived).maxTries(1).warc().build())
          .run();
      assertEquals(7, CrawlIndexing.of(archived).pages());
      assertEquals(0, CrawlIndexing.of(archived).verdicts());
      assertEquals(
          IndexContents.of(archived, IndexContents.Links.COUNTED).pages().keySet(),
          during.pages().keySet());
      try (CrawlSearch search = CrawlSearch.open(archived)) {
        assertEquals(List.of("/docs/weaving.html"), paths(search, "shuttle run warp"));
      }
      Path bare = temporary.resolve("bare");
      new Crawl(CrawlOptions.crawlOf(web.url("/")).directory(bare).maxTries(1).build()).run();
      String mistake =
          assertThrows(UsageException.class, () -> CrawlIndexing.of(bare)).getMessage();
      assertTrue(mistake.contains("--index"), mistake);
      mistake = assertThrows(UsageException.class, () -> CrawlSearch.open(bare)).getMessage();
      assertTrue(mistake.endsWith("use arachne index " + bare), mistake);
      assertFalse(Files.exists(PageIndex.directory(bare)));
    }
  }

  @Test
  void pagesThatWereNotNotedAreReadFromWhatTheCrawlKept() throws Exception {
    Path archived = temporary.resolve("archived");
    try (TestWeb web = TestWeb.serve(site())) {
      new Crawl(CrawlOptions.crawlOf(web.url("/")).directory(archived).maxTries(1).warc().build())
          .run();
    }
    List<CommittedEntry> entries =
        CrawlPages.read(
            archived,
            pages -> {
              List<CommittedEntry> all = new ArrayList<>();
              for (long at = 0; at < pages.size(); at++) {
                LedgerEntry entry = pages.ledger().entry(at);
                Optional<LedgerEntry.Found> found =
                    entry instanceof LedgerEntry.Decided
                        ? Optional.of(pages.at(at).found())
                        : Optional.empty();
                all.add(new CommittedEntry(at, entry, found, Optional.empty()));
              }
              return all;
            });
    try (var index = new IndexConsumer(archived)) {
      assertEquals(0, index.begin(0));
      index.consume(entries);
      index.finish();
    }
    IndexContents index = IndexContents.of(archived, IndexContents.Links.COUNTED);
    assertEquals(
        IndexContents.expected(archived, entries.size(), IndexContents.Links.COUNTED), index);
    assertEquals(7, index.pages().size());
  }

  @Test
  void metadataOfPagesFitsOrIsLeftOut() throws Exception {
    var variants = new StringBuilder("de");
    for (int i = 10_000; i < 15_000; i++) {
      variants.append("-v").append(i);
    }
    String date = "<meta property=article:published_time content=+999999999-01-01T00:00:00Z>";
    String links = "<a href=/date>a</a> <a href=/tag>b</a> <a href=/type>c</a>";
    TestSite site =
        TestSite.of(
            route("/", html(page("Start", "en", links))),
            route("/date", html("<!doctype html><title>Date</title>" + date + "<p>far ahead")),
            route("/tag", html(page("Tag", variants.toString(), "many variants"))),
            route("/type", Reply.ok("text/" + "x".repeat(40_000), new byte[] {'x'})));
    try (TestWeb web = TestWeb.serve(site);
        CrawlSearch search = CrawlSearch.open(crawl(web, "crawl"))) {
      assertEquals(4, search.pages());
      assertEquals(List.of("/date"), paths(search, "ahead"));
      assertEquals(List.of("/tag"), paths(search, "variants"));
      assertEquals(List.of("/type"), paths(search, "url:type"));
    }
  }

  @Test
  void aPageToWhichNoLinkLeadsAnyMoreHasNone() throws Exception {
    var asked = new AtomicInteger();
    TestSite site =
        request ->
            switch (request.target()) {
              case "/" -> html(page("Start", "en", "<a href=/list>list</a>"));
              case "/list" ->
                  html(
                      page(
                          "List",
                          "en",
                          asked.getAndIncrement() == 0 ? "<a href=/one>one</a>" : "nothing"));
              case "/one" -> html(page("One", "en", "alone"));
              default -> Reply.status(404);
            };
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(site)) {
      CrawlUrl list = CrawlUrl.of(web.url("/list"));
      var crawl =
          new Crawl(
              CrawlOptions.crawlOf(web.url("/"))
                  .directory(kept)
                  .tasks(1)
                  .index(SearchIndex.PAGES)
                  .build());
      crawl
          .process(page -> {
            if (page.url().path().equals("/one")) {
              assertTrue(crawl.revisit(list));
            }
          })
          .run();
      assertEquals(2, asked.get());
    }
    try (PageIndex index = PageIndex.open(kept)) {
      CrawlPages.read(
          kept,
          pages -> {
            pages.from(
                index.position(),
                page -> {
                  index.add(page, pages.contentOf(page));
                  index.join(); // As many processes would, one behind the other.
                });
            return true;
          });
    }
    IndexContents index = IndexContents.of(kept, IndexContents.Links.COUNTED);
    assertEquals(3, index.pages().size());
    assertEquals(
        IndexContents.expected(kept, index.position(), IndexContents.Links.COUNTED), index);
  }

  @Test
  void aPageThatWasReplacedIsCountedOnce() throws Exception {
    var links = new StringBuilder();
    for (int i = 1; i <= 30; i++) {
      links.append("<a href=/").append(i).append(">").append(i).append("</a> ");
    }
    TestSite site =
        request ->
            request.target().matches("/[0-9]*")
                ? html(page("Page", "en", request.target().equals("/") ? links.toString() : "word"))
                : Reply.status(404);
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(site)) {
      CrawlUrl start = CrawlUrl.of(web.url("/"));
      var crawl =
          new Crawl(
              CrawlOptions.crawlOf(web.url("/"))
                  .directory(kept)
                  .tasks(1)
                  .index(SearchIndex.PAGES)
                  .build());
      crawl
          .process(page -> {
            if (page.url().path().equals("/30")) {
              assertTrue(crawl.revisit(start));
            }
          })
          .run();
    }
    assertEquals(31, CrawlIndexing.of(kept).pages());
    try (CrawlSearch search = CrawlSearch.open(kept)) {
      assertEquals(31, search.pages());
    }
  }

  @Test
  void aDamagedIndexIsRefusedWithWhatToDo() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path kept = crawl(web, "damaged");
      Path commit;
      try (Stream<Path> files = Files.list(kept.resolve("index"))) {
        commit =
            files
                .filter(file -> file.getFileName().toString().startsWith("segments_"))
                .findFirst()
                .orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(commit);
      bytes[bytes.length / 2] ^= 1;
      Files.write(commit, bytes);
      var refusal = assertThrows(UsageException.class, () -> CrawlIndexing.of(kept));
      assertTrue(refusal.getMessage().contains("delete it"), refusal.getMessage());
    }
  }

  @Test
  void aCrawlThatIsBegunAnewHasAnotherIndex() throws Exception {
    try (TestWeb web = TestWeb.serve(site())) {
      Path kept = crawl(web, "crawl");
      CrawlOptions anew =
          CrawlOptions.crawlOf(web.url("/docs/spinning.html"))
              .directory(kept)
              .existing(ExistingCrawlPolicy.REPLACE)
              .index(SearchIndex.PAGES)
              .build();
      try (var index = new IndexConsumer(kept)) {
        new Crawl(anew).consume(index).run();
        index.finish();
      }
      try (CrawlSearch search = CrawlSearch.open(kept)) {
        assertEquals(1, search.pages());
      }
    }
  }

  @Test
  void aPageThatIsGoneIsRemovedAndAChangedOneReplaced() throws Exception {
    var asked = new AtomicInteger();
    TestSite site =
        request ->
            switch (request.target()) {
              case "/" ->
                  html(page("Start", "en", "<a href=/news>news</a> <a href=/gone>gone</a>"));
              case "/news" ->
                  html(page("News", "en", asked.getAndIncrement() == 0 ? "yesterday" : "today"));
              case "/gone" ->
                  asked.get() < 2 ? html(page("Here", "en", "mayfly")) : Reply.status(410);
              default -> Reply.status(404);
            };
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(site)) {
      CrawlUrl news = CrawlUrl.of(web.url("/news"));
      CrawlUrl gone = CrawlUrl.of(web.url("/gone"));
      var crawl =
          new Crawl(
              CrawlOptions.crawlOf(web.url("/"))
                  .directory(kept)
                  .tasks(1)
                  .index(SearchIndex.PAGES)
                  .build());
      try (var index = new IndexConsumer(kept)) {
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
            .consume(index)
            .run();
        index.finish();
      }
      assertEquals(2, web.targets().stream().filter("/news"::equals).count());
      assertEquals(2, web.targets().stream().filter("/gone"::equals).count());
      try (CrawlSearch search = CrawlSearch.open(kept)) {
        assertEquals(List.of("/news"), paths(search, "today"));
        assertEquals(List.of(), paths(search, "yesterday"));
        assertEquals(List.of(), paths(search, "mayfly"));
        assertEquals(2, search.pages());
      }
      IndexContents index = IndexContents.of(kept, IndexContents.Links.COUNTED);
      assertEquals(
          IndexContents.expected(kept, index.position(), IndexContents.Links.COUNTED), index);
    }
  }

  @Test
  void aPageThatRedirectsAtItsSecondVisitIsRemoved() throws Exception {
    var isLater = new AtomicBoolean();
    TestSite site =
        request ->
            switch (request.target()) {
              case "/" -> html(page("Start", "en", "<a href=/old>old</a> <a href=/new>new</a>"));
              case "/old" ->
                  isLater.get() ? Reply.redirect(301, "/new") : html(page("Old", "en", "mayfly"));
              case "/new" -> html(page("New", "en", "cricket"));
              default -> Reply.status(404);
            };
    Path kept = temporary.resolve("kept");
    try (TestWeb web = TestWeb.serve(site)) {
      IndexedSite.crawled(web, kept);
      isLater.set(true);
      CrawlOptions again =
          CrawlOptions.recordedIn(kept)
              .existing(ExistingCrawlPolicy.CHANGE)
              .revisitBefore(Instant.now())
              .build();
      try (var index = new IndexConsumer(kept)) {
        new Crawl(again).consume(index).run();
        index.finish();
      }
    }
    try (CrawlSearch search = CrawlSearch.open(kept)) {
      assertEquals(List.of(), paths(search, "mayfly"));
      assertEquals(List.of("/new"), paths(search, "cricket"));
      assertEquals(2, search.pages());
    }
  }
}
