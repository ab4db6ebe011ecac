package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.ByteScratch;
import dev.arachne.text.Bytes;
import dev.arachne.text.Slices;

/**
 * Walks the URLs of a style sheet or a style attribute: {@code url()} and {@code @import} (CSS
 * Syntax 3, section 4, as much of it as keeps comments, strings and escapes apart; line ends as in
 * 3.3). Reusable, confined to one thread. Linear: it never moves back.
 */
final class CssScanner {
  private static final byte[] URL = "url(".getBytes(US_ASCII);
  private static final byte[] IMPORT = "@import".getBytes(US_ASCII);
  private static final byte[] NAMESPACE = "@namespace".getBytes(US_ASCII);
  private static final int MAX_HEX_DIGITS = 6;

  private final Slices slices;
  private final ByteScratch url = new ByteScratch();
  private byte[] in = {};
  private int p;
  private int end;
  private boolean importing;

  /** Where to pause. */
  private int pauseAt;

  CssScanner(Slices slices) {
    this.slices = slices;
  }

  /** Begins a scan of {@code in[from, to)}, which is UTF-8. */
  void begin(byte[] in, int from, int to) {
    this.in = in;
    p = from;
    end = to;
    importing = false;
    pauseAt = slices.end(from);
  }

  /** The URL that {@link #next} found, its escapes undone. */
  ByteScratch url() {
    return url;
  }

  /** Moves to the next URL; false at the end. */
  boolean next() {
    while (p < end) {
      pauseIfDue();
      byte b = in[p];
      if (b == '"' || b == '\'') {
        boolean closed = string();
        if (importing && closed) {
          importing = false;
          return true;
        }
      } else if (b == '/' && p + 1 < end && in[p + 1] == '*') {
        skipComment();
      } else if (b == '@') {
        atRule();
      } else if (startsName(b)) {
        if (Bytes.startsWithIgnoringCase(in, p, end, URL)) {
          p += URL.length;
          importing = false;
          if (urlFunction()) {
            return true;
          }
        } else {
          skipName();
        }
      } else {
        importing &= b != ';' && b != '{';
        p++;
      }
    }
    return false;
  }

  private void pauseIfDue() {
    if (p >= pauseAt) {
      pauseAt = slices.next(p);
    }
  }

  private void atRule() {
    importing = Bytes.startsWithIgnoringCase(in, p, end, IMPORT);
    boolean namespace = Bytes.startsWithIgnoringCase(in, p, end, NAMESPACE);
    p++;
    if (namespace) { // a name that looks like a URL, not a link
      p = Bytes.indexOf(in, p, end, ';');
    } else {
      skipName();
    }
  }

  private void skipComment() {
    p = Bytes.indexOf(in, p + 2, end, '/');
    while (p < end && in[p - 1] != '*') {
      pauseIfDue();
      p = Bytes.indexOf(in, p + 1, end, '/');
    }
    p = Math.min(p + 1, end);
  }

  /** Reads a string into {@link #url}; false if a line end or the input's end cuts it. */
  private boolean string() {
    byte quote = in[p++];
    url.clear();
    while (p < end && in[p] != quote) {
      if (isLineEnd(in[p])) {
        return false;
      }
      appendCharacter();
    }
    boolean closed = p < end;
    p++;
    return closed;
  }

  private boolean urlFunction() {
    p = Bytes.skipSpaces(in, p, end);
    if (p < end && (in[p] == '"' || in[p] == '\'')) {
      return string();
    }
    url.clear();
    while (p < end && in[p] != ')' && !Bytes.isSpace(in[p])) {
      if (in[p] == '"' || in[p] == '\'' || in[p] == '(') {
        p = Bytes.indexOf(in, p, end, ')'); // a bad URL
        return false;
      }
      appendCharacter();
    }
    p = Bytes.skipSpaces(in, p, end);
    return p < end && in[p] == ')' && url.length() > 0;
  }

  /** Appends the character at {@code p}, or the character of the escape there. */
  private void appendCharacter() {
    pauseIfDue();
    if (in[p] != '\\' || p + 1 == end) {
      url.append(in[p++]);
      return;
    }
    p++;
    int digitsFrom = p;
    int c = 0;
    for (int digit; p < end && p < digitsFrom + MAX_HEX_DIGITS && (digit = hex(in[p])) >= 0; p++) {
      c = c << 4 | digit;
    }
    if (p > digitsFrom) {
      boolean scalar = c != 0 && c <= Character.MAX_CODE_POINT && !(c >= 0xD800 && c <= 0xDFFF);
      url.appendCodePoint(scalar ? c : 0xFFFD);
      if (p < end && Bytes.isSpace(in[p])) {
        skipSpace();
      }
    } else if (isLineEnd(in[p])) {
      skipSpace(); // an escaped line end is dropped
    } else {
      url.append(in[p++]);
    }
  }

  private static boolean isLineEnd(byte b) {
    return b == '\n' || b == '\r' || b == '\f';
  }

  /** Skips a space, or a line end of two bytes. */
  private void skipSpace() {
    boolean isPair = in[p] == '\r' && p + 1 < end && in[p + 1] == '\n';
    p += isPair ? 2 : 1;
  }

  private static int hex(byte b) {
    return b < 0 ? -1 : Character.digit(b, 16);
  }

  private static boolean startsName(byte b) {
    return Bytes.isAlphanumeric(b) || b == '-' || b == '_' || b < 0 || b == '\\';
  }

  private void skipName() {
    while (p < end && startsName(in[p])) {
      p += in[p] == '\\' ? 2 : 1;
    }
    p = Math.min(p, end);
  }
}
