package dev.arachne.items;

import static dev.arachne.items.RenderRule.Way.ALWAYS;
import static dev.arachne.items.RenderRule.Way.AUTO;
import static dev.arachne.items.RenderRule.Way.NEVER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.url.CrawlUrl;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several kinds of pages, records within records, steps between a text and its value. */
class PageKindsTest {
  private static final String PAGE =
      """
      <h1> Films,  of 1967 </h1><p class=price>EUR 12,50 *</p><p class=tags>sea, drama, sea</p>
      <div class=text><p>One line<br>and  another</p><ul><li>a</li><li>b</li></ul></div>
      <div class=cast><b>Ann</b><i>1930</i></div><div class=cast><b>Bob</b></div>
      """;

  private static ScrapeResult scrape(String rules, String url) throws Exception {
    return ItemRules.parse("x.yaml", rules)
        .scrape(PAGE.getBytes(UTF_8), "text/html", CrawlUrl.of(url));
  }

  private static String values(ScrapeResult scraped) {
    return scraped.items().stream().map(Item::values).toList().toString();
  }

  @Test
  void aPageIsOfTheFirstKindThatFitsItsUrl() throws Exception {
    String rules =
        """
        pages:
          - url: /film/\\d+$
            fields: {title: h1}
          - url: /film/
            follow: a
          - item: .cast
            fields: {name: b}
        """;
    assertEquals("[{title=Films, of 1967}]", values(scrape(rules, "http://a.example/film/1")));
    assertEquals("[]", values(scrape(rules, "http://a.example/film/list")));
    assertEquals("[{name=Ann}, {name=Bob}]", values(scrape(rules, "http://a.example/")));
    assertEquals(List.of("title", "name"), ItemRules.parse("x", rules).fields());
  }

  @Test
  void aKindMaySayHowItsPagesAreRendered() throws Exception {
    ItemRules rules =
        ItemRules.parse(
            "x",
            """
            pages:
              - {url: /film/\\d+$, render: always, fields: {title: h1}}
              - {url: /film/}
              - {url: /news/, render: auto}
              - {render: never}
            """);
    assertEquals(Set.of(ALWAYS, AUTO, NEVER), rules.renderings());
    assertEquals(Optional.of(new RenderRule(ALWAYS, "/film/\\d+$")), rendering(rules, "film/1"));
    assertEquals(Optional.empty(), rendering(rules, "film/list"));
    assertEquals(Optional.of(new RenderRule(AUTO, "/news/")), rendering(rules, "news/1"));
    assertEquals(Optional.of(new RenderRule(NEVER, "")), rendering(rules, "about"));
    ItemRules none = ItemRules.parse("x", "fields: {title: h1}");
    assertEquals(Set.of(), none.renderings());
    assertEquals(Optional.empty(), rendering(none, "film/1"));
  }

  @Test
  void aUrlOnWhichAKindTakesTooLongIsLeftToTheCrawl() throws Exception {
    ItemRules rules =
        ItemRules.parse("x", "pages: [{url: '(a|aa)+$', render: always, fields: {title: h1}}]");
    assertEquals(Optional.empty(), rendering(rules, "a".repeat(60) + "!"));
  }

  @Test
  void jsonOfScriptsLeadsOnIfTheKindOfTheirPageSaysSo() throws Exception {
    String rules =
        "pages: [{url: /list, api: [/films, '\\?page='], fields: {t: h1}}, {fields: {u: h1}}]";
    ItemRules read = ItemRules.parse("x", rules);
    CrawlUrl list = CrawlUrl.of("http://a.example/list");
    CrawlUrl films = CrawlUrl.of("http://a.example/films");
    assertEquals(true, read.followApis());
    assertEquals(true, read.followsApi(list, films));
    assertEquals(true, read.followsApi(list, CrawlUrl.of("http://a.example/x?page=2")));
    assertEquals(false, read.followsApi(list, CrawlUrl.of("http://a.example/users")));
    assertEquals(false, read.followsApi(films, films));
    ItemRules built = ItemRules.builder().api("/films").field("t", "h1").build();
    ItemRules again = ItemRules.parse("x", String.join("\n", built.lines()));
    assertEquals(true, again.followsApi(list, films));
    assertEquals(false, ItemRules.parse("x", "fields: {t: h1}").followApis());
  }

  private static Optional<RenderRule> rendering(ItemRules rules, String path) {
    return rules.rendering(CrawlUrl.of("http://a.example/" + path));
  }

