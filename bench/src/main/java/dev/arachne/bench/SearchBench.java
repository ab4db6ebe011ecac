package dev.arachne.bench;

import dev.arachne.crawl.Crawl;
import dev.arachne.index.CrawlSearch;
import dev.arachne.index.IndexConsumer;
import dev.arachne.index.SearchQuery;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * How long queries take in an index of synthetic pages, whose words are as frequent as those of a
 * language (Zipf). The pages are crawled from a server in the same process; a directory that has
 * the crawl already is searched only.
 *
 * <pre>java -Xmx1g -cp bench/target/bench.jar --add-opens java.base/java.lang=ALL-UNNAMED \
 *   --enable-native-access=ALL-UNNAMED dev.arachne.bench.SearchBench \
 *   [--pages 1000000] [--dir /tmp/synthetic.crawl] [--queries 2000]</pre>
 */
public final class SearchBench {
  private static final int VOCABULARY = 200_000;
  private static final int WORDS = 200;
  private static final int LINKS = 5;
  private static final int WARM_UPS = 500;

  private SearchBench() {}

  /** Page n links to its children in a tree, and to some others. */
  private record ZipfPages(int pages) implements TestSite {
    @Override
    public Reply reply(TestRequest request) {
      String digits = request.target().substring(1);
      int number =
          digits.isEmpty() ? 0 : digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : -1;
      return number < 0 || number >= pages ? Reply.status(404) : Reply.html(page(number));
    }

    private String page(int number) {
      var random = new SplittableRandom(number);
      var page = new StringBuilder("<!doctype html><html lang=en><title>");
      page.append(word(random)).append(' ').append(word(random)).append(' ').append(number);
      page.append("</title><main><p>");
      for (int i = 0; i < WORDS; i++) {
        page.append(word(random)).append(i % 12 == 11 ? ". " : " ");
      }
      for (int i = 0; i < LINKS; i++) {
        long child = (long) number * 2 + 1 + i;
        long to = i < 2 && child < pages ? child : random.nextInt(pages);
        page.append("<a href=/").append(to).append('>').append(word(random)).append("</a> ");
      }
      return page.append("</main></html>").toString();
    }
  }

  /** The n-th most frequent word is n times as rare as the first. */
  private static String word(SplittableRandom random) {
    int rank = (int) Math.pow(VOCABULARY, random.nextDouble());
    return "w" + Integer.toString(rank, 36);
  }

  /** Crawls, unless that was done, and searches. */
  public static void main(String[] arguments) throws Exception {
    List<String> typed = Arrays.asList(arguments);
    int pages = Integer.parseInt(value(typed, "--pages", "1000000"));
    int queries = Integer.parseInt(value(typed, "--queries", "2000"));
    @Nullable String named = typed.contains("--dir") ? value(typed, "--dir", "") : null;
    Path crawl =
        named == null
            ? Files.createTempDirectory("synthetic").resolve("synthetic.crawl")
            : Path.of(named);
    if (!Files.exists(crawl)) {
      long began = System.nanoTime();
      crawl(pages, crawl);
      System.out.printf(
          "%,d pages crawled and indexed in %,d s%n",
          pages, (System.nanoTime() - began) / 1_000_000_000);
    }
    try (CrawlSearch search = CrawlSearch.open(crawl)) {
      System.out.printf("%,d pages in the index%n", search.pages());
      for (Kind kind : Kind.values()) {
        measure(kind, search, queries);
      }
    }
  }

  private static String value(List<String> typed, String option, String usual) {
    int at = typed.indexOf(option);
    return at < 0 ? usual : typed.get(at + 1);
  }

  private static void crawl(int pages, Path directory) throws Exception {
    try (TestWeb web = TestWeb.serve(new ZipfPages(pages));
        var index = new IndexConsumer(directory)) {
      CrawlOptions options =
          CrawlOptions.crawlOf(web.url("/"))
              .directory(directory)
              .tasks(64)
              .index(SearchIndex.PAGES)
              .build();
      new Crawl(options).consume(index).run();
      index.finish();
    }
  }

  private enum Kind {
    ONE_WORD,
    TWO_WORDS,
    FOUR_WORDS,
    PHRASE,
    IN_TITLE,
    WITH_FACETS;

    SearchQuery query(SplittableRandom random) {
      String first = word(random);
      String two = first + " " + word(random);
      return switch (this) {
        case ONE_WORD -> SearchQuery.of(first);
        case TWO_WORDS -> SearchQuery.of(two);
        case FOUR_WORDS -> SearchQuery.of(two + " " + word(random) + " " + word(random));
        case PHRASE -> SearchQuery.of("\"" + two + "\"");
        case IN_TITLE -> SearchQuery.of("title:" + first);
        case WITH_FACETS -> SearchQuery.of(two).withFacets();
      };
    }
  }

  private static void measure(Kind kind, CrawlSearch search, int queries) throws Exception {
    var random = new SplittableRandom(42);
    List<Long> micros = new ArrayList<>();
    for (int i = 0; i < WARM_UPS + queries; i++) {
      SearchQuery query = kind.query(random);
      long began = System.nanoTime();
      int hits = search.search(query).hits().size();
      long took = (System.nanoTime() - began) / 1_000;
      if (i >= WARM_UPS && hits >= 0) {
        micros.add(took);
      }
    }
    micros.sort(null);
    System.out.printf(
        "%-12s p50 %,8.1f ms  p99 %,8.1f ms  most %,8.1f ms%n",
        kind,
        micros.get(queries / 2) / 1e3,
        micros.get(queries - 1 - queries / 100) / 1e3,
        micros.getLast() / 1e3);
  }
}
