package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ItemFormatTest {
  private static final Item FILM =
      Item.of("rank", 1)
          .and("title", "The \"Nine\", Café")
          .and("rating", new BigDecimal("0.00000001"))
          .and("seen", LocalDate.of(2024, 5, 1))
          .and("at", OffsetDateTime.parse("2024-05-01T10:00Z"))
          .and("url", CrawlUrl.of("http://films.example/a,b"))
          .and("marks", List.of("a;b", new BigDecimal("2")));

  @Test
  void aRecordIsAnObjectOnALine() {
    assertEquals(
        "{\"rank\":1,\"title\":\"The \\\"Nine\\\", Café\",\"rating\":0.00000001,\"seen\":\"2024-05-01\","
            + "\"at\":\"2024-05-01T10:00:00Z\",\"url\":\"http://films.example/a,b\",\"marks\":[\"a;b\",2]}\n",
        ItemFormat.jsonLines().line(FILM));
    assertEquals("", ItemFormat.jsonLines().head());
  }

  @Test
  void aRecordIsARowOfItsColumns() {
    ItemFormat csv =
        ItemFormat.csv(List.of("rank", "title", "rating", "none", "at", "url", "marks"));
    assertEquals("rank,title,rating,none,at,url,marks\n", csv.head());
    assertEquals(
        "1,\"The \"\"Nine\"\", Café\",0.00000001,,2024-05-01T10:00:00Z,\"http://films.example/a,b\","
            + "\"[\"\"a;b\"\",2]\"\n",
        csv.line(FILM));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u001b[31m",
        "a\nb",
        "\r",
        "\u0000",
        "\u007f",
        "\u009b1m",
        "\u202e",
        "\u200b",
        "\u2028",
        "\u0085",
        "\uE000",
        "\udb40\udc01",
        "\ud83d\ude00 stays"
      })
  void aRecordIsOneLineThatActsOnNoTerminalAndLosesNothing(String text) {
    String line = ItemFormat.jsonLines().line(Item.of("t", text));
    assertEquals(1, line.lines().count());
    assertTrue(
        line.strip()
            .codePoints()
            .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT),
        line);
    assertEquals(text, JsonMapper.shared().readTree(line).get("t").stringValue());
    String row = ItemFormat.csv(List.of("t")).line(Item.of("t", text));
    assertEquals(1, row.lines().count());
    assertTrue(row.strip().chars().noneMatch(Character::isISOControl), row);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          =cmd /C calc         | '=cmd /C calc
          +1 555               | '+1 555
          -1                   | '-1
          @SUM(A1)             | '@SUM(A1)
          \uFF1D1+1            | '\uFF1D1+1
          =HYPERLINK("http://a") | "'=HYPERLINK(""http://a"")"
          x;=1+1               | "x;=1+1"
          plain text           | plain text
          a=b                  | a=b
          """)
  void formulasAreWrittenAsText(String text, String cell) {
    assertEquals(cell + "\n", ItemFormat.csv(List.of("t")).line(Item.of("t", text)));
  }

  @Test
  void spacesDoNotHideAFormula() {
    assertEquals("' =1\n", ItemFormat.csv(List.of("t")).line(Item.of("t", " =1")));
  }

  @Test
  void aNumberOfOursIsNotAFormula() {
    assertEquals("-5\n", ItemFormat.csv(List.of("t")).line(Item.of("t", new BigDecimal(-5))));
  }

  @Test
  void linesAreUtf8() {
    byte[] lines = ItemFormat.jsonLines().lines(List.of(Item.of("t", "é"), Item.of("t", "b")));
    assertEquals("{\"t\":\"é\"}\n{\"t\":\"b\"}\n", new String(lines, UTF_8));
  }

  @Test
  void aRecordHasNoValuesOfOtherTypes() {
    assertThrows(IllegalArgumentException.class, () -> Item.of("t", new Object()));
    assertThrows(
        IllegalArgumentException.class, () -> Item.of("t", List.of(List.of(new Object()))));
    assertThrows(IllegalArgumentException.class, () -> Item.of("t", Double.NaN));
    assertEquals(Optional.of(1), FILM.value("rank"));
    assertEquals(Optional.empty(), FILM.value("none"));
    assertEquals(
        "{rank=2, a=b}", Item.of("rank", 1).and("a", "b").and("rank", 2).values().toString());
  }

  @Test
  void anArrayOfJsonIsWholeWithItsHeadSeparatorsAndTail() {
    ItemFormat json = ItemFormat.json();
    assertEquals(json.separator().length(), json.head().length(), "one takes the other's place");
    String lines = new String(json.lines(List.of(Item.of("t", 1), Item.of("t", 2))), UTF_8);
    assertEquals(",\n{\"t\":1},\n{\"t\":2}", lines);
    assertEquals("\n]\n", json.tail());
  }

  @Test
  void aTableWithTabsAndXmlHaveTheSameValues() {
    ItemFormat tsv = ItemFormat.tsv(List.of("a", "b"));
    Item item = Item.of("a", "x\ty").and("b", "<&>").and("list", List.of(1, 2));
    assertEquals("a\tb\n", tsv.head());
    assertEquals("x\uFFFDy\t<&>\n", tsv.line(item));
    assertEquals(
        "<item><a>x&#9;y</a><b>&lt;&amp;&gt;</b>"
            + "<list><value>1</value><value>2</value></list></item>\n",
        ItemFormat.xml().line(item));
    assertEquals(
        "<item><_1_a>\uFFFD</_1_a></item>\n", ItemFormat.xml().line(Item.of("1:a", "\u0001")));
  }
}
