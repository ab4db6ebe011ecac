package dev.arachne.content;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as pages have it (RFC 8259), with the mistakes that are usual there: line ends within
 * strings, commas behind the last value, comments of HTML around all. It never throws; what it
 * cannot read ends the value it is in. Confined to one thread.
 */
final class Json {
  private static final int DEPTH = 40;

  /** Values of a text that are read. */
  private static final int VALUES = 20_000;

  private final String text;
  private int at;
  private int room = VALUES;

  private Json(String text) {
    this.text = text;
  }

  /**
   * The value of a text: a {@code Map}, a {@code List}, or the {@code String} of anything else, a
   * number for example; null if there is none.
   */
  static @Nullable Object read(String text) {
    return new Json(text).value(0);
  }

  private @Nullable Object value(int depth) {
    skip();
    if (at >= text.length() || depth > DEPTH || room-- <= 0) {
      at = text.length();
      return null;
    }
    char c = text.charAt(at);
    if (c == '{') {
      return object(depth);
    }
    if (c == '[') {
      return array(depth);
    }
    return c == '"' ? string() : word();
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    while (next('}')) {
      if (text.charAt(at) != '"') {
        at = text.length();
        break;
      }
      String name = string();
      skip();
      if (at >= text.length() || text.charAt(at) != ':') {
        at = text.length();
        break;
      }
      at++;
      Object value = value(depth + 1);
      if (value != null) {
        members.putIfAbsent(name, value);
      }
    }
    return members;
  }

  private List<Object> array(int depth) {
    List<Object> elements = new ArrayList<>();
    at++;
    while (next(']')) {
      Object value = value(depth + 1);
      if (value != null) {
        elements.add(value);
      }
    }
    return elements;
  }

  /** Goes to the next value; false at the end, behind it. */
  private boolean next(char end) {
    skip();
    while (at < text.length() && text.charAt(at) == ',') {
      at++;
      skip();
    }
    if (at >= text.length()) {
      return false;
    }
    if (text.charAt(at) == end) {
      at++;
      return false;
    }
    if (text.charAt(at) == ']' || text.charAt(at) == '}') {
      at = text.length();
      return false;
    }
    return true;
  }

  private String string() {
    var value = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        break;
      }
      value.append(c == '\\' ? escaped() : c);
    }
    return value.toString();
  }

  private char escaped() {
    if (at >= text.length()) {
      return '\\';
    }
    char c = text.charAt(at++);
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> c;
    };
  }

  private char unicode() {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0) {
        return '\uFFFD';
      }
      code = code * 16 + digit;
      at++;
    }
    return (char) code;
  }

  private String word() {
    int from = at;
    while (at < text.length() && ",]}\"{[:".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == from) {
      at = text.length();
    }
    return text.substring(from, at).strip();
  }

  private void skip() {
    while (at < text.length() && text.charAt(at) <= ' ') {
      at++;
    }
    if (text.startsWith("<!--", at)) {
      at += 4;
      skip();
    } else if (text.startsWith("//<![CDATA[", at)) {
      at += 11;
      skip();
    }
  }
}
