package dev.arachne.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPathTest {
  private static final String FILMS =
      """
      {"films": [
        {"title": "The Golden Harbour", "year": 1967, "tags": ["drama", "sea"]},
        {"title": "It's Late", "year": 2004, "tags": []},
        {"title": "The Last Witness", "rating": 9.30}]}
      """;

  private static final long MOST = 10_000_000;

  private static final class TooMuchException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static List<JsonNode> find(String path, String json) throws Exception {
    Object root = JsonTree.ofDecimals(500, 100_000).read(json.getBytes(UTF_8));
    var steps = new AtomicLong();
    return JsonPath.parse(path)
        .find(
            root,
            more -> {
              if (steps.addAndGet(more) > MOST) {
                throw new TooMuchException();
              }
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          $.films[0].title              | [The Golden Harbour]
          $.films[-1].rating            | [9.30]
          $..year                       | [1967, 2004]
          $.films[?@.year > 2000].title | [It's Late]
          $.films[?!@.year].title       | [The Last Witness]
          $.films[?count(@.tags[*]) == 2 && match(@.title, 'The .*')].year | [1967]
          $.films[?search(@.title, "[Ll]ate")].year | [2004]
          $.films[::-1].year            | [2004, 1967]
          $.films[*].director           | []
          """)
  void anExpressionFindsValuesInTheOrderOfTheText(String path, String values) throws Exception {
    assertEquals(values, find(path, FILMS).stream().map(JsonNode::value).toList().toString());
  }

  @Test
  void aValueKnowsItsPlace() throws Exception {
    assertEquals(
        List.of("$['films'][1]['title']"),
        find("$.films[?@.year==2004].title", FILMS).stream().map(JsonNode::path).toList());
    assertEquals("$['it\\'s\\u000b']", find("$.*", "{\"it's\\u000b\": 1}").getFirst().path());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          films                | it does not begin with $ at character 1
          $.films[             | a name in quotes, a number, *, ? or a slice is missing at character 9
          $.films[0            | a bracket is not closed by ] at character 10
          $.films[?@.year >]   | a condition such as @.price < 10 is missing at character 18
          $[?@.a == sea]       | 'sea' is not expected; texts are in quotes at character 11
          $[?@.* == 1]         | a query that may find several values cannot be compared at character 4
          $[?first(@)]         | 'first' is not a function; use length, count, match, search or value at character 4
          $.films.length()     | '()' is not expected at character 15
          $[?1]                | a value alone is not a condition; compare it at character 5
          """)
  void aMistakeIsSaidWithItsPlace(String path, String message) {
    assertEquals(
        message, assertThrows(JsonPathException.class, () -> JsonPath.parse(path)).getMessage());
  }

  @Test
  void expressionsWithinEachOtherHaveABound() {
    String deep = "$[?" + "(".repeat(100_000);
    assertThrows(JsonPathException.class, () -> JsonPath.parse(deep));
    for (String part : List.of("[?@", "[?(", "[?!(", "[?count(")) {
      assertThrows(JsonPathException.class, () -> JsonPath.parse("$" + part.repeat(1_000)), part);
    }
    assertThrows(JsonPathException.class, () -> JsonPath.parse("$" + ".a".repeat(1_000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$..*..*..*..*",
        "$..[?$..[?$..[?@ == $]]]",
        "$[?match($.text, 'a*a*a*a*a*a*b.*')]",
        "$[?search($.text, $.regex)]"
      })
  void workIsCounted(String path) {
    String deep = "[".repeat(400) + "]".repeat(400);
    String json =
        "{\"deep\": %s, \"wide\": [%s0], \"text\": \"%s\", \"regex\": \"x*x*x*x*x*x*y\"}"
            .formatted(deep, "0,".repeat(1_000), "a".repeat(40) + "x".repeat(40));
    assertThrows(TooMuchException.class, () -> find(path, json));
  }

  @Test
  void aHostileRegularExpressionOfTheTextIsNotOne() throws Exception {
    assertTrue(find("$[?match('aa', @)]", "[\"(a)\\\\1\", \"(?<=a)a\", \"a{\", \"(\"]").isEmpty());
  }
}
