package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChunksTest {
  private static final String WORDS = "Some words that say nothing new. ";

  private static PageContent page(String main) {
    return RenderedMarkdown.page("<main>" + main + "<pre>end</pre></main>");
  }

  private static List<String> lines(String markdown) {
    return markdown.lines().filter(line -> !line.isBlank()).toList();
  }

  private static List<String> lines(List<Chunk> chunks) {
    return chunks.stream().flatMap(chunk -> lines(chunk.text()).stream()).toList();
  }

  @Test
  void aChunkBeginsAtAHeadingAndKnowsTheOnesAbove() {
    PageContent page =
        page(
            "<h1 id=a>A</h1><p>in a<h2>B</h2><h3 id=c>C</h3><p>in c<h2 id=d>D</h2><p>in d"
                + "<h4>E</h4><p>in e");
    List<Chunk> chunks = Chunks.of(page, 500);
    assertEquals(
        List.of("[A] a", "[A, B, C] c", "[A, D] d", "[A, D, E] d"),
        chunks.stream().map(chunk -> chunk.path() + " " + chunk.anchor()).toList());
    assertEquals("## B\n\n### C\n\nin c", chunks.get(1).text());
    assertEquals(lines(page.markdown()), lines(chunks));
  }

  @Test
  void codeAndTablesAreNotCutWhileTheyFit() {
    String code = "<pre>" + "int a = b;\n\n".repeat(8) + "</pre>";
    String table = "<table><tr><th>k<th>v" + "<tr><td>key<td>value of it".repeat(8) + "</table>";
    String markup =
        "<table><tr><th colspan=2>k" + "<tr><td>key<td><ul><li>x</ul>".repeat(3) + "</table>";
    String main = "";
    for (int i = 0; i < 10; i++) {
      main +=
          "<p>"
              + WORDS.repeat(i)
              + code
              + "<p>"
              + WORDS.repeat(9 - i)
              + table
              + markup
              + "<ul><li>item<pre>"
              + "x\n\n".repeat(9)
              + "</pre></ul>";
    }
    PageContent page = page(main);
    List<Chunk> chunks = Chunks.of(page, 110);
    assertTrue(chunks.size() > 20);
    for (Chunk chunk : chunks) {
      assertTrue(chunk.tokens() <= 110, chunk.text());
      assertEquals(0, chunk.text().lines().filter(line -> line.contains("```")).count() % 2);
      assertEquals(
          chunk.text().lines().filter("<table>"::equals).count(),
          chunk.text().lines().filter("</table>"::equals).count());
      boolean hasRow = chunk.text().contains("| key | value of it |");
      assertEquals(hasRow, chunk.text().contains("| k | v |\n| --- | --- |"), chunk.text());
    }
    assertEquals(lines(page.markdown()), lines(chunks));
  }

  @Test
  void aPartOfALargeBlockHasItsFencesAndAPartOfALargeTableItsHead() {
    List<Chunk> code =
        Chunks.of(page("<pre class=language-java>" + "int a = b;\n".repeat(200) + "</pre>"), 100);
    assertTrue(code.size() > 9);
    for (Chunk chunk : code.subList(0, code.size() - 1)) {
      assertTrue(chunk.text().startsWith("```java\nint a"), chunk.text());
      assertTrue(chunk.text().endsWith("b;\n```"), chunk.text());
      assertTrue(chunk.tokens() <= 100);
    }
    List<Chunk> table =
        Chunks.of(
            page("<table><tr><th>k<th>v" + "<tr><td>key<td>value".repeat(200) + "</table>"), 100);
    assertTrue(table.size() > 9);
    for (Chunk chunk : table.subList(0, table.size() - 1)) {
      assertTrue(chunk.text().startsWith("| k | v |\n| --- | --- |\n| key"), chunk.text());
      assertTrue(chunk.tokens() <= 100);
    }
  }

  @Test
  void aLongParagraphIsCutBetweenWords() {
    List<Chunk> chunks = Chunks.of(page("<p>" + WORDS.repeat(100)), 60);
    String said = String.join(" ", chunks.stream().map(Chunk::text).toList());
    assertTrue(said.startsWith(WORDS.repeat(100).strip()), said);
    for (Chunk chunk : Chunks.of(page("<p>" + "\ud83d\ude00".repeat(1001)), 55)) {
      assertTrue(chunk.tokens() <= 55);
      assertTrue(chunk.text().codePoints().noneMatch(it -> it >= 0xD800 && it < 0xE000));
    }
  }

  @Test
  void everyLineOfAnyPageIsInItsChunks() {
    String[] parts = {
      "<p>" + WORDS,
      "<h2 id=x>y</h2>",
      "<ul><li>z",
      "<pre>c\n\n```\nd</pre>",
      "<ol><li>",
      "</ol>",
      "</ul>",
      "<blockquote>",
      "</blockquote>",
      "<code>``a</code>",
      "<h4>q</h4>",
      "<table><tr><td>a<td><pre>p\n\n|</pre></table>",
      "<table><tr><th>a<th>b<tr><td>c<td>d</table>"
    };
    var random = new Random(7);
    for (int i = 0; i < 500; i++) {
      var main = new StringBuilder();
      for (int n = random.nextInt(60); n >= 0; n--) {
        main.append(parts[random.nextInt(parts.length)]);
      }
      PageContent page = page(main.toString());
      List<Chunk> chunks = Chunks.of(page, 250);
      assertEquals(lines(page.markdown()), lines(chunks));
      chunks.forEach(chunk -> assertTrue(chunk.tokens() <= 250));
    }
  }
}
