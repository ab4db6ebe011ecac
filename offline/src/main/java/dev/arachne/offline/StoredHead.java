package dev.arachne.offline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.arachne.archive.CaptureReader;
import dev.arachne.archive.WarcFields;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The heads of stored responses. Archives should have them as received, but some programs store a
 * chunked body without its chunks, or a head of HTTP/2 with its version.
 */
final class StoredHead {
  private static final String CHUNKED = "\r\ntransfer-encoding:";

  private static final String IDENTICAL_PAYLOAD = "/revisit/identical-payload-digest";
  private static final int MOST_HEAD_BYTES = 64 << 10;

  /** Most hexadecimal digits of a valid size. */
  private static final int MOST_DIGITS = 15;

  private StoredHead() {}

  /** Returns the head of a resource, which is stored without one. */
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
   * Returns the head that a revisit has stored, or empty if it has none. A 304 does not count,
   * since it is not the head of the original answer.
   */
  static Optional<byte[]> ofRevisit(CaptureReader revisit) throws IOException {
    String profile = revisit.fields().first(WarcFields.PROFILE).orElse("");
    if (!profile.contains(IDENTICAL_PAYLOAD) || !revisit.blockType().equals("application/http")) {
      return Optional.empty();
    }
    byte[] block = revisit.block().readNBytes(MOST_HEAD_BYTES);
    int from = begin(block);
    int end = end(block, from);
    return end < 0
        ? Optional.empty()
        : Optional.of(readable(Arrays.copyOfRange(block, from, end), false));
  }

  /**
   * Returns the beginning of a readable response, with the head of a revisit if there is one. The
   * body and the fields that frame it are unchanged.
   */
  static byte[] replaced(byte[] response, Optional<byte[]> revisit) {
    int from = begin(response);
    int end = end(response, from);
    if (revisit.isEmpty() || end < 0) {
      return response;
    }
    String own = new String(revisit.get(), ISO_8859_1);
    String head = new String(response, from, end - from, ISO_8859_1);
    String unframed = lines(own, false);
    String replaced =
        unframed.substring(0, unframed.length() - "\r\n".length()) + lines(head, true) + "\r\n";
    return ByteBuffer.allocate(replaced.length() + response.length - end)
        .put(replaced.getBytes(ISO_8859_1))
        .put(response, end, response.length - end)
        .array();
  }

  /** Returns the lines of a head that frame the body, or the others. */
  private static String lines(String head, boolean areFraming) {
    var lines = new StringBuilder();
    boolean isFraming = false;
    for (String line : head.split("(?<=\n)")) {
      if (!line.startsWith(" ") && !line.startsWith("\t")) {
        String name = line.substring(0, Math.max(0, line.indexOf(':'))).strip();
        isFraming =
            name.equalsIgnoreCase("Transfer-Encoding") || name.equalsIgnoreCase("Content-Length");
      }
      if (isFraming == areFraming) {
        lines.append(line);
      }
    }
    return lines.toString();
  }

  /**
   * Returns the beginning of a stored response, with its head in HTTP/1.1, and with fields about
   * chunks only if there are chunks.
   *
   * @param first the response up to the end of its head at least, unless the head is very long
   * @param isTruncated whether the response is known to be partial
   */
  static byte[] readable(byte[] first, boolean isTruncated) {
    int end = end(first, 0);
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

  /** Returns the index after the heads of interim responses. */
  private static int begin(byte[] bytes) {
    int at = 0;
    for (int end = end(bytes, at); end > 0 && isInterim(bytes, at); end = end(bytes, at)) {
      at = end;
    }
    return at;
  }

  private static boolean isInterim(byte[] bytes, int from) {
    String status = new String(bytes, from, Math.min(10, bytes.length - from), ISO_8859_1);
    return status.startsWith("HTTP/1.") && status.endsWith(" 1");
  }

  /** Returns the index after the empty line, or -1 without such a line. */
  private static int end(byte[] bytes, int from) {
    for (int i = from + 3; i < bytes.length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  /**
   * Whether a chunk begins here: a line with its size and possibly an extension, that many bytes,
   * and the end of a line, as far as the bytes go.
   */
  private static boolean isChunk(byte[] bytes, int from) {
    int at = from;
    long size = 0;
    while (at < bytes.length && at - from < MOST_DIGITS && Character.digit(bytes[at], 16) >= 0) {
      size = size << 4 | Character.digit(bytes[at++], 16);
    }
    if (at == from) {
      return false;
    }
    while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    if (at < bytes.length && bytes[at] == ';') {
      while (at < bytes.length && bytes[at] != '\r') {
        at++;
      }
    }
    if (!isLineEnd(bytes, at)) {
      return false;
    }
    int data = at + 2;
    return size > bytes.length - data - 2 || isLineEnd(bytes, data + (int) size);
  }

  private static boolean isLineEnd(byte[] bytes, int at) {
    return at + 1 < bytes.length && bytes[at] == '\r' && bytes[at + 1] == '\n';
  }

  private static String withoutChunks(String head) {
    int from = head.toLowerCase(Locale.ROOT).indexOf(CHUNKED);
    if (from < 0) {
      return head;
    }
    return head.substring(0, from) + head.substring(head.indexOf("\r\n", from + 2));
  }
}
