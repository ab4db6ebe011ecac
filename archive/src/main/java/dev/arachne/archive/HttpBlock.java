package dev.arachne.archive;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.protocol.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * What is in the bytes of an HTTP response as they came: its head, and digests. The payload is the
 * body with its transfer coding undone and its content coding kept (WARC 1.1 section 6.3.2).
 * Immutable.
 *
 * @param head of the response
 * @param skipped bytes before it: empty lines and interim responses, which are not in the record
 * @param length bytes of the block, from the head on
 * @param headLength bytes of it that are the head, its empty line included
 * @param block digest of the block
 * @param payload digest of the payload, as far as it came
 * @param payloadLength bytes of the payload
 * @param isWhole whether the body is all that its framing says, as far as the bytes tell
 * @param endsByClose whether nothing but the end of the connection says where it ends
 */
public record HttpBlock(
    ResponseHead head,
    int skipped,
    long length,
    int headLength,
    WarcDigest block,
    WarcDigest payload,
    long payloadLength,
    boolean isWhole,
    boolean endsByClose) {
  private static final HttpLimits LIMITS = HttpLimits.DEFAULT.withAnyBody();
  private static final int BUFFER = 1 << 16;

  private static final int USUAL_HEADS = 1 << 11;

  /** Bytes in which a response's heads end, those of interim responses included. */
  private static final int MOST_HEADS = 1 << 20;

  /**
   * Reads a response to its end.
   *
   * @param method of the request
   * @return empty if there is no head of a response
   */
  public static Optional<HttpBlock> read(
      RecordBytes bytes, HttpMethod method, WarcDigest.Algorithm algorithm) throws IOException {
    byte[] start = start(bytes, USUAL_HEADS);
    int skipped = headFrom(start);
    int headEnd = headEnd(start, skipped);
    if (headEnd < 0) {
      start = start(bytes, MOST_HEADS);
      skipped = headFrom(start);
      headEnd = headEnd(start, skipped);
    }
    if (headEnd < 0) {
      return Optional.empty();
    }
    var parser = new ResponseParser(method, LIMITS);
    MessageDigest block = algorithm.digest();
    MessageDigest payload = algorithm.digest();
    long payloadLength = 0;
    boolean hasHead = false;
    ResponseParser.Event event = ResponseParser.Event.NEED_INPUT;
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = bytes.read()) {
      in.skipNBytes(skipped);
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        block.update(buffer, 0, n);
        if (event != ResponseParser.Event.NEED_INPUT) {
          continue; // What came behind the response is in the block, and in no payload.
        }
        parser.input(buffer, 0, n);
        for (event = parser.next(); isPart(event); event = parser.next()) {
          hasHead = true;
          if (event == ResponseParser.Event.BODY) {
            payload.update(buffer, parser.from(), parser.to() - parser.from());
            payloadLength += parser.to() - parser.from();
          }
        }
      }
    }
    if (!hasHead) {
      return Optional.empty();
    }
    return Optional.of(
        new HttpBlock(
            parser.head(),
            skipped,
            bytes.length() - skipped,
            headEnd - skipped,
            WarcDigest.of(algorithm, block.digest()),
            WarcDigest.of(algorithm, payload.digest()),
            payloadLength,
            event == ResponseParser.Event.COMPLETE || parser.bodyEndsByClose(),
            parser.bodyEndsByClose()));
  }

  /** The block of a record of the response. */
  public InputStream block(RecordBytes bytes) throws IOException {
    InputStream in = bytes.read();
    in.skipNBytes(skipped);
    return in;
  }

  /** The media type that the head says, in lower case and without parameters; empty if none. */
  public String mediaType() {
    return head.headers().first("Content-Type").map(WarcRecord::mediaType).orElse("");
  }

  /** The head as it came, its empty line included. */
  public byte[] headOf(RecordBytes bytes) throws IOException {
    try (InputStream in = block(bytes)) {
      return in.readNBytes(headLength);
    }
  }

  private static boolean isPart(ResponseParser.Event event) {
    return event == ResponseParser.Event.HEAD || event == ResponseParser.Event.BODY;
  }

  private static byte[] start(RecordBytes bytes, int most) throws IOException {
    try (InputStream in = bytes.read()) {
      return in.readNBytes((int) Math.min(bytes.length(), most));
    }
  }

  /** Where the head of the final response begins. */
  private static int headFrom(byte[] start) {
    int from = 0;
    while (true) {
      while (from < start.length && (start[from] == '\r' || start[from] == '\n')) {
        from++;
      }
      int end = isInterim(start, from) ? headEnd(start, from) : -1;
      if (end < 0) {
        return from;
      }
      from = end;
    }
  }

  /** Whether the status is 1xx: {@code HTTP/1.1 1}. */
  private static boolean isInterim(byte[] start, int from) {
    int status = from;
    while (status < start.length && start[status] > ' ') {
      status++;
    }
    return status + 1 < start.length && start[status] == ' ' && start[status + 1] == '1';
  }

  /** Behind the empty line that ends a head; -1 if there is none. */
  private static int headEnd(byte[] start, int from) {
    boolean isEmpty = false;
    for (int at = from; at < start.length; at++) {
      if (start[at] == '\n') {
        if (isEmpty) {
          return at + 1;
        }
        isEmpty = true;
      } else if (start[at] != '\r') {
        isEmpty = false;
      }
    }
    return -1;
  }
}
