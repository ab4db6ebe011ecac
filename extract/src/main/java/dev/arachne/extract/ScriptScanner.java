package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.ByteScratch;
import dev.arachne.text.Bytes;
import dev.arachne.text.Slices;
import java.util.Arrays;
import java.util.List;

/**
 * Iterates over the strings of a script that look like URLs, between two quotes of one kind. Such a
 * string is {@code http://} or {@code https://} with text behind it, or a path. The path begins
 * with {@code /}, {@code ./} or {@code ../}, or ends like the name of a document. Scripts are not
 * parsed further, so the text after an unbalanced quote is scanned as well. Reusable, confined to
 * one thread. Linear: the scan leaves a string at the first character that cannot be in a URL.
 */
final class ScriptScanner {
  /** A longer string is not a URL that an author has written. */
  private static final int MOST_BYTES = 2_000;

  private static final List<byte[]> ABSOLUTE = bytes("http://", "https://");
  private static final List<byte[]> RELATIVE = bytes("/", "./", "../");
  private static final List<byte[]> ENDINGS =
      bytes(".html", ".htm", ".xhtml", ".php", ".asp", ".aspx", ".jsp", ".json", ".xml", ".pdf");

  private final Slices slices;
  private final ByteScratch url = new ByteScratch();
  private byte[] in = {};
  private int p;
  private int end;

  /** Where to pause. */
  private int pauseAt;

  ScriptScanner(Slices slices) {
    this.slices = slices;
  }

  private static List<byte[]> bytes(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(US_ASCII)).toList();
  }

  /** Begins a scan of {@code in[from, to)}, which is UTF-8. */
  void begin(byte[] in, int from, int to) {
    this.in = in;
    p = from;
    end = to;
    pauseAt = slices.end(from);
  }

  /** The URL that {@link #next} found, its escaped slashes undone. */
  ByteScratch url() {
    return url;
  }

  /** Moves to the next string that looks like a URL; false at the end. */
  boolean next() {
    while (p < end) {
      if (p >= pauseAt) {
        pauseAt = slices.next(p);
      }
      byte quote = in[p++];
      if (isQuote(quote) && string(quote) && isUrl()) {
        return true;
      }
    }
    return false;
  }

  /** Reads a string to its closing quote; false if it does not look like a URL. */
  private boolean string(byte quote) {
    url.clear();
    while (p < end && url.length() < MOST_BYTES) {
      byte b = in[p];
      if (b == quote) {
        p++;
        return url.length() > 1;
      }
      if (b == '\\' && p + 1 < end && in[p + 1] == '/') {
        p++;
        b = '/';
      }
      if (!isOfUrl(b)) {
        return false; // The scan continues at this character: it may be a quote.
      }
      url.append(b);
      p++;
    }
    return false;
  }

  private static boolean isQuote(byte b) {
    return b == '"' || b == '\'' || b == '`';
  }

  /** Whether a byte can be in a URL; the characters of templates and patterns cannot. */
  private static boolean isOfUrl(byte b) {
    return b < 0 || Bytes.isAlphanumeric(b) || "-._~:/?#@!&+,;=%".indexOf(b) >= 0;
  }

  private boolean isUrl() {
    byte[] its = url.bytes();
    int length = url.length();
    for (byte[] scheme : ABSOLUTE) {
      if (Bytes.startsWithIgnoringCase(its, 0, length, scheme)) {
        return length > scheme.length && Bytes.isAlphanumeric(its[scheme.length]);
      }
    }
    for (byte[] start : RELATIVE) {
      if (Bytes.startsWithIgnoringCase(its, 0, length, start)) {
        return length > start.length
            && (Bytes.isAlphanumeric(its[start.length]) || its[start.length] < 0);
      }
    }
    return Bytes.isAlphanumeric(its[0]) && endsAsDocument(its, length);
  }

  private static boolean endsAsDocument(byte[] its, int length) {
    if (Bytes.indexOf(its, 0, length, ':') < length) {
      return false;
    }
    for (byte[] ending : ENDINGS) {
      int at = length - ending.length;
      if (at > 0 && Bytes.startsWithIgnoringCase(its, at, length, ending)) {
        return true;
      }
    }
    return false;
  }
}
