package dev.arachne.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TopFilms;
import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of 250, by each kind of expression. */
class TopFilmsRulesTest {
  private static final CrawlUrl ROOT = CrawlUrl.of("http://films.example/");

  static Stream<Arguments> rules() {
    return Stream.of(
        arguments(
            "css",
            """
            next: a.next
            item: li.film
            fields:
              rank: {css: .rank, type: number, required: true}
              title: {css: span span, required: true}
              url: {css: a, type: url}
            """),
        arguments(
            "xpath",
            """
            next: xpath://a[@rel='next']
            item: xpath://li[@class='film']
            fields:
              rank:
                xpath: ./em
                type: number
                required: true
              title:
                xpath: a/span/span/text()
                required: true
              url: {xpath: a/@href, type: url}
            """),
        arguments(
            "regex",
            """
            next: regex:rel="next" href="([^"]+)"
            item: regex:(?s)<li class="film">.*?</li>
            fields:
              rank:
                regex: <em class="rank">(\\d+)</em>
                type: number
                required: true
              title:
                regex: <span class="title">(.*?)</span>
                required: true
              url:
                regex: href="([^"]+)"
                type: url
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rules")
  void theTitlesAreFoundWithTheirRankInOrder(String kind, String text) throws Exception {
    ItemRules rules = ItemRules.parse("films.yaml", text);
    List<Item> films = new ArrayList<>();
    CrawlUrl page = ROOT;
    for (int i = 1; i <= TopFilms.LIST_PAGES; i++) {
      ScrapeResult scraped = rules.scrape(body(page), "text/html; charset=utf-8", page);
      assertEquals(25, scraped.items().size());
      assertEquals(List.of(), scraped.incomplete());
      films.addAll(scraped.items());
      List<Follow> next =
          i == TopFilms.LIST_PAGES
              ? List.of()
              : List.of(Follow.nextPage(CrawlUrl.of("http://films.example/?page=" + (i + 1))));
      assertEquals(next, scraped.follows());
      page = next.isEmpty() ? page : next.getFirst().url();
    }
    for (int rank = 1; rank <= TopFilms.FILMS; rank++) {
      TopFilms.Film film = TopFilms.film(rank);
      var expected =
          Map.of(
              "rank", new BigDecimal(rank),
              "title", film.title(),
              "url", CrawlUrl.of("http://films.example" + film.path()));
      assertEquals(expected, films.get(rank - 1).values());
    }
  }

  private static byte[] body(CrawlUrl url) {
    var reply = (HttpReply) new TopFilms().reply(TestRequest.get(url.pathAndQuery()));
    return reply.pieces().iterator().next();
  }
}
