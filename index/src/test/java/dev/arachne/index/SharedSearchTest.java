package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.pages.ContentNote;
import dev.arachne.pages.CrawlPages;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes of shards that are searched together: what they find is what one index would find. */
class SharedSearchTest {
  private static final int PAGES = 12;

  private static final List<String> HOSTS = List.of("localhost", "127.0.0.1");

  @TempDir private Path temporary;

  /** Indexes of this process, asked as those of another one are. */
  private record Here(String name, ShardIndexes indexes) implements SharedSearch.Peer {
    @Override
    public CompletableFuture<byte[]> ask(byte[] question) {
      try {
        return CompletableFuture.completedFuture(indexes.answer(question));
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  private record Gone(String name) implements SharedSearch.Peer {
    @Override
    public CompletableFuture<byte[]> ask(byte[] question) {
      return CompletableFuture.failedFuture(new IOException("connection refused"));
    }
  }

  /** The first host is about looms: a word on all its pages, and on few elsewhere. */
  private static TestWeb web() {
    return TestWeb.serve(request -> {
      if (request.target().contains(".")) {
        return Reply.status(404);
      }
      int host = HOSTS.indexOf(request.hostName());
      int page = request.target().equals("/") ? 0 : Integer.parseInt(request.target().substring(1));
      String words =
          "number%d ".formatted(page)
              + (host == 0 ? "loom ".repeat(1 + page % 3) : "")
              + (host == 1 && page == 5 ? "loom and a rare gherkin " : "")
              + (host == 1 ? "weaving is work ".repeat(page) : "weave ")
              + "word%d%d filler".formatted(host, page);
      String language = host == 1 && page > 8 ? "de" : "en";
      String title = "Page %d of %s".formatted(page, request.hostName());
      String next = page + 1 < PAGES ? "<a href=/%d>the next leaf</a>".formatted(page + 1) : "";
      return Reply.html(
          "<html lang=%s><title>%s</title><main><h1>%s</h1><p>%s %s</main></html>"
              .formatted(language, title, title, words, next));
    });
  }

  private static void crawl(Path kept, String... seeds) throws Exception {
    var options =
        CrawlOptions.crawlOf(List.of(seeds)).directory(kept).index(SearchIndex.PAGES).build();
    try (var index = new IndexConsumer(kept)) {
      new Crawl(options).consume(index).run();
      index.finish();
    }
  }

  private static List<String> found(SearchResults results) {
    return results.hits().stream().map(hit -> hit.url() + " " + hit.score()).sorted().toList();
  }

  @Test
  void severalIndexesFindWhatOneFindsWithItsScores() throws Exception {
    try (TestWeb web = web()) {
      List<String> seeds =
          HOSTS.stream().map(host -> "http://%s:%d/".formatted(host, web.port())).toList();
      crawl(temporary.resolve("one"), seeds.toArray(String[]::new));
      crawl(temporary.resolve("x/shard-7"), seeds.get(0));
      crawl(temporary.resolve("y/shard-1"), seeds.get(1));
      try (var one = CrawlSearch.open(temporary.resolve("one"));
          var x = ShardIndexes.in(temporary.resolve("x"), 8);
          var y = ShardIndexes.in(temporary.resolve("y"), 8)) {
        var shared = SharedSearch.of(List.of(new Here("x", x), new Here("y", y)));
        for (String words :
            List.of(
                "loom",
                "gherkin",
                "weave number5",
                "\"number3 loom\"",
                "title:page -loom",
                "next leaf",
                "gherkin weaving",
                "lang:de",
                "site:127.0.0.1 word15",
                "type:html",
                "nothing-has-this",
                "since:x",
                "")) {
          SearchQuery query = SearchQuery.of(words).withSize(100).withFacets();
          SearchResults expected = one.search(query);
          SearchResults together = shared.search(query);
          assertEquals(found(expected), found(together), words);
          assertEquals(expected.total(), together.total(), words);
          assertEquals(expected.facets(), together.facets(), words);
          assertEquals(expected.remark(), together.remark(), words);
          assertEquals(expected.pages(), together.pages(), words);
        }
        SearchHit hit = shared.search(SearchQuery.of("gherkin")).hits().getFirst();
        SearchHit same = one.search(SearchQuery.of("gherkin")).hits().getFirst();
        assertEquals(same.snippet(), hit.snippet());
        assertEquals(same.title(), hit.title());
        assertEquals(
            same.fetchTime().getEpochSecond() / 3600, hit.fetchTime().getEpochSecond() / 3600);
        assertEquals("http://127.0.0.1:%d/5".formatted(web.port()), hit.url());
        assertEquals(Map.of(), shared.failures());
        List<String> paged = new ArrayList<>();
        for (int page = 1; page <= 4; page++) {
          paged.addAll(found(shared.search(SearchQuery.of("filler").withPage(page))));
        }
        assertEquals(
            found(one.search(SearchQuery.of("filler").withSize(100))),
            paged.stream().sorted().toList());
      }
    }
  }

  @Test
  void theCopyThatIsAheadIsSearchedAndAPeerThatIsGoneIsNamed() throws Exception {
    try (TestWeb web = web()) {
      Path crawl = temporary.resolve("crawl");
      String seed = "http://localhost:" + web.port() + "/";
      crawl(crawl, seed);
      List<CommittedEntry> entries = entries(crawl);
      try (var behind = ShardIndexes.in(temporary.resolve("behind"), 2);
          var ahead = ShardIndexes.in(temporary.resolve("ahead"), 2)) {
        index(behind, entries.subList(0, entries.size() / 2), entries);
        index(ahead, entries, entries);
        ahead.grown(0, entries.size());
        var both =
            SharedSearch.of(
                List.of(new Here("behind", behind), new Gone("lost"), new Here("ahead", ahead)));
        assertEquals(Map.of("lost", "connection refused"), both.failures());
        assertTrue(both.shards().getFirst().isWhole());
        SearchResults all = both.search(SearchQuery.of("loom").withSize(100));
        assertEquals(PAGES, all.hits().size());
        assertEquals(PAGES, all.hits().stream().map(SearchHit::url).distinct().count());

        var half = SharedSearch.of(List.of(new Here("behind", behind)));
        assertFalse(half.shards().getFirst().isWhole());
        assertTrue(half.search(SearchQuery.of("loom").withSize(100)).hits().size() < PAGES);
        // A ledger that is not the one that was indexed: the index is made anew.
        List<CommittedEntry> other = entries.subList(1, 2);
        try (IndexConsumer again = ahead.consumer(0, at -> Optional.of(other.getFirst().entry()))) {
          assertEquals(0, again.begin(entries.size()));
          assertEquals(
              List.of(),
              SharedSearch.of(List.of(new Here("ahead", ahead)))
                  .search(SearchQuery.of("loom"))
                  .hits());
        }
      }
    }
  }

  private static void index(
      ShardIndexes indexes, List<CommittedEntry> some, List<CommittedEntry> ledger)
      throws Exception {
    try (IndexConsumer index = indexes.consumer(0, at -> entry(ledger, at))) {
      assertEquals(0, index.begin(ledger.size()));
      index.consume(some);
      index.commit();
    }
    try (IndexConsumer index = indexes.consumer(0, at -> entry(ledger, at))) {
      assertEquals(some.size(), index.begin(ledger.size()), "it continues where it was");
    }
  }

  private static Optional<LedgerEntry> entry(List<CommittedEntry> ledger, long at) {
    return at < ledger.size() ? Optional.of(ledger.get((int) at).entry()) : Optional.empty();
  }

  private static List<CommittedEntry> entries(Path crawl) throws Exception {
    return CrawlPages.read(
        crawl,
        pages -> {
          List<CommittedEntry> all = new ArrayList<>();
          for (long at = 0; at < pages.size(); at++) {
            LedgerEntry entry = pages.ledger().entry(at);
            all.add(
                new CommittedEntry(
                    at,
                    entry,
                    entry instanceof LedgerEntry.Later later
                        ? Optional.of(pages.ledger().found(later.found()))
                        : Optional.empty(),
                    pages.ledger().note(ContentNote.NAME, at)));
          }
          return all;
        });
  }
}
