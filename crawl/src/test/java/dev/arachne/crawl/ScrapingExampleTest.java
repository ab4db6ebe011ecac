package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.items.Item;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.PageDocument;
import dev.arachne.items.ScrapeResult;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemFile;
import dev.arachne.options.ItemOrder;
import dev.arachne.testkit.TestWeb;
import dev.arachne.testkit.TopFilms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the documents, compiled and run. */
class ScrapingExampleTest {

  private static List<Item> byHandler(String list) throws Exception {
    // example: handler
    List<Item> films = new ArrayList<>();
    new Crawl(CrawlOptions.crawlOf(list).follow(Set.of()).build())
        .scrape(
            page -> {
              PageDocument html = page.document();
              List<Item> items =
                  html.select("li.film").stream()
                      .map(film ->
                          Item.of("rank", Integer.valueOf(film.select(".rank").text()))
                              .and("title", film.select(".title").text()))
                      .toList();
              return new ScrapeResult(items, html.follows(".pages a"));
            },
            ItemOrder.PAGES,
            (page, items) -> films.addAll(items))
        .run();
    // end
    return films;
  }

  private static void byRules(String list, Path file) throws Exception {
    // example: rules
    ItemRules rules =
        ItemRules.builder()
            .follow(".pages a")
            .item("li.film")
            .field("rank:number,required", ".rank")
            .field("title", "xpath:.//span/span")
            .build();
    new Crawl(
            CrawlOptions.crawlOf(list)
                .follow(Set.of())
                .rules(rules)
                .order(ItemOrder.PAGES)
                .format(ItemFormat.csv(rules.fields()))
                .items(ItemFile.overwrite(file))
                .build())
        .run();
    // end
  }

  @Test
  void theHandlerOfTheExampleFindsEveryFilmInOrder() throws Exception {
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      List<Item> films = byHandler(web.url("/"));
      assertEquals(TopFilms.FILMS, films.size());
      for (int rank = 1; rank <= TopFilms.FILMS; rank++) {
        var expected = Item.of("rank", rank).and("title", TopFilms.film(rank).title());
        assertEquals(expected, films.get(rank - 1));
      }
    }
  }

  @Test
  void theRulesOfTheExampleDoToo(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("films.csv");
    try (TestWeb web = TestWeb.serve(new TopFilms())) {
      byRules(web.url("/"), file);
    }
    List<String> lines = Files.readAllLines(file);
    assertEquals(1 + TopFilms.FILMS, lines.size());
    assertEquals("rank,title", lines.getFirst());
    assertEquals("250," + TopFilms.film(250).title(), lines.getLast());
  }

  @ParameterizedTest
  @CsvSource({"README.md, handler", "docs/scraping.md, handler", "docs/scraping.md, rules"})
  void theDocumentsQuoteTheExamplesAsTheyAre(String document, String example) throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/dev/arachne/crawl/ScrapingExampleTest.java"));
    int from = source.indexOf("// example: " + example + "\n");
    String code = source.substring(source.indexOf('\n', from) + 1, source.indexOf("// end", from));
    String text = Files.readString(Path.of("..").resolve(document));
    assertTrue(text.contains("```java\n" + code.stripIndent().stripTrailing() + "\n```"), document);
  }
}
