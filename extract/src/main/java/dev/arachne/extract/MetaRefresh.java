package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A refresh in a meta element or a header (WHATWG HTML 4.2.5.3, "shared declarative refresh
 * steps").
 *
 * @param seconds the delay
 * @param urlFrom the start of its URL in the parsed value
 * @param urlTo the end of its URL; {@code urlFrom} if it has no URL and the page reloads itself
 */
record MetaRefresh(int seconds, int urlFrom, int urlTo) {
  private static final byte[] URL = "url".getBytes(US_ASCII);

  /** Parses the decoded value {@code in[from, to)}; null if it is not a refresh. */
  static @Nullable MetaRefresh parse(byte[] in, int from, int to) {
    int p = Bytes.skipSpaces(in, from, to);
    int digitsFrom = p;
    long seconds = 0;
    while (p < to && Bytes.isDigit(in[p])) {
      seconds = Math.min(seconds * 10 + in[p++] - '0', Integer.MAX_VALUE);
    }
    if (p == digitsFrom && (p == to || in[p] != '.')) {
      return null;
    }
    while (p < to && (Bytes.isDigit(in[p]) || in[p] == '.')) {
      p++;
    }
    if (p < to && in[p] != ';' && in[p] != ',' && !Bytes.isSpace(in[p])) {
      return null;
    }
    p = Bytes.skipSpaces(in, p, to);
    if (p < to && (in[p] == ';' || in[p] == ',')) {
      p = Bytes.skipSpaces(in, p + 1, to);
    }
    return withUrl((int) seconds, in, p, to);
  }

  private static MetaRefresh withUrl(int seconds, byte[] in, int from, int to) {
    int p = from;
    if (Bytes.startsWithIgnoringCase(in, p, to, URL)) {
      int equals = Bytes.skipSpaces(in, p + URL.length, to);
      if (equals < to && in[equals] == '=') {
        p = Bytes.skipSpaces(in, equals + 1, to);
      }
    }
    if (p < to && (in[p] == '"' || in[p] == '\'')) {
      return new MetaRefresh(seconds, p + 1, Bytes.indexOf(in, p + 1, to, in[p]));
    }
    return new MetaRefresh(seconds, p, to);
  }
}
