package dev.arachne.items;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryTest {
  private static final String PAGE =
      """
      <!doctype html><title>Films</title>
      <ul><li class=film data-id=7><a href="/f?a=1&amp;b=2"><span>Salt &amp; <b>Silk</b></span></a>
        <p>1994&nbsp;</p><i>Drama</i><i> Crime\t</i><i></i> own
        <script>{"votes": 12}</script>
      <li class=film><a name=here>The Letter</a>
      </ul><h1>Top</h1>
      """;

  private static final QueryTarget WHOLE = QueryTarget.of(QueryTarget.Syntax.HTML, PAGE);

  private static List<String> find(String written, QueryTarget in) throws RulesException {
    return Query.parse(written).values(in, TextMode.TEXT, WorkBudget.ofPage()).toList();
  }

  private static QueryTarget film(int number) throws RulesException {
    return Query.parse("li.film").parts(WHOLE, WorkBudget.ofPage()).toList().get(number);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a                            | Salt & Silk
          css: a span                  | Salt & Silk
          a::attr(href)                | /f?a=1&b=2
          ::attr(data-id)              | 7
          li::attr(data-id)            | 7
          a::attr(title)               |
          i                            | Drama, Crime
          span::text                   | Salt &
          > p                          | 1994
          script                       | {"votes": 12}
          h1                           |
          xpath: a                     | Salt & Silk
          xpath:.//a/@href             | /f?a=1&b=2
          xpath://a/@href              | /f?a=1&b=2
          xpath:@data-id               | 7
          xpath:i                      | Drama, Crime
          xpath:.//i/text()            | Drama, Crime
          xpath:substring-after(., '19') | 94 Drama Crime own {"votes": 12}
          xpath:count(i)               | 3
          xpath:count(i) div 2         | 1.5
          xpath:number(a)              |
          xpath:count(i) > 1           | true
          xpath://h1                   |
          xpath:string(b)              |
          xpath:/                      | Salt & Silk 1994 Drama Crime own
          regex:(?s)<a[^>]*>(.*?)</a>  | Salt & Silk
          regex:href="([^"]*)"         | /f?a=1&b=2
          regex:\\d+: ?(x)?            |
          regex:votes. \\d+            |
          regex:votes.: \\d+           | votes": 12
          regex:<h1                    |
          """)
  void anExpressionFindsItsValuesInItsItemAlone(String written, String expected) throws Exception {
    List<String> values = expected == null ? List.of() : List.of(expected.split(", ", -1));
    assertEquals(values, find(written, film(0)));
  }

  @Test
  void anItemsSourceIsWhatStandsOnThePage() throws Exception {
    assertTrue(film(0).source().startsWith("<li class=film data-id=7>"), film(0).source());
    assertTrue(film(0).source().contains("&nbsp;</p>"), film(0).source());
    assertEquals("<li class=film><a name=here>The Letter</a>\n", film(1).source());
    assertEquals(PAGE, WHOLE.source());
  }

  @Test
  void onThePageXPathSeesAllOfIt() throws Exception {
    assertEquals(List.of("Top"), find("xpath:/html/body/h1", WHOLE));
    assertEquals(List.of("Films"), find("xpath://title", WHOLE));
    assertEquals(2, Query.parse("xpath://li").parts(WHOLE, WorkBudget.ofPage()).count());
    assertEquals(2, Query.parse("regex:<li").parts(WHOLE, WorkBudget.ofPage()).count());
  }

  @Test
  void aRegularExpressionNarrowsTheValuesOfAnother() throws Exception {
    var year =
        new NarrowedQuery(
            Query.parse("p"),
            new NarrowedQuery.Narrowing.ByRegex(Pattern.compile("\\d\\d(\\d\\d)")));
    assertEquals(List.of("94"), year.values(film(0), TextMode.TEXT, WorkBudget.ofPage()).toList());
    assertThrows(RulesException.class, year::checkFindsParts);
  }

  @Test
  void aLinkIsWhereAnElementLeads() throws Exception {
    Query link = Query.parse("a");
    assertEquals(
        List.of("/f?a=1&b=2"), link.values(film(0), TextMode.LINK, WorkBudget.ofPage()).toList());
    assertEquals(List.of(), link.values(film(1), TextMode.LINK, WorkBudget.ofPage()).toList());
    QueryTarget feed = QueryTarget.of(QueryTarget.Syntax.XML, "<rss><link>http://a/</link></rss>");
    assertEquals(
        List.of("http://a/"),
        Query.parse("link").values(feed, TextMode.LINK, WorkBudget.ofPage()).toList());
  }

  @Test
  void aPlainTextHasNoTreeAndNoMarkup() throws Exception {
    QueryTarget json = QueryTarget.of(QueryTarget.Syntax.PLAIN, "{\"title\": \"A <b> &amp; C\"}");
    assertEquals(List.of("A <b> &amp; C"), find("regex:\"title\": \"(.*)\"", json));
    assertEquals(List.of(), find("b", json));
    assertEquals(List.of(), find("xpath://b", json));
    assertEquals(List.of(), find("xpath:/", json));
  }

  @Test
  void anXmlDocumentKeepsTheNamesOfItsElements() throws Exception {
    QueryTarget feed =
        QueryTarget.of(
            QueryTarget.Syntax.XML,
            "<?xml version='1.0'?><rss><item><pubDate>x</pubDate><m:t>y</m:t></item></rss>");
    QueryTarget item =
        Query.parse("item").parts(feed, WorkBudget.ofPage()).findFirst().orElseThrow();
    assertEquals(List.of("x"), find("pubDate", item));
    assertEquals(List.of("x"), find("xpath:pubDate", item));
    assertEquals(List.of("y"), find("xpath:*[name()='m:t']", item));
  }
}
