package dev.arachne.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.content.Fact.Form;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageReaderTest {
  private static final CrawlUrl URL = CrawlUrl.of("http://site.test/dir/page.html");

  private static final String PROSE =
      "<p>The committee met on Monday, and it was agreed that the bridge, which is old, has to be"
          + " repaired before winter; nobody was against that.</p>";

  private static PageContent read(String html) {
    return RenderedMarkdown.page(html);
  }

  @Test
  void metadataOfThePageIsRead() {
    PageContent page =
        read(
            """
            <html lang=de_AT><title>A bridge | The Site</title>
            <meta name=description content=" What  it is about ">
            <meta property=og:title content="A bridge">
            <meta property=article:modified_time content="2024-03-02 10:00:00 +0100">
            <link rel=canonical href=/bridge>
            <link rel=alternate hreflang=fr href=/fr/bridge><link rel=stylesheet href=x>
            <script type=application/ld+json>{"@context": "x", "@graph": [{"@type": ["NewsArticle"],
              "author": [{"name": "Ann Lee"}, {"name": "By Bo Ek"}],
              "datePublished": "2024-03-01T08:00:00Z", "n": 3,}]}</script>
            <div itemscope itemtype=https://schema.org/Product><b itemprop=name>Thing</b>
            <div itemprop=offers itemscope><meta itemprop=price content=5></div></div>
            """
                + PROSE);
    assertEquals("A bridge", page.title());
    assertEquals("What it is about", page.description());
    assertEquals("Ann Lee, Bo Ek", page.author());
    assertEquals("2024-03-01T08:00Z", page.published());
    assertEquals("2024-03-02T10:00+01:00", page.modified());
    assertEquals("de-AT", page.language());
    assertEquals(Optional.of(CrawlUrl.of("http://site.test/bridge")), page.canonical());
    assertEquals(
        List.of(new Alternate("fr", CrawlUrl.of("http://site.test/fr/bridge"))), page.alternates());
    assertTrue(page.facts().contains(new Fact(Form.JSON_LD, "NewsArticle.n", "3")));
    assertTrue(page.facts().contains(new Fact(Form.MICRODATA, "Product.name", "Thing")));
    assertTrue(page.facts().contains(new Fact(Form.MICRODATA, "Product.offers.price", "5")));
    assertEquals(SimHash.of(page.text()), page.simHash());
    assertFalse(page.isCut());
  }

  @Test
  void boilerplateIsNotMainText() {
    PageContent page =
        read(
            "<title>Bridge</title><nav><a href=/>Home</a></nav><h1>Bridge</h1>"
                + "<div class=story>"
                + PROSE.repeat(5)
                + "<p hidden>hidden one</p><p style='display : none'>hidden two</p>"
                + "<div class=share-tools>Tell others</div><p><a href=/x>Another story</a></p>"
                + "<figure><img src=i.png><figcaption>In the picture</figcaption></figure>"
                + "</div><div id=comments>"
                + "<p>I, too, think so.</p>".repeat(9)
                + "</div>"
                + "<footer>All rights</footer>");
    assertEquals(read("<p>x" + PROSE.repeat(5)).text().replaceFirst("^x\\s+", ""), page.text());
    assertTrue(page.markdown().startsWith("# Bridge\n\nThe committee"), page.markdown());
    assertTrue(page.markdown().contains("![](http://site.test/dir/i.png)\n\nIn the picture\n"));
  }

  @Test
  void documentationIsKeptWhole() {
    PageContent page =
        read(
            "<nav>Menu</nav><div role=main><h1>api</h1><p>See <a href=b>b</a>.</p>"
                + "<ul class=related><li><a href=c>c</a><li><a href=d>d</a></ul>"
                + "<pre>\nint a;\n\n\tint b;\n</pre><table class=widget><tr><td>1<td>2</table></div>");
    assertEquals(
        "api\n\nSee b.\n\nc\nd\n\nint a;\n\n\tint b;\n\n1 2",
        page.text().replaceAll("[ \\t]+\n", "\n"));
  }

  @Test
  void aPageOfShortTextsIsAllOfThem() {
    String parts = "";
    for (int i = 0; i < 5; i++) {
      parts +=
          "<section><div><h2>Part "
              + i
              + "</h2><p>Short but true number "
              + i
              + ".</p></div></section>";
    }
    String text = read("<nav>Menu</nav>" + parts).text();
    for (int i = 0; i < 5; i++) {
      assertTrue(text.contains("number " + i), text);
    }
    assertFalse(text.contains("Menu"));
  }

  @Test
  void aPageThatSaysNothingIsEmpty() {
    PageContent page = read("");
    assertEquals("", page.title() + page.text() + page.markdown() + page.language());
    assertEquals(0, page.simHash());
  }

  @Test
  void otherMediaTypesAreNotRead() {
    assertEquals(
        Optional.empty(), PageReader.read("%PDF-1.4".getBytes(UTF_8), "application/pdf", "", URL));
    assertEquals(Optional.empty(), PageReader.read("text".getBytes(UTF_8), "text/plain", "", URL));
  }

  @Test
  void theLanguageIsStatedOrRecognised() {
    assertEquals("en", read(PROSE.repeat(3)).language());
    assertEquals("fr", read("<html lang=fr>" + PROSE).language());
    assertEquals(
        "nl",
        PageReader.read(PROSE.getBytes(UTF_8), "text/html", "nl", URL).orElseThrow().language());
    assertEquals(
        "sv",
        read("<html lang=en><p>"
                + "Det är en bro som har varit på den plats, och den är inte ny. ".repeat(9))
            .language());
  }

  @Test
  void datesAreMadeUniform() {
    assertEquals("2019-11-18", Dates.iso("November 18, 2019"));
    assertEquals("2019-11-18", Dates.iso("2019-11-18 10:00"));
    assertEquals("2019-11-18T10:00:01.500Z", Dates.iso("2019-11-18T10:00:01.5Z"));
    assertEquals("2019-11-18T10:00Z", Dates.iso("Mon, 18 Nov 2019 10:00:00 GMT"));
    assertEquals("", Dates.iso("yesterday"));
    assertEquals("", Dates.iso("2019-13-18"));
  }
}
