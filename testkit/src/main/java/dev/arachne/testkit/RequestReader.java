package dev.arachne.testkit;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests one after another from a connection (RFC 9112), pipelined ones too. Bodies with a
 * Content-Length are read and dropped; a chunked body is not understood and ends the connection.
 * Confined to one thread.
 */
final class RequestReader {

  /** A head beyond this many bytes ends the connection. */
  private static final int MAX_HEAD = 1 << 20;

  /** What a request says before its site is known. */
  record Head(String method, String target, String version, List<Header> headers) {}

  private final InputStream in;
  private byte[] buffer = new byte[1024];
  private int filled;

  RequestReader(InputStream in) {
    this.in = in;
  }

  /** The next request, or null where the client has closed the connection between two. */
  @Nullable Head next() throws IOException {
    int scanned = 0;
    int end;
    while ((end = headEnd(scanned)) < 0) {
      scanned = Math.max(0, filled - 3);
      if (!fill()) {
        return null;
      }
    }
    Head head = parse(new String(buffer, 0, end, StandardCharsets.ISO_8859_1));
    drop(end);
    skipBody(head);
    return head;
  }

  /** Reads and drops what the client sends until it closes. */
  void drain() throws IOException {
    do {
      filled = 0;
    } while (fill());
  }

  private int headEnd(int from) {
    for (int i = from; i + 3 < filled; i++) {
      if (buffer[i] == '\r'
          && buffer[i + 1] == '\n'
          && buffer[i + 2] == '\r'
          && buffer[i + 3] == '\n') {
        return i + 4;
      }
    }
    return -1;
  }

  private boolean fill() throws IOException {
    if (filled == buffer.length) {
      if (filled >= MAX_HEAD) {
        throw new IOException("a request head of more than " + MAX_HEAD + " bytes");
      }
      buffer = Arrays.copyOf(buffer, 2 * filled);
    }
    int count = in.read(buffer, filled, buffer.length - filled);
    if (count < 0) {
      return false;
    }
    filled += count;
    return true;
  }

  private void drop(int count) {
    System.arraycopy(buffer, count, buffer, 0, filled - count);
    filled -= count;
  }

  private void skipBody(Head head) throws IOException {
    long left = 0;
    for (Header header : head.headers()) {
      switch (header.name().toLowerCase(Locale.ROOT)) {
        case "content-length" -> left = Long.parseLong(header.value());
        case "transfer-encoding" -> throw new IOException("a chunked request body");
        default -> {}
      }
    }
    while (left > 0) {
      if (filled == 0 && !fill()) {
        throw new EOFException("the request body was cut");
      }
      int count = (int) Math.min(left, filled);
      drop(count);
      left -= count;
    }
  }

  private static Head parse(String text) throws IOException {
    String[] lines = text.split("\r\n");
    String[] start = lines[0].split(" ", -1);
    if (start.length != 3) {
      throw new IOException("not a request line: " + lines[0]);
    }
    var headers = new ArrayList<Header>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon < 1) {
        throw new IOException("not a header line: " + lines[i]);
      }
      headers.add(new Header(lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()));
    }
    return new Head(start[0], start[1], start[2], List.copyOf(headers));
  }
}
