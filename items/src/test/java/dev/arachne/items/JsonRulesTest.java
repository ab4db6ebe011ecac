package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.url.CrawlUrl;
import java.util.List;
import org.junit.jupiter.api.Test;

/** JSON bodies, and JSON in pages, as places of fields. */
class JsonRulesTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://films.example/api?page=1");

  private static final String FILMS =
      """
      {"next": "/api?page=2", "films": [
        {"title": "The Golden  Harbour", "rating": 9.30, "seen": true, "cast": ["A", "B"]},
        {"title": "The Last Witness", "rating": null, "cast": []}]}
      """;

  private static final String PAGE =
      """
      <script type="application/ld+json">{"@type": "Movie", "name": "The Golden Harbour",
        "director": {"name": "F. O'Hara", "born": 1912}}</script>
      <script type="application/ld+json">not JSON</script>
      <script id=state>{"price": {"amount": "12.50"}}</script>
      """;

  private static ScrapeResult scrape(String rules, String type, String body) throws Exception {
    return ItemRules.parse("x.yaml", rules).scrape(body.getBytes(UTF_8), type, URL);
  }

  @Test
  void membersOfAJsonBodyAreFields() throws Exception {
    ScrapeResult scraped =
        scrape(
            """
            next: json:$.next
            item: json:$.films[*]
            fields:
              title: json:$.title
              rating:number: json:$.rating
              seen: {json: $.seen, type: json}
              cast:list: json:$.cast[*]
            """,
            "application/json",
            FILMS);
    assertEquals(
        "[{title=The Golden Harbour, rating=9.30, seen=true, cast=[A, B]},"
            + " {title=The Last Witness}]",
        scraped.items().stream().map(Item::values).toList().toString());
    assertEquals(
        List.of(Follow.nextPage(CrawlUrl.of("http://films.example/api?page=2"))),
        scraped.follows());
  }

  @Test
  void jsonLdAndJsonInAScriptAreFieldsOfAPage() throws Exception {
    ScrapeResult scraped =
        scrape(
            """
            fields:
              name: jsonld:$.name
              director: {jsonld: $.director, type: json}
              price: {css: 'script#state', json: $.price.amount, type: number}
              cents: {css: 'script#state', json: $.price.amount, regex: '\\d+$'}
            """,
            "text/html",
            PAGE);
    assertEquals(
        "[{name=The Golden Harbour, director={name=F. O'Hara, born=1912}, price=12.50, cents=50}]",
        scraped.items().stream().map(Item::values).toList().toString());
  }

  @Test
  void anObjectIsARecordWithinTheRecordInEachFormat() throws Exception {
    Item item =
        scrape("fields: {by: {jsonld: $.director, type: json}}", "text/html", PAGE)
            .items()
            .getFirst();
    assertEquals(
        "{\"by\":{\"name\":\"F. O'Hara\",\"born\":1912}}\n", ItemFormat.jsonLines().line(item));
    assertEquals(
        "\"{\"\"name\"\":\"\"F. O'Hara\"\",\"\"born\"\":1912}\"\n",
        ItemFormat.csv(List.of("by")).line(item));
    assertEquals(
        "<item><by><name>F. O'Hara</name><born>1912</born></by></item>\n",
        ItemFormat.xml().line(item));
    assertEquals(List.of(item), ItemBytes.read(ItemBytes.of(List.of(item))));
  }

  @Test
  void aPageThatIsNotJsonHasNothing() throws Exception {
    String rules = "fields: {title: 'json:$.title'}";
    for (String body : List.of("", "{", "<p>x</p>", "[".repeat(100_000))) {
      assertEquals(ScrapeResult.NOTHING, scrape(rules, "application/json", body), body);
    }
  }

  @Test
  void aMistakeNamesTheExpressionAndThePlace() {
    var mistake =
        assertThrows(
            RulesException.class,
            () -> ItemRules.parse("x.yaml", "fields:\n  title: json:$.films[?@.a = 1]\n"));
    assertEquals(
        "x.yaml:2: field title: '$.films[?@.a = 1]' is not a JSONPath expression: a bracket is not"
            + " closed by ] at character 14; use one such as $.films[*].title",
        mistake.getMessage());
  }

  @Test
  void anExpressionThatMultipliesItsValuesEnds() throws Exception {
    String deep = "[".repeat(400) + "1" + "]".repeat(400);
    assertThrows(
        WorkLimitException.class,
        () -> scrape("fields: {x: 'json:$..*..*..*..*..*'}", "application/json", deep));
  }
}
