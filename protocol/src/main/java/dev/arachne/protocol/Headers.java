package dev.arachne.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The header fields of a response in the order and case sent, malformed ones included. Immutable;
 * it takes two arrays regardless of the number of fields, and no string until one is requested.
 *
 * <p>Names are compared without regard to ASCII case. Values are without the white space around
 * them, folded lines are joined, and text that is not UTF-8 is taken as ISO-8859-1.
 */
public final class Headers {

  /** Offsets per field: name from and to, value from and to. */
  static final int SPANS = 4;

  private final byte[] head;
  private final int[] spans;
  private final int count;

  /**
   * These fields, in order.
   *
   * @param namesAndValues a name, its value, the next name, and so on
   * @throws IllegalArgumentException if the last name has no value
   */
  public static Headers of(String... namesAndValues) {
    if (namesAndValues.length % 2 > 0) {
      throw new IllegalArgumentException(
          "no value of " + namesAndValues[namesAndValues.length - 1]);
    }
    var head = new ByteArrayOutputStream();
    int[] spans = new int[2 * namesAndValues.length];
    for (int i = 0; i < namesAndValues.length; i++) {
      spans[2 * i] = head.size();
      head.writeBytes(namesAndValues[i].getBytes(StandardCharsets.UTF_8));
      spans[2 * i + 1] = head.size();
    }
    return new Headers(head.toByteArray(), spans, namesAndValues.length / 2);
  }

  /**
   * Fields in one array: shared, not copied, so neither array may change any more.
   *
   * @param spans for each field where its name begins and ends in {@code bytes}, and its value
   */
  public static Headers in(byte[] bytes, int[] spans) {
    if (spans.length % SPANS > 0) {
      throw new IllegalArgumentException("a field has four offsets");
    }
    return new Headers(bytes, spans, spans.length / SPANS);
  }

  /**
   * Fields of a head that does not change any more.
   *
   * @param spans four offsets into {@code head} for each of {@code count} fields
   */
  Headers(byte[] head, int[] spans, int count) {
    this.head = head;
    this.spans = spans;
    this.count = count;
  }

  /** The number of fields. */
  public int count() {
    return count;
  }

  /** The name of a field as sent. */
  public String name(int index) {
    int at = spanOf(index);
    return text(spans[at], spans[at + 1]);
  }

  /** The value of a field. */
  public String value(int index) {
    int at = spanOf(index);
    return text(spans[at + 2], spans[at + 3]);
  }

  /** The value of a field, each character a byte of it. */
  public String latin1Value(int index) {
    int at = spanOf(index);
    int from = spans[at + 2];
    return new String(head, from, spans[at + 3] - from, StandardCharsets.ISO_8859_1);
  }

  /** The value of the first field of this name. */
  public Optional<String> first(String name) {
    int index = find(name, 0);
    return index < 0 ? Optional.empty() : Optional.of(value(index));
  }

  /** The values of all fields of this name in their order. */
  public List<String> all(String name) {
    int first = find(name, 0);
    if (first < 0) {
      return List.of();
    }
    var values = new ArrayList<String>();
    for (int i = first; i >= 0; i = find(name, i + 1)) {
      values.add(value(i));
    }
    return values;
  }

  /** The first field of this name at or after an index, or -1. */
  public int find(String name, int from) {
    int length = name.length();
    for (int i = from; i < count; i++) {
      int at = i * SPANS;
      if (spans[at + 1] - spans[at] == length && sameName(name, spans[at])) {
        return i;
      }
    }
    return -1;
  }

  /** All elements of the comma-separated values of this name, in lower case and order. */
  public List<String> elements(String name) {
    var elements = new ArrayList<String>();
    for (int i = find(name, 0); i >= 0; i = find(name, i + 1)) {
      // Byte by byte: the lower case of some letters outside ASCII is in ASCII.
      for (String element : latin1Value(i).split(",", -1)) {
        String bare = trimmed(element);
        if (!bare.isEmpty()) {
          elements.add(bare.toLowerCase(Locale.ROOT));
        }
      }
    }
    return elements;
  }

  /**
   * The text without the blanks and tabs around it: other bytes are not white space here (RFC 9110
   * 5.6.3).
   */
  static String trimmed(String element) {
    int from = 0;
    int to = element.length();
    while (from < to && isBlank(element.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(element.charAt(to - 1))) {
      to--;
    }
    return element.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** All fields, a line each, as in a well-formed head. */
  @Override
  public String toString() {
    var lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(name(i)).append(": ").append(value(i)).append("\r\n");
    }
    return lines.toString();
  }

  private int spanOf(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException(index);
    }
    return index * SPANS;
  }

  private boolean sameName(String name, int from) {
    for (int i = 0; i < name.length(); i++) {
      if (lower(name.charAt(i)) != lower((char) (head[from + i] & 0xFF))) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
  }

  private String text(int from, int to) {
    if (isAscii(from, to)) {
      return new String(head, from, to - from, StandardCharsets.ISO_8859_1);
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(head, from, to - from))
          .toString();
    } catch (CharacterCodingException _) {
      return new String(head, from, to - from, StandardCharsets.ISO_8859_1);
    }
  }

  private boolean isAscii(int from, int to) {
    byte all = 0;
    for (int i = from; i < to; i++) {
      all |= head[i];
    }
    return all >= 0;
  }
}
