package dev.arachne.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.content.PageContent;
import dev.arachne.content.PageReader;
import dev.arachne.url.CrawlUrl;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The note of what a page says. */
class ContentNoteTest {
  private static final String PAGE =
      """
      <html lang="de"><head><title>Grüße · Seite</title>
      <meta name="description" content="Über 𝒜lles"><link rel="canonical" href="/gruesse">
      <link rel="alternate" hreflang="en" href="/en/">
      <script type="application/ld+json">{"@type": "Article", "author": {"name": "A. Name"}}</script>
      </head><body><nav><a href="/">Start</a></nav><main><h1 id="top">Grüße</h1>
      <p>Ein Absatz, der lang genug ist, um als Inhalt zu gelten, mit <a href="x?y=1#z">einem
      Verweis</a> und noch einigen Wörtern mehr, damit er zählt.</p>
      <h2>Zwei</h2><p>Noch ein Absatz mit vielen Wörtern, denn was kurz ist, zählt nicht als Text.
      <a href="bild"><img src="b.png" alt="Ein Bild"></a></p></main></body></html>
      """;

  private static PageContent page(String html) {
    return PageReader.read(
            html.getBytes(UTF_8), "text/html; charset=utf-8", "", CrawlUrl.of("http://a.test/b"))
        .orElseThrow();
  }

  @Test
  void comesBackAsItWas() {
    PageContent content = page(PAGE);
    assertTrue(content.links().size() == 3 && !content.facts().isEmpty(), content::toString);
    assertTrue(content.canonical().isPresent() && !content.alternates().isEmpty());
    assertEquals(content, ContentNote.read(ContentNote.toBytes(content)));
    PageContent empty = page("");
    assertEquals(empty, ContentNote.read(ContentNote.toBytes(empty)));
  }

  @Test
  void isBoundedAndSaysThatItWasCut() {
    String word = "0123456789 ";
    PageContent large = page("<h1>Long</h1><p>" + word.repeat(200_000) + "</p>");
    byte[] note = ContentNote.toBytes(large);
    PageContent read = ContentNote.read(note);
    assertTrue(note.length < 100_000, "bytes: " + note.length);
    assertEquals(ContentNote.LONGEST_TEXT, read.text().length());
    assertTrue(read.isCut());
    assertEquals(large.simHash(), read.simHash());
  }

  @Test
  void damagedRowsAndOtherVersionsAreRefused() {
    byte[] note = ContentNote.toBytes(page(PAGE));
    for (int length = 0; length < note.length; length++) {
      byte[] cut = Arrays.copyOf(note, length);
      assertThrows(IllegalArgumentException.class, () -> ContentNote.read(cut));
    }
    byte[] later = note.clone();
    later[0]++;
    assertThrows(IllegalArgumentException.class, () -> ContentNote.read(later));
  }
}
