package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fifty things that somebody may look for in the API documentation of JDK 17, and the page that
 * they mean: it is the first result. The property {@code arachne.pages} names the folder of that
 * documentation ({@code site/README.md} says whence); where it is absent the test skips.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class KnownPagesTest {
  private static final int LEAST_FIRST = 45;

  @TempDir Path temporary;

  private record Known(String query, String page) {}

  private static List<Known> known() throws Exception {
    try (InputStream in =
            Objects.requireNonNull(KnownPagesTest.class.getResourceAsStream("known-pages.txt"));
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| "))
          .map(parts -> new Known(parts[0], parts[1]))
          .toList();
    }
  }

  @Test
  void thePageThatIsMeantIsFirst() throws Exception {
    String folder = System.getProperty("arachne.pages", "");
    assumeTrue(!folder.isEmpty(), "SKIPPED: no folder of pages in the property arachne.pages");
    Path crawl = temporary.resolve("crawl");
    var options = CrawlOptions.crawlOf(folder).directory(crawl).index(SearchIndex.PAGES).build();
    try (var index = new IndexConsumer(crawl)) {
      new Crawl(options).consume(index).run();
      index.finish();
    }
    List<Known> known = known();
    assertEquals(50, known.size());
    List<String> others = new ArrayList<>();
    try (CrawlSearch search = CrawlSearch.open(crawl)) {
      for (Known each : known) {
        List<String> found =
            search.search(SearchQuery.of(each.query())).hits().stream()
                .map(SearchHit::url)
                .toList();
        String first = found.isEmpty() ? "nothing" : found.getFirst();
        if (!first.endsWith("/" + each.page())) {
          int place =
              1 + found.stream().map(url -> url.endsWith("/" + each.page())).toList().indexOf(true);
          others.add(each.query() + ": " + first + ", the page is at " + place);
        }
      }
    }
    others.forEach(System.out::println);
    System.out.println((known.size() - others.size()) + " of " + known.size() + " first");
    assertTrue(known.size() - others.size() >= LEAST_FIRST, others::toString);
  }
}
