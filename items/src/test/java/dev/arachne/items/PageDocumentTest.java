package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.url.CrawlUrl;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageDocumentTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://films.example/top/?page=1");

  private static PageDocument html(String page) {
    return PageDocument.parse(page.getBytes(UTF_8), "text/html; charset=utf-8", URL);
  }

  @Test
  void linksAreResolvedAgainstTheBaseOfThePage() {
    String link = "<a href='?page=2'>2</a><a name=x>x</a><a href='mailto:a@b.example'>m</a>";
    assertEquals(
        List.of(Follow.link(CrawlUrl.of("http://films.example/top/?page=2"))),
        html(link).follows("a"));
    assertEquals(
        List.of(Follow.link(CrawlUrl.of("http://other.example/list?page=2"))),
        html("<base target=x><base href=//other.example/list><base href=/late>" + link)
            .follows("a"));
  }

  @Test
  void queriesAreInTheEncodingOfThePage() {
    byte[] page = "<meta charset=gbk><a href='?q=你'>".getBytes(Charset.forName("GBK"));
    assertEquals(
        "http://films.example/top/?q=%C4%E3",
        PageDocument.parse(page, "text/html", URL).follows("a").getFirst().url().toString());
  }

  @Test
  void otherMediaTypesHaveNoText() throws Exception {
    byte[] page = "<h1>A</h1>".getBytes(UTF_8);
    ItemRules rules =
        ItemRules.builder().field("css", "h1").field("regex", "regex:<h1>(.*)</h1>").build();
    assertEquals(ScrapeResult.NOTHING, rules.scrape(page, "image/png", URL));
    assertEquals(ScrapeResult.NOTHING, rules.scrape(page, "application/pdf", URL));
    assertEquals(ScrapeResult.NOTHING, rules.scrape(new byte[] {1, 2, 3}, "", URL));
    assertEquals(ScrapeResult.NOTHING, rules.scrape(new byte[0], "text/html", URL));
    assertEquals("[{regex=A}]", values(rules.scrape(page, "application/json", URL)));
    assertEquals("[{css=A, regex=A}]", values(rules.scrape(page, "application/xhtml+xml", URL)));
    assertEquals("[{css=A, regex=A}]", values(rules.scrape(page, "", URL)));
  }

  private static String values(ScrapeResult scraped) {
    return scraped.items().stream().map(Item::values).toList().toString();
  }

  @Test
  void aHandlerSelectsByItself() {
    PageDocument page = html("<h1>A &amp; B</h1>");
    assertEquals("A & B", page.select("h1").text());
    assertEquals(Optional.empty(), page.resolve("javascript:x"));
  }
}