  @Test
  void aFieldWithFieldsIsARecord() throws Exception {
    String rules =
        """
        fields:
          about:
            fields: {title: h1}
          cast:
            css: .cast
            list: true
            fields:
              name: b
              born: {css: i, type: number}
        """;
    assertEquals(
        "[{about={title=Films, of 1967}, cast=[{name=Ann, born=1930}, {name=Bob}]}]",
        values(scrape(rules, "http://a.example/")));
  }

  @Test
  void aTextIsChangedInStepsBeforeItGetsItsType() throws Exception {
    String rules =
        """
        fields:
          price: {css: .price, replace: {'[^0-9,]': ''}, type: 'number(,)'}
          currency: {css: .price, strip: '0123456789,* '}
          tags: {css: .tags, split: ',', list: true}
          cast: {css: .cast b, join: ' and '}
          swapped: {css: h1, replace: {'(\\w+), of (\\d+)': '$2: $1'}}
          director: {css: .director, default: unknown}
          votes: {css: .votes, type: number, default: '0'}
        """;
    assertEquals(
        "[{price=12.50, currency=EUR, tags=[sea, drama, sea], cast=Ann and Bob,"
            + " swapped=1967: Films, director=unknown, votes=0}]",
        values(scrape(rules, "http://a.example/")));
  }

  @Test
  void aTextCanKeepItsLines() throws Exception {
    assertEquals(
        "One line\nand another\na\nb",
        scrape("fields: {text: {css: .text, type: lines}}", "http://a.example/")
            .items()
            .getFirst()
            .values()
            .get("text"));
  }

  @Test
  void aTextOfAWrongTypeIsSaidToBeThat() throws Exception {
    ScrapeResult scraped =
        scrape(
            "fields: {title: h1, year: {css: .tags, type: number}, at: {css: h1, type: date}}",
            "http://a.example/");
    assertEquals("[{title=Films, of 1967}]", values(scraped));
    assertEquals(
        List.of(
            "field year: 'sea, drama, sea' is not a number",
            "field at: 'Films, of 1967' is not a date of this form"),
        scraped.misfits().stream().map(Misfit::message).toList());
  }

  @Test
  void aPageKnowsHowItWasFetched() throws Exception {
    var rules =
        ItemRules.builder()
            .field("status:number", "page:status")
            .field("at:date", "page:time")
            .field("depth:number", "page:depth")
            .field("via:url", "page:referrer")
            .build();
    var page =
        PageDocument.parse(PAGE.getBytes(UTF_8), "text/html", CrawlUrl.of("http://a.example/b"))
            .from(
                new PageOrigin(
                    200,
                    Optional.of(Instant.parse("2026-11-25T22:00:00.123Z")),
                    1,
                    Optional.of(CrawlUrl.of("http://a.example/"))));
    assertEquals(
        "{status=200, at=2026-11-25T22:00Z, depth=1, via=http://a.example/}",
        rules.scrape(page).items().getFirst().values().toString());
  }

  @Test
  void optionsOfTheScrapeAreKeptAsTheyAreWritten() throws Exception {
    assertEquals(
        Map.of("delay", List.of("1"), "exclude", List.of("a", "b")),
        ItemRules.parse("x", "options: {delay: 1, exclude: [a, b]}\nfields: {title: h1}")
            .options());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          pages: [{fields: {a: b}}]\\nitem: li          | x:2: with pages, put item into an entry of pages
          fields: {a: {css: b, strip: ''}}              | x:1: field a: strip is empty; put a value with any of : # @ [ { & * ! % in it in single quotes
          fields: {a: {css: b, replace: {'(': c}}}      | x:1: field a: '(' is not a regular expression: unclosed group at character 2
          fields: {a: {css: b, replace: {a: '$1'}}}     | x:1: field a: '$1' does not fit 'a' (No group 1); a $ is written \\$, a group $1
          fields: {a: {type: number, fields: {b: c}}}   | x:1: field a: a field with fields has no type; put it into one of them
          fields: {a: {css: b, xpath: c}}               | x:1: field a: the field has two of css, xpath and jsonld; write one of them
          fields: {a: {css: 'b::text', fields: {b: c}}} | x:1: field a: 'b::text' finds values; leave ::attr() or ::text out
          pages: [{follow: a}]                          | x:1: there is no field, so no record; name one, such as title: h1
          """)
  void aMistakeNamesItsLineAndItsField(String rules, String message) {
    assertEquals(
        message,
        assertThrows(RulesException.class, () -> ItemRules.parse("x", rules.replace("\\n", "\n")))
            .getMessage());
  }
}
