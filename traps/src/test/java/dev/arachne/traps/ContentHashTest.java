package dev.arachne.traps;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContentHashTest {
  private static OptionalLong of(String html, String place) {
    byte[] bytes = html.getBytes(UTF_8);
    return of(bytes, place);
  }

  private static OptionalLong of(byte[] page, String place) {
    return ContentHash.signature(page, 0, page.length, CrawlUrl.of("http://a" + place))
        .map(PageSignature::content)
        .orElse(OptionalLong.empty());
  }

  private static OptionalLong of(String html) {
    return of(html, "/");
  }

  @ParameterizedTest
  @CsvSource({
    "<li>one two<li>three, <p>three one two",
    "<p>One TWO, <b>one</b> two",
    "one<nav>a b</nav>, one",
    "<NAV>x</NAV>one<footer>y<nav>z</nav></footer>, one<nav>w</nav>",
    "one<script>two()</script><style>three</style>, one",
    "<a href=/x?sid=1>one</a>, <a href=/x?sid=2>one</a>"
  })
  void pagesWithEqualWordsAreEqual(String one, String other) {
    assertEquals(of(one), of(other));
  }

  @ParameterizedTest
  @CsvSource({
    "one two, one two two",
    "one, two",
    "one 1, one 2",
    "internationally, internationalli",
    "internationalization, internbtionalization",
    "abcdefgh, abcdefghabcdefgh",
    "abcdefghi, iabcdefgh",
    "a<img src=1.jpg>, a<img src=2.jpg>",
    "one <nav>two, one",
    "one<script type=application/json>1</script>, one<script type=application/json>2</script>"
  })
  void pagesWithOtherWordsAreDistinct(String one, String other) {
    assertNotEquals(of(one), of(other));
  }

  @Test
  void numbersOfTheUrlAndThoseBesideThemDoNotCount() {
    String month = "<p>%s of 2026, next is %s: nothing";
    assertEquals(
        of(month.formatted("05", "06"), "/2026/05"), of(month.formatted("08", "09"), "/2026/08"));
    assertNotEquals(
        of(month.formatted("05", "17"), "/2026/05"), of(month.formatted("08", "18"), "/2026/08"));
    assertNotEquals(of("Red shoes", "/red-shoes"), of("Blue shoes", "/blue-shoes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script src=app.js></script><div id=root></div>",
        "<nav>Home</nav><div id=root></div><footer>Us</footer>",
        "<title>Shop</title><noscript>Enable JavaScript</noscript><div id=root></div>",
      })
  void pagesThatScriptsMakeHaveNoContentThatIsKnown(String page) {
    assertEquals(OptionalLong.empty(), of(page));
  }

  @Test
  void aSignatureIsReadAgainAsItWasNoted() {
    for (var its : List.of(PageSignature.of(3, 4), new PageSignature(5, OptionalLong.empty()))) {
      assertEquals(its, PageSignature.read(its.toBytes()));
    }
  }

  /** Whatever stands beside a word, and where it is in the page. */
  @Test
  void aPageSaysWhatItsWordsSay() {
    var random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      byte[] page = new byte[random.nextInt(60)];
      for (int at = 0; at < page.length; at++) {
        page[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 'a' + random.nextInt(26));
        page[at] = page[at] == '<' || page[at] == '&' ? (byte) ' ' : page[at];
      }
      String text = new String(page, ISO_8859_1);
      long sum = 0;
      for (String word : text.split("[^0-9a-zA-Z\\x80-\\xFF]+")) {
        byte[] alone = asciiLower(word).getBytes(ISO_8859_1);
        sum += of(alone, "/").orElse(0);
      }
      long content = of(page, "/").orElse(0);
      assertEquals(sum, content, text);
    }
  }

  private static String asciiLower(String word) {
    var lower = new StringBuilder();
    word.chars().forEach(c -> lower.append((char) (c >= 'A' && c <= 'Z' ? c + 32 : c)));
    return lower.toString();
  }
}
