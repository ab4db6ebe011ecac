package dev.arachne.archive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads an object of JSON (RFC 8259) as a map: strings, numbers and truth values as their text,
 * arrays as lists, objects as maps; null is omitted. Confined to one thread.
 */
final class JsonReader {
  private static final int MOST_DEPTH = 32;

  private final String in;
  private int at;

  private JsonReader(String in) {
    this.in = in;
  }

  /** The object; empty if the text is not an object, or continues behind it. */
  static Optional<Map<String, Object>> object(String text) {
    var reader = new JsonReader(text);
    try {
      reader.space();
      if (reader.peek() != '{') {
        return Optional.empty();
      }
      Map<String, Object> object = reader.members(0);
      reader.space();
      return reader.at == text.length() ? Optional.of(object) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * A member that is a string, number or truth value; empty if it is of another type, or missing.
   */
  static String text(Map<String, Object> object, String name) {
    return object.get(name) instanceof String text ? text : "";
  }

  /** A member that is a number from 0 on; -1 if it is another value, or missing. */
  static long number(Map<String, Object> object, String name) {
    String text = text(object, name);
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
  }

  /** The objects of a member that is an array. */
  @SuppressWarnings("unchecked") // maps are made below, with strings for keys
  static List<Map<String, Object>> objects(Map<String, Object> object, String name) {
    List<Map<String, Object>> objects = new ArrayList<>();
    if (object.get(name) instanceof List<?> list) {
      for (Object each : list) {
        if (each instanceof Map<?, ?> map) {
          objects.add((Map<String, Object>) map);
        }
      }
    }
    return objects;
  }

  private Optional<Object> value(int depth) {
    return switch (peek()) {
      case '{' -> Optional.of(members(depth + 1));
      case '[' -> Optional.of(elements(depth + 1));
      case '"' -> Optional.of(string());
      default -> {
        int from = at;
        while (at < in.length() && ",]} \t\r\n".indexOf(in.charAt(at)) < 0) {
          at++;
        }
        String word = in.substring(from, at);
        if (!word.matches("true|false|null|-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
          throw new IllegalArgumentException();
        }
        yield word.equals("null") ? Optional.empty() : Optional.of(word);
      }
    };
  }

  private Map<String, Object> members(int depth) {
    check(depth <= MOST_DEPTH);
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    space();
    for (boolean isFirst = true; peek() != '}'; isFirst = false) {
      comma(isFirst);
      check(peek() == '"');
      String name = string();
      space();
      check(peek() == ':');
      at++;
      space();
      value(depth).ifPresent(value -> members.put(name, value));
      space();
    }
    at++;
    return members;
  }

  private List<Object> elements(int depth) {
    check(depth <= MOST_DEPTH);
    List<Object> elements = new ArrayList<>();
    at++;
    space();
    for (boolean isFirst = true; peek() != ']'; isFirst = false) {
      comma(isFirst);
      value(depth).ifPresent(elements::add);
      space();
    }
    at++;
    return elements;
  }

  private void comma(boolean isFirst) {
    if (!isFirst) {
      check(peek() == ',');
      at++;
      space();
    }
  }

  private String string() {
    var text = new StringBuilder();
    at++;
    while (peek() != '"') {
      char c = in.charAt(at++);
      check(c >= ' ');
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escaped = peek();
      at++;
      switch (escaped) {
        case '"', '\\', '/' -> text.append(escaped);
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          check(at + 4 <= in.length() && in.substring(at, at + 4).matches("[0-9a-fA-F]{4}"));
          text.append((char) Integer.parseInt(in.substring(at, at + 4), 16));
          at += 4;
        }
        default -> throw new IllegalArgumentException();
      }
    }
    at++;
    return text.toString();
  }

  private void space() {
    while (at < in.length() && " \t\r\n".indexOf(in.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    check(at < in.length());
    return in.charAt(at);
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
  }
}
