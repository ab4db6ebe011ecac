package dev.arachne.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.testkit.Suites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** html5lib-tests for tokenizers: the tokens, not the parse errors. */
class HtmlTokenizerConformanceTest {
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9A-Fa-f]{4})");

  /** For a tokenizer whose output is coerced into an XML infoset, which this one's is not. */
  private static final String INFOSET_FILE = "xmlViolation.test";

  /** Cases whose input is half a surrogate pair, which no bytes can carry. */
  private static final List<String> LONE_SURROGATES =
      List.of(
          "Invalid Unicode character U+DFFF",
          "Invalid Unicode character U+D800",
          "Invalid Unicode character U+DFFF with valid preceding character",
          "Invalid Unicode character U+D800 with valid following character");

  private static final Map<String, ContentModel> MODELS =
      Map.of(
          "Data state", ContentModel.DATA,
          "PLAINTEXT state", ContentModel.PLAINTEXT,
          "RCDATA state", ContentModel.RCDATA,
          "RAWTEXT state", ContentModel.RAWTEXT,
          "Script data state", ContentModel.SCRIPT_DATA,
          "CDATA section state", ContentModel.CDATA_SECTION);

  @TestFactory
  Stream<DynamicTest> tokensAreThoseOfTheStandard() {
    return files().stream()
        .map(file -> dynamicTest(file.getFileName().toString(), () -> allOf(file)));
  }

  @Test
  void everyCaseOfTheSuiteIsCounted() {
    int cases = files().stream().mapToInt(file -> read(file).get("tests").size()).sum();
    assertEquals(6810 - 4, cases);
  }

  @TestFactory
  Stream<DynamicTest> startTagsHaveTheAttributesOfTheTable() {
    return cases("html/derived-tokenizer-attributes.json")
        .map(test -> dynamicTest(test.get("input").toString(), () -> checkAttributes(test)));
  }

  private static void checkAttributes(JsonNode test) {
    List<Object> expected = new ArrayList<>();
    for (JsonNode tag : test.get("start_tags")) {
      Map<String, String> attributes = new HashMap<>();
      tag.get("attrs").forEachEntry((name, value) -> attributes.put(name, value.asString()));
      if (!attributes.isEmpty()) { // the table has some tags without any and lacks others
        expected.add(List.of(tag.get("name").asString(), attributes));
      }
    }
    List<Object> actual = new ArrayList<>();
    byte[] input = test.get("input").asString().getBytes(UTF_8);
    for (List<@Nullable Object> token : TokenList.of(input, ContentModel.DATA, new byte[0])) {
      if ("StartTag".equals(token.get(0)) && !Map.of().equals(token.get(2))) {
        actual.add(token.subList(1, 3));
      }
    }
    assertEquals(expected, actual);
  }

  private static Stream<JsonNode> cases(String name) {
    Optional<Path> file = Suites.file(name);
    assumeTrue(file.isPresent(), Suites.MISSING);
    return read(file.get()).valueStream();
  }

  private static List<Path> files() {
    List<Path> files = Suites.files("html/tokenizer", ".test");
    assumeFalse(files.isEmpty(), Suites.MISSING);
    return files.stream().filter(file -> !file.endsWith(INFOSET_FILE)).toList();
  }

  /**
   * As text: the byte reader rejects names whose characters beyond the BMP are escaped as a pair.
   */
  private static JsonNode read(Path file) {
    return JsonMapper.shared().readTree(Suites.text(file));
  }

  private static void allOf(Path file) {
    List<String> failures = new ArrayList<>();
    for (JsonNode test : read(file).get("tests")) {
      if (LONE_SURROGATES.contains(test.get("description").asString())) {
        continue;
      }
      List<String> states = new ArrayList<>();
      test.path("initialStates").forEach(state -> states.add(state.asString()));
      for (String state : states.isEmpty() ? List.of("Data state") : states) {
        boolean escaped = test.path("doubleEscaped").asBoolean(false);
        String input = unescaped(test.get("input").asString(), escaped);
        List<?> expected = tokens(test.get("output"), escaped);
        List<?> actual =
            TokenList.of(
                input.getBytes(UTF_8),
                Objects.requireNonNull(MODELS.get(state)),
                test.path("lastStartTag").asString("").getBytes(UTF_8));
        if (!expected.equals(actual)) {
          failures.add(state + " " + input + "\n  expected " + expected + "\n  was      " + actual);
        }
      }
    }
    assertEquals("", String.join("\n", failures));
  }

  /** The suite's JSON as lists, maps, strings, booleans and nulls, its strings unescaped. */
  private static List<?> tokens(JsonNode output, boolean escaped) {
    List<Object> tokens = new ArrayList<>();
    for (JsonNode token : output) {
      List<@Nullable Object> fields = new ArrayList<>();
      for (JsonNode field : token) {
        if (field.isObject()) {
          Map<String, String> attributes = new HashMap<>();
          field.forEachEntry((name, value) ->
              attributes.put(unescaped(name, escaped), unescaped(value.asString(), escaped)));
          fields.add(attributes);
        } else if (field.isBoolean()) {
          fields.add(field.asBoolean());
        } else {
          fields.add(field.isNull() ? null : unescaped(field.asString(), escaped));
        }
      }
      tokens.add(fields);
    }
    return tokens;
  }

  private static String unescaped(String text, boolean escaped) {
    return escaped
        ? ESCAPE
            .matcher(text)
            .replaceAll(m -> Matcher.quoteReplacement("" + (char) Integer.parseInt(m.group(1), 16)))
        : text;
  }
}
