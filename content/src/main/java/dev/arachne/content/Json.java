package dev.arachne.content;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads JSON as pages have it (RFC 8259), with the usual mistakes: line ends within strings, commas
 * behind the last value, HTML comments around the whole text. It never throws: it reads up to the
 * first syntax error. Thread-safe.
 */
final class Json {
  private static final int DEPTH = 40;

  /** Values of a text that are read. */
  private static final int VALUES = 20_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(
              JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS,
              JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER,
              JsonReadFeature.ALLOW_TRAILING_COMMA,
              JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEPTH).build())
          .build();

  private Json() {}

  /**
   * The value of a text: a {@code Map}, a {@code List}, or the {@code String} of anything else, a
   * number for example; null without a value.
   */
  static @Nullable Object read(String text) {
    List<Object> whole = new ArrayList<>(1);
    int from = 0;
    while (from < text.length() && Spaces.isSpace(text.charAt(from))) {
      from++;
    }
    String json = text.startsWith("<!--", from) ? text.substring(from + 4) : text.substring(from);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      value(parser, whole::add, VALUES);
    } catch (JacksonException e) {
      return whole.isEmpty() ? null : whole.getFirst(); // The values before the fault are returned.
    }
    return whole.isEmpty() ? null : whole.getFirst();
  }

  private interface Place {
    void put(Object value);
  }

  /**
   * Reads one value. Lists and maps are put into their place before they are filled, so that they
   * are there if the text breaks off.
   *
   * @return the number of values that may be read after it
   */
  private static int value(JsonParser parser, Place place, int room) {
    @Nullable JsonToken token = parser.currentToken();
    int left = room - 1;
    if (token == null) {
      return left;
    }
    switch (token) {
      case START_OBJECT -> {
        Map<String, Object> members = new LinkedHashMap<>();
        place.put(members);
        while (left > 0 && parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          left = value(parser, value -> members.putIfAbsent(name, value), left);
        }
      }
      case START_ARRAY -> {
        List<Object> elements = new ArrayList<>();
        place.put(elements);
        while (left > 0 && parser.nextToken() != JsonToken.END_ARRAY) {
          left = value(parser, elements::add, left);
        }
      }
      case VALUE_NULL -> {}
      default -> place.put(parser.getString());
    }
    return left;
  }
}
