package dev.arachne.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTreeTest {
  private static final JsonTree TREE = new JsonTree(3, 5);

  private static Object read(String text) throws Exception {
    return TREE.read(text.getBytes(UTF_8));
  }

  @Test
  void writtenRowsAreReadBack() throws Exception {
    Map<String, Object> tree =
        Map.of(
            "a",
            List.of(1, 1L << 40, 0.5, BigInteger.TEN.pow(30), true, JsonTree.Null.NULL),
            "\u00fc",
            "\"\n");
    assertEquals(tree, new JsonTree(3, 100).read(JsonTree.write(tree)));
  }

  @Test
  void halfOfASurrogatePairIsAQuestionMark() throws Exception {
    assertEquals("\"x?\"", new String(JsonTree.write(read("\"x\\ud800\"")), UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "{", "[1] 2", "{'a': 1}", "[[[[1]]]]", "\"123456\"", "[1,]"})
  void invalidJsonAndJsonBeyondTheBoundsAreRefused(String text) {
    assertThrows(JsonTree.MalformedException.class, () -> read(text));
  }

  @Test
  void theBoundsThemselvesAreAllowed() throws Exception {
    assertEquals(List.of(List.of(List.of("12345"))), read("[[[\"12345\"]]]"));
  }
}
