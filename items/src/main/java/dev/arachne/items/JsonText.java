package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.json.JsonTree;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** JSON of pages as values, within bounds: pages are hostile. */
final class JsonText {
  /** Levels of arrays and objects. */
  private static final int DEEPEST = 500;

  /** Characters of a string, as many as a page may have. */
  private static final int LONGEST = 64 << 20;

  private static final JsonTree READER = JsonTree.ofDecimals(DEEPEST, LONGEST);

  private JsonText() {}

  /** The value of a text; empty if the text is not JSON. */
  static Optional<Object> read(String text) {
    if (text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(READER.read(text.getBytes(UTF_8)));
    } catch (JsonTree.MalformedException e) {
      return Optional.empty();
    }
  }

  /** The text of a value, on one line. */
  static String of(Object value) {
    return new String(JsonTree.write(value), UTF_8);
  }

  /** The same as a value of a record; empty for null, which records do not have. */
  static Optional<Object> item(Object value) {
    return switch (value) {
      case JsonTree.Null _ -> Optional.empty();
      case BigInteger number -> Optional.of(new BigDecimal(number));
      case List<?> list -> {
        List<Object> items = new ArrayList<>();
        list.forEach(each -> item(each).ifPresent(items::add));
        yield Optional.of(items);
      }
      case Map<?, ?> object -> {
        Map<String, Object> items = new LinkedHashMap<>();
        object.forEach(
            (name, each) -> item(each).ifPresent(its -> items.put(String.valueOf(name), its)));
        yield Optional.of(items);
      }
      default -> Optional.of(value);
    };
  }
}
