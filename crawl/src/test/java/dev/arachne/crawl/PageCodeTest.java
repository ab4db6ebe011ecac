package dev.arachne.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which scripts count as the same. */
final class PageCodeTest {
  private static PageCode of(String html) {
    byte[] bytes = html.getBytes(UTF_8);
    return PageCode.of(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "<script src=../../app.js></script> | <script src='/app.js'></script>",
        "<script src=/app.1a2.js></script> | <script src=/app.17a9.js></script>",
        "<script>show('a', 1)</script> | <script>show(\"b c\", 0x2f)</script>",
        "<script>show(1); show(2)</script> | <script>show(3)</script>",
        "<script>show(`a ${b}`)// x</script> | <script>/* y */show(``)</script>",
        "<p onclick='go(1)'> | <p onclick='go(2)'><p ONCLICK='go(3)'>",
        "<script>var post12 = {}</script> | <script>var post7 = {}</script>",
        "<script>a('it\\'s b')</script> | <script>a('')</script>",
        "<script>go()</script><script type=application/json>{x: y}</script> | <script>go()</script>",
        "<script>go()</script><noscript><script>no()</script></noscript> | <script>go()</script>",
      })
  void pagesOfOneProgramHaveOneCode(String one, String other) {
    assertTrue(of(one).hasScripts());
    assertEquals(of(one), of(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "<script src=/app.js></script> | <script src=/other.js></script>",
        "<script>show(1)</script> | <script>hide(1)</script>",
        "<script>show()</script> | <script>show()</script><script src=/app.js></script>",
        "<p onclick='go()'> | <p onclick='stay()'>",
        "<iframe srcdoc='<script>go()</script>'> | <iframe srcdoc='<script>stay()</script>'>",
      })
  void thoseOfOtherProgramsHaveOthers(String one, String other) {
    assertNotEquals(of(one), of(other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<p>text",
        "<script type='application/ld+json'>{}</script>",
        "<script type=text/template><p></script>",
        "<template><script>go()</script></template>",
        "<!-- <script>go()</script> -->",
        "<p on>",
      })
  void dataBlocksAreNotScripts(String page) {
    assertFalse(of(page).hasScripts(), page);
  }

  @Test
  void anEmptyScriptIsOne() {
    assertTrue(of("<script src=a.js></script>").hasScripts());
    assertTrue(of("<script>1</script>").hasScripts());
  }

  @Test
  void aPageOfFewWordsIsAShell() {
    String words = "word ".repeat(31);
    assertTrue(of("<title>" + words + "</title><p>" + words + "<script>x</script>").isShell());
    assertFalse(of("<p>" + words + "and one more").isShell());
    assertTrue(of("<noscript>" + words + words + "</noscript>").isShell());
    assertTrue(of("<script>" + words + words + "</script>").isShell());
  }

  @Test
  void theWordsOfAPageAreThoseThatAreSeen() {
    byte[] page = "<title>t</title><p>a b <b>a</b> c1<script>x</script>".getBytes(UTF_8);
    assertEquals(3, PageCode.words(page, 0, page.length).size());
  }
}
