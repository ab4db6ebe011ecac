package dev.arachne.offline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.archive.CaptureReader;
import java.util.Locale;

/**
 * The heads of stored responses. Archives are to have them as they came, but not all programs do
 * that: some write a body that was chunked without its chunks, and a head of HTTP/2 with its
 * version.
 */
final class StoredHead {
  private static final String CHUNKED = "\r\ntransfer-encoding:";

  /** Hexadecimal digits of a size that makes sense. */
  private static final int MOST_DIGITS = 16;

  private StoredHead() {}

  /** The head of a resource, which is stored without one. */
  static byte[] of(CaptureReader resource) {
    String type = resource.blockType();
    return ("HTTP/1.1 200 OK\r\n"
            + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
            + "Content-Length: "
            + resource.length()
            + "\r\n\r\n")
        .getBytes(ISO_8859_1);
  }

  /**
   * The beginning of a stored response, with its head in HTTP/1.1 and with what it says of chunks
   * only if there are any.
   *
   * @param first the response, or more of it than its head, unless that is very long
   * @param isTruncated whether the response is known to be a part
   */
  static byte[] readable(byte[] first, boolean isTruncated) {
    int end = end(first);
    if (end < 0) {
      return first;
    }
    String head = new String(first, 0, end, ISO_8859_1);
    String changed = head;
    if (head.startsWith("HTTP/2 ") || head.startsWith("HTTP/3 ")) {
      changed = "HTTP/1.1" + head.substring("HTTP/2".length());
    }
    if (!(isTruncated && end == first.length) && !isChunk(first, end)) {
      changed = withoutChunks(changed);
    }
    if (changed.equals(head)) {
      return first;
    }
    byte[] readable = new byte[changed.length() + first.length - end];
    System.arraycopy(changed.getBytes(ISO_8859_1), 0, readable, 0, changed.length());
    System.arraycopy(first, end, readable, changed.length(), first.length - end);
    return readable;
  }

  /** Behind the empty line; -1 if there is none. */
  private static int end(byte[] bytes) {
    for (int i = 3; i < bytes.length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  /** Whether a chunk begins here: its size, then the end of the line or an extension. */
  private static boolean isChunk(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && at - from < MOST_DIGITS && Character.digit(bytes[at], 16) >= 0) {
      at++;
    }
    return at > from
        && at < bytes.length
        && (bytes[at] == '\r' || bytes[at] == ';' || bytes[at] == ' ');
  }

  private static String withoutChunks(String head) {
    int from = head.toLowerCase(Locale.ROOT).indexOf(CHUNKED);
    if (from < 0) {
      return head;
    }
    return head.substring(0, from) + head.substring(head.indexOf("\r\n", from + 2));
  }
}
