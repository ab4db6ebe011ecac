package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesReaderTest {
  private static final byte[] PAGE =
      """
      <!doctype html><p class=pages><a href="?page=2">2</a> <a href="?page=3">3</a>
      <a rel=next href="?page=2">Next</a> <a href=/about>About</a></p>
      <li class=film><b>1</b><i>A (1994)</i><u>x</u><u>y</u></li>
      <li class=film><b>2</b></li><li class=film></li>
      """
          .getBytes(UTF_8);

  private static final String YAML =
      """
      start: [films.example, http://other.example/]
      follow:
        - .pages a
        - {css: a, pattern: 'page=\\d'}
        - pattern:about$
      next: a[rel=next]
      item:
        css: li.film
      fields:
        rank:
          xpath: b
          type: number
        title: {css: i, regex: '(.*) \\(', required: true}
        year:
          regex: \\((\\d{4})\\)
          type: number
        marks: {css: u, list: true}
      """;

  private static ScrapeResult scrape(ItemRules rules) {
    return rules.scrape(PAGE, "text/html", CrawlUrl.of("http://films.example/"));
  }

  @Test
  void everyKeyIsUnderstood() throws Exception {
    ItemRules rules = ItemRules.parse("films.yaml", YAML);
    assertEquals(List.of("films.example", "http://other.example/"), rules.start());
    assertEquals(List.of("rank", "title", "year", "marks"), rules.fields());
    ScrapeResult scraped = scrape(rules);
    assertEquals(1, scraped.items().size());
    assertEquals(
        "{rank=1, title=A, year=1994, marks=[x, y]}",
        scraped.items().getFirst().values().toString());
    assertEquals(
        "[{rank=2}, {}]", scraped.incomplete().stream().map(Item::values).toList().toString());
    assertEquals(
        "NEXT_PAGE ?page=2, LINK ?page=2, LINK ?page=3, LINK ?page=2, LINK /about,"
            + " LINK ?page=2, LINK ?page=3, LINK ?page=2, LINK /about",
        String.join(
            ", ",
            scraped.follows().stream()
                .map(follow ->
                    follow.way()
                        + " "
                        + follow.url().toString().substring(20).replaceFirst("^/(?=\\?)", ""))
                .toList()));
  }

  @Test
  void jsonMeansTheSame() throws Exception {
    String json =
        """
        {
        \t"follow": [".pages a", {"css": "a", "pattern": "page=\\\\d"}, "pattern:about$"],
        \t"next": "a[rel=next]", "item": {"css": "li.film"},
        \t"fields": {
        \t\t"rank": {"xpath": "b", "type": "number"},
        \t\t"title": {"css": "i", "regex": "(.*) \\\\(", "required": true},
        \t\t"year": {"regex": "\\\\((\\\\d{4})\\\\)", "type": "number"},
        \t\t"marks": {"css": "u", "list": true}
        \t}
        }
        """;
    assertEquals(
        scrape(ItemRules.parse("films.yaml", YAML)), scrape(ItemRules.parse("films.json", json)));
  }

  @Test
  void theBuilderMeansTheSame() throws Exception {
    ItemRules rules =
        ItemRules.builder()
            .follow(".pages a")
            .follow("pattern:about$")
            .next("a[rel=next]")
            .item("li.film")
            .field("rank:number", "xpath:b")
            .field("title:required", "regex:<i>(.*) \\(")
            .field("year:number", "regex:\\((\\d{4})\\)")
            .field("marks:list", "u")
            .build();
    ScrapeResult read = scrape(ItemRules.parse("films.yaml", YAML));
    assertEquals(read.items(), scrape(rules).items());
    assertEquals(read.incomplete(), scrape(rules).incomplete());
  }

  @Test
  void withoutAnItemThePageIsOneRecordUnlessItHasNoField() throws Exception {
    ItemRules rules = ItemRules.parse("x", "fields: {title: i, about: 'a[href=/about]'}");
    assertEquals(
        "[{title=A (1994), about=About}]",
        scrape(rules).items().stream().map(Item::values).toList().toString());
    ItemRules none = ItemRules.parse("x", "fields: {title: {css: h1, required: true}}");
    assertEquals(ScrapeResult.NOTHING, scrape(none));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``                                 | x.yaml:1: there are no rules in it; write fields: and below it title: h1
          # only a comment                   | x.yaml:1: there are no rules in it; write fields: and below it title: h1
          li.film                            | x.yaml:1: rules must be entries of the form key: value
          item: li                           | x.yaml:1: there is no field, so no record; name one, such as title: h1
          feilds: {t: h1}                    | x.yaml:1: 'feilds' is not a key of rules; write one of start, options, pages, follow, api, next, item, fields, detail
          fields: h1                         | x.yaml:1: fields must be entries of the form key: value
          pages:~ - url: a~   render: x      | x.yaml:3: render is 'x'; write always, auto or never
          pages: [{render: true}]            | x.yaml:1: render is 'true'; write always, auto or never
          item: li~item: p                   | x.yaml:2: 'item' is there twice; remove one
          fields:~  t: h1~  t: h2            | x.yaml:3: 't' is there twice; remove one
          fields:~  a b: h1                  | x.yaml:2: field a b: 'a b' is not a field name; use letters, digits, _ - and . such as year
          fields:~  t: #top                  | x.yaml:2: field t: the field is empty; put a value with any of : # @ [ { & * ! % in it in single quotes
          fields:~  t: 'li['                 | x.yaml:2: field t: 'li[' is not a CSS selector (Did not find balanced marker at ''); use one such as li.film or a.title::attr(href)
          fields:~  t:~    xpath: //li[      | x.yaml:3: field t: '//li[' is not an XPath expression (A location path was expected, but the end of the XPath expression was found instead.); use one such as .//a[@class='title']/@href
          fields:~  t:~    xpath: foo()      | x.yaml:3: field t: 'foo()' is not an XPath expression (Could not find function: foo); use one such as .//a[@class='title']/@href
          fields:~  t:~    regex: '(a'       | x.yaml:3: field t: '(a' is not a regular expression: unclosed group at character 3
          fields:~  t:~    css: h1~    type: nmber | x.yaml:4: field t: 'nmber' is not a type; use string, number, number(,), date, date(d MMMM yyyy), url, lines or json
          fields:~  t:~    css: h1~    type: date(QQQQQQ) | x.yaml:4: field t: 'QQQQQQ' is not a date pattern (Too many pattern letters: Q); use one such as d MMMM yyyy
          fields:~  t:~    css: h1~    required: yes | x.yaml:4: field t: required is 'yes'; write true or false
          fields:~  t:~    css: h1~    requird: true | x.yaml:4: field t: 'requird' is not a key of the field; write one of css, xpath, json, jsonld, regex, fields, type, required, list, default, strip, replace, split, join
          fields:~  t:~    css: h1~    xpath: //h1 | x.yaml:4: field t: the field has two of css, xpath and jsonld; write one of them
          fields:~  t:~    type: number      | x.yaml:3: field t: the field does not say where to find it; write css:, xpath:, json: or regex:
          fields:~  t: [h1, h2]              | x.yaml:2: field t: the field must be entries of the form key: value
          item: a::attr(href)                | x.yaml:1: 'a::attr(href)' finds values; leave ::attr() or ::text out
          item: xpath:count(//a)             | x.yaml:1: 'count(//a)' finds a value; use an XPath that finds elements
          item: {css: a, regex: b}           | x.yaml:1: a regular expression finds values there; leave it out
          follow: {pattern: '('}             | x.yaml:1: '(' is not a regular expression: unclosed group at character 2
          follow: [{patern: a}]              | x.yaml:1: 'patern' is not a key of follow; write one of css, xpath, json, jsonld, regex, pattern
          fields: {t: h1}~detail: {url: a}   | x.yaml:2: detail needs a url and fields; write detail: {url: a, fields: {about: .about}}
          detail: {fields: {t: h1}}          | x.yaml:1: detail needs a url and fields; write detail: {url: a, fields: {about: .about}}
          fields: {t: h1}~detail:~  url: a~  fields: {t: h2} | x.yaml:4: field t: there are two of this name; rename one
          detail: {link: a}                  | x.yaml:1: 'link' is not a key of detail; write one of url, fields
          start: [[a]]                       | x.yaml:1: start must be a text; put a value with any of : # @ [ { & * ! % in it in single quotes
          item: @x                           | x.yaml:1: this is neither YAML nor JSON: found character '@' that cannot start any token. (Do not use @ for indentation); put a value with any of : # @ [ { & * ! % in it in single quotes
          fields:~  t: a: b                  | x.yaml:2: this is neither YAML nor JSON: mapping values are not allowed here; put a value with any of : # @ [ { & * ! % in it in single quotes
          {"fields": {"t": "h1"}             | x.yaml:2: this is neither YAML nor JSON: expected ',' or '}', but got <stream end>; put a value with any of : # @ [ { & * ! % in it in single quotes
          """)
  void aMistakeNamesItsFileItsLineAndItsFieldAndSaysWhatToType(String text, String message) {
    String lines = text.replace('~', '\n') + "\n";
    var mistake = assertThrows(RulesException.class, () -> ItemRules.parse("x.yaml", lines));
    assertEquals(message, mistake.getMessage());
    assertEquals(Optional.of("x.yaml"), mistake.file());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          rank:nmber          | b     | field rank: 'nmber' is not a type; use string, number, number(,), date, date(d MMMM yyyy), url, lines or json
          rank:number,requird | b     | field rank: 'requird' is not a type; use string, number, number(,), date, date(d MMMM yyyy), url, lines or json
          r k                 | b     | 'r k' is not a field name; use letters, digits, _ - and . such as year
          rank                | b[    | field rank: 'b[' is not a CSS selector (Did not find balanced marker at ''); use one such as li.film or a.title::attr(href)
          rank                | css:  | field rank: '' is not a CSS selector (String must not be empty); use one such as li.film or a.title::attr(href)
          rank                | regex: | field rank: a regular expression is empty; use one such as \\((\\d{4})\\)
          """)
  void aMistakeInADeclarationNamesTheField(String declaration, String expression, String message) {
    var mistake =
        assertThrows(
            RulesException.class, () -> ItemRules.builder().field(declaration, expression));
    assertEquals(message, mistake.getMessage());
    assertEquals(0, mistake.line());
  }

  @Test
  void twoFieldsOfOneNameAreAMistake() throws Exception {
    var rules = ItemRules.builder().field("a", "b");
    assertEquals(
        "field a: there are two of this name; rename one",
        assertThrows(RulesException.class, () -> rules.field("a", "c")).getMessage());
  }

  @Test
  void aDatePatternMayHaveACommaInIt() throws Exception {
    ItemRules rules = ItemRules.builder().field("seen:date(MMM d, yyyy),required", "i").build();
    byte[] page = "<i>May 1, 2024</i>".getBytes(UTF_8);
    ScrapeResult scraped = rules.scrape(page, "text/html", CrawlUrl.of("http://a/"));
    assertEquals(
        "[{seen=2024-05-01}]", scraped.items().stream().map(Item::values).toList().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          n:number,strip(€*)=b              | [{n=12.50}]
          n:default(n/a = none)=i           | [{n=n/a = none}]
          n:strip(())=u                     | [{n=a, b}]
          n:split(,),list=u                 | [{n=[(a, b)]}]
          n:list,split(,),join( and )=u     | [{n=[(a and b)]}]
          n:replace(/\\W+/=/),replace(;=;,;)=u | [{n=,a,b,}]
          n:number,default(0)=css:u[id="a=)"] | [{n=0}]
          n:date(d=M=yyyy)=s                | [{n=2024-05-01}]
          n:strip()=b                       | field n: 'strip()' has no text; write strip(TEXT)
          n:join=b                          | field n: 'join' has no text; write join(TEXT)
          n:replace(a)=b                    | field n: 'replace(a)' is not of the form replace(/REGEX/TEXT/)
          n:replace(/(/x/)=b                | field n: '(' is not a regular expression: unclosed group at character 2
          n:strip(x=b                       | '(x=b' has no ) before a comma, = or the end; add it
          n:number                          | 'n:number' does not say where to find it; use NAME=EXPR such as title=h1
          """)
  void aDeclarationMayChangeTheTextBeforeItGetsItsType(String written, String expected)
      throws Exception {
    byte[] page = "<b>* 12.50 €</b><u>(a, b)</u><s>1=5=2024</s>".getBytes(UTF_8);
    String found;
    try {
      ItemRules rules = ItemRules.builder().field(written).build();
      ItemRules again = ItemRules.parse("x", String.join("\n", rules.lines()));
      CrawlUrl url = CrawlUrl.of("http://a/");
      ScrapeResult scraped = again.scrape(page, "text/html; charset=utf-8", url);
      found = scraped.items().stream().map(Item::values).toList().toString();
    } catch (RulesException e) {
      found = e.getMessage();
    }
    assertEquals(expected, found);
  }

  @Test
  void rulesThatWerePutTogetherAreReadFromTheirLinesAgain() throws Exception {
    ItemRules rules =
        ItemRules.builder()
            .start("http://a/")
            .follow("pattern:\\?page=\\d+$")
            .next("xpath://a[@rel='next']")
            .item("li.film")
            .field("rank:number,required", ".rank")
            .field("said:date(d 'of' MMMM),list", "regex:\"a\nb\"")
            .build();
    ItemRules again = ItemRules.parse("x", String.join("\n", rules.lines()));
    assertEquals(rules, again);
    assertEquals(List.of("http://a/"), again.start());
    assertEquals(List.of("rank", "said"), again.fields());
    CrawlUrl url = CrawlUrl.of("http://a/");
    byte[] page = "<li class=film><i class=rank>7</i></li><a href='?page=2'>2".getBytes(UTF_8);
    assertEquals(rules.scrape(page, "text/html", url), again.scrape(page, "text/html", url));
    assertEquals(1, again.scrape(page, "text/html", url).items().size());
  }

  @Test
  void aRecordHasTheLinkToItsDetailPageAndThatPageItsFields() throws Exception {
    ItemRules rules =
        ItemRules.builder()
            .item("li")
            .field("n", "i")
            .detail("pattern:/d")
            .detailField("t:required", "h1")
            .build();
    ItemRules again = ItemRules.parse("x", String.join("\n", rules.lines()));
    assertEquals(rules, again);
    assertEquals(List.of("n", "t"), again.fields());
    assertEquals(List.of("t"), again.detailFields());
    CrawlUrl url = CrawlUrl.of("http://a/");
    byte[] list = "<h1>no</h1><li><i>1</i><a href=/x></a><a href=/d1></a><li><i>2".getBytes(UTF_8);
    ScrapeResult scraped = again.scrape(list, "text/html", url);
    assertEquals(List.of(), scraped.items());
    assertEquals(
        List.of(Optional.of(CrawlUrl.of("http://a/d1")), Optional.empty()),
        scraped.partials().stream().map(PartialItem::detail).toList());
    assertEquals(List.of(Follow.detail(CrawlUrl.of("http://a/d1"))), scraped.follows());
    byte[] page = "<h1>D</h1><li><i>3".getBytes(UTF_8);
    PageDocument document = PageDocument.parse(page, "text/html", url);
    ScrapeResult detail = again.scrapeDetail(document);
    assertEquals(List.of(), detail.partials());
    PartialItem first = scraped.partials().getFirst();
    Item joined = first.with(detail.details());
    assertEquals("{n=1, t=D}", joined.values().toString());
    assertTrue(first.isComplete(joined));
    assertFalse(first.isComplete(first.with(List.of())), "it lacks t");
    assertEquals(2, scraped.alone().incomplete().size());
  }

  @Test
  void aFieldOfOneExpressionMaySayTheRestInItsName() throws Exception {
    String text = "fields:\n  rank:number,required: .rank\n  title: h1\n";
    ItemRules rules = ItemRules.parse("x", text);
    assertEquals(List.of("rank", "title"), rules.fields());
    assertEquals(text.lines().toList(), rules.lines());
    assertEquals(
        "x:2: field rank:nmber: 'nmber' is not a type; use string, number, number(,), date, date(d MMMM yyyy), url, lines or json",
        assertThrows(
                RulesException.class, () -> ItemRules.parse("x", "fields:\n  rank:nmber: .rank"))
            .getMessage());
  }
}
