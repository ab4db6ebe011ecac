package dev.arachne.testkit;

import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Turns the bytes that a client sends into requests (RFC 9112), pipelined ones too: bytes in,
 * requests out, without a transport. A body with a Content-Length is skipped; a chunked one is not
 * supported. Confined to one thread.
 */
public final class RequestParser {

  /** The longest accepted head, in bytes. */
  private static final int MAX_HEAD = 1 << 20;

  private byte[] buffer = new byte[512];
  private int filled;

  /** No head ends before this place of the buffer. */
  private int scanned;

  /** How much of the last request's body is still to come, in bytes. */
  private long bodyLeft;

  /** Takes the first {@code count} bytes. */
  public void feed(byte[] bytes, int count) {
    if (filled + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(filled + count, 2 * buffer.length));
    }
    System.arraycopy(bytes, 0, buffer, filled, count);
    filled += count;
  }

  /**
   * The next request, as the first for its target; empty before its head is whole.
   *
   * @throws ProtocolException when the client does not speak HTTP/1: its connection is to be closed
   */
  public Optional<TestRequest> next() throws ProtocolException {
    int body = (int) Math.min(bodyLeft, filled);
    drop(body);
    bodyLeft -= body;
    if (bodyLeft > 0) {
      return Optional.empty();
    }
    int end = headEnd();
    if (end < 0) {
      if (filled > MAX_HEAD) {
        throw new ProtocolException("a request head of more than " + MAX_HEAD + " bytes");
      }
      return Optional.empty();
    }
    TestRequest request = parse(new String(buffer, 0, end - 4, StandardCharsets.ISO_8859_1));
    drop(end);
    bodyLeft = bodyLength(request);
    return Optional.of(request);
  }

  private int headEnd() {
    for (int i = scanned; i + 3 < filled; i++) {
      if (buffer[i] == '\r'
          && buffer[i + 1] == '\n'
          && buffer[i + 2] == '\r'
          && buffer[i + 3] == '\n') {
        return i + 4;
      }
    }
    scanned = Math.max(0, filled - 3);
    return -1;
  }

  private void drop(int count) {
    System.arraycopy(buffer, count, buffer, 0, filled - count);
    filled -= count;
    if (count > 0) {
      scanned = 0;
    }
  }

  private static TestRequest parse(String head) throws ProtocolException {
    String[] lines = head.split("\r\n", -1);
    String[] start = lines[0].split(" ", -1);
    if (start.length != 3) {
      throw new ProtocolException("not a request line: " + lines[0]);
    }
    var headers = new ArrayList<Header>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon < 1) {
        throw new ProtocolException("not a header line: " + lines[i]);
      }
      headers.add(new Header(lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()));
    }
    return new TestRequest(start[0], start[1], start[2], headers, 1);
  }

  private static long bodyLength(TestRequest request) throws ProtocolException {
    long length = 0;
    for (Header header : request.headers()) {
      switch (header.name().toLowerCase(Locale.ROOT)) {
        case "content-length" -> length = number(header.value());
        case "transfer-encoding" -> throw new ProtocolException("a chunked request body");
        default -> {}
      }
    }
    return length;
  }

  private static long number(String value) throws ProtocolException {
    try {
      return Long.parseUnsignedLong(value);
    } catch (NumberFormatException _) {
      throw new ProtocolException("not a length: " + value);
    }
  }
}
