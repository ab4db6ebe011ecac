package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.url.CrawlUrl;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pages that were made to hurt. */
class HostilePagesTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://a/");

  /** With a hundredth of the patience, for the sake of those who wait for the tests. */
  private static ScrapeResult scrape(ItemRules rules, String page) {
    return rules.scrape(
        PageDocument.parse(page.getBytes(UTF_8), "text/html", URL), new WorkBudget(10_000_000));
  }

  @Test
  void aRegularExpressionThatBacktracksWithoutEndIsGivenUp() throws Exception {
    ItemRules rules = ItemRules.builder().field("t", "regex:(a+)+\\1b").build();
    var failure =
        assertThrows(WorkLimitException.class, () -> scrape(rules, "a".repeat(100) + "c"));
    assertEquals("looking for the items of this page takes too long", failure.getMessage());
  }

  @Test
  void aRegularExpressionThatRecursesTooDeeplyIsGivenUp() throws Exception {
    ItemRules rules = ItemRules.builder().field("t", "regex:(?s)<p>(x|y|\\s)*</p>").build();
    String page = "<p>" + "x y ".repeat(300_000) + "</p>";
    var failure = assertThrows(WorkLimitException.class, () -> scrape(rules, page));
    assertEquals("a regular expression recurses too deeply on this page", failure.getMessage());
  }

  @Test
  void itemsWithinItemsDoNotMultiplyThePage() throws Exception {
    ItemRules rules = ItemRules.builder().item("div").field("t", "div").build();
    String page = "<div>".repeat(400) + "x".repeat(1_000_000);
    var failure = assertThrows(WorkLimitException.class, () -> scrape(rules, page));
    assertEquals("looking for the items of this page takes too long", failure.getMessage());
  }

  @Test
  void xpathOverVeryManyItemsIsGivenUp() throws Exception {
    ItemRules rules =
        ItemRules.builder().item("li").field("a", "xpath:.//a").field("b", "xpath:.//b").build();
    String page = "<li>x".repeat(1_000);
    assertThrows(WorkLimitException.class, () -> scrape(rules, page));
  }

  @Test
  void anyMarkupYieldsSomethingOrNothing() throws Exception {
    ItemRules rules =
        ItemRules.builder()
            .follow("a")
            .next("xpath://a")
            .item("li")
            .field("c", "a::attr(href)")
            .field("x", "xpath:.//*[1]")
            .field("s", "xpath:string(.)")
            .field("r", "regex:<[^>]*>")
            .build();
    String[] parts = {
      "<li>", "</li>", "<a href=x>", "<a href='", "&", "&#0;", "&#xD800;", "<!--", "<![CDATA[",
          "\0", "é",
      "<table>", "<tr>", "<svg>", "<script>", "</script>", "<template>", "<p", "=\"", ">",
          "<x:y z:w=1>", "<br/>",
      "<1a>", "<a\u0001 \"=1>", "<base href=//[>", "\ud83d\ude00"
    };
    var random = new Random(7);
    for (int i = 0; i < 60; i++) {
      var page = new StringBuilder("<!doctype html>");
      for (int n = random.nextInt(60); n >= 0; n--) {
        page.append(parts[random.nextInt(parts.length)]);
      }
      for (String type : new String[] {"text/html", "text/xml", "application/json"}) {
        ScrapeResult scraped = rules.scrape(page.toString().getBytes(UTF_8), type, URL);
        scraped.items().forEach(ItemFormat.jsonLines()::line);
      }
    }
  }
}
