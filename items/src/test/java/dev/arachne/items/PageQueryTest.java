package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.url.CrawlUrl;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageQueryTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://films.test/list?page=2");

  private static List<Item> items(ItemRules.Builder rules) throws RulesException {
    String page = "<base href=/other/><li class=film><b>One</b>\n  1994<li class=film>Two";
    return rules.build().scrape(page.getBytes(UTF_8), "text/html", URL).items();
  }

  @Test
  void theUrlOfThePageAndTheMarkupOfTheRecordAreFields() throws Exception {
    List<Item> items =
        items(
            ItemRules.builder()
                .item("li.film")
                .field("from:url", "page:url")
                .field("html", "page:source"));
    assertEquals(2, items.size());
    assertEquals(URL.toString(), String.valueOf(items.getFirst().values().get("from")));
    assertEquals("<li class=film><b>One</b>\n  1994", items.getFirst().values().get("html"));
  }

  @Test
  void otherPropertiesAndOtherPlacesAreRefused() {
    var unknown = assertThrows(RulesException.class, () -> Query.parse("page:title"));
    assertEquals(
        "'page:title' is not known; use one of page:url, page:source, page:status, page:time, page:depth, page:referrer",
        unknown.getMessage());
    assertThrows(RulesException.class, () -> ItemRules.builder().item("page:url"));
  }
}
