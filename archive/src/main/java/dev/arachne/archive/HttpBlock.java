package dev.arachne.archive;

import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseHead;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * The head and the digests of an HTTP response, from its bytes as received. The payload is the body
 * with its transfer coding undone and its content coding kept (WARC 1.1 section 6.3.2). Immutable.
 *
 * @param head of the response
 * @param skipped bytes before it: empty lines and interim responses, which are not in the record
 * @param length bytes of the block, from the head on
 * @param headLength bytes of it that are the head, its empty line included
 * @param block digest of the block
 * @param payload digest of the payload, as far as it came
 * @param payloadLength bytes of the payload
 * @param isWhole whether the body is as long as its framing states, as far as the bytes show
 * @param endsByClose whether only the end of the connection ends the body
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
  /**
   * Reads a response to its end.
   *
   * @param method of the request
   * @return empty if there is no head of a response
   */
  public static Optional<HttpBlock> read(
      RecordBytes bytes, HttpMethod method, WarcDigest.Algorithm algorithm) throws IOException {
    MessageDigest block = algorithm.digest();
    MessageDigest payload = algorithm.digest();
    try (InputStream in = bytes.read()) {
      Optional<HttpPayload> read = HttpPayload.of(in, method, block);
      if (read.isEmpty()) {
        return Optional.empty();
      }
      HttpPayload http = read.get();
      block.update(http.headBytes());
      long payloadLength;
      boolean isWhole;
      long bodyLength = bytes.length() - http.skipped() - http.headBytes().length;
      if (bytes.isInMemory() && http.expectedBytes() == bodyLength) {
        ByteBuffer body = bytes.inMemory();
        body.position(body.limit() - (int) bodyLength);
        block.update(body.duplicate());
        payload.update(body);
        payloadLength = bodyLength;
        isWhole = true;
      } else {
        payloadLength = http.drain(payload);
        isWhole = http.isAsFramed();
      }
      return Optional.of(
          new HttpBlock(
              http.head(),
              http.skipped(),
              bytes.length() - http.skipped(),
              http.headBytes().length,
              WarcDigest.of(algorithm, block.digest()),
              WarcDigest.of(algorithm, payload.digest()),
              payloadLength,
              isWhole,
              http.endsByClose()));
    }
  }

  /** The block of a record of the response. */
  public InputStream block(RecordBytes bytes) throws IOException {
    InputStream in = bytes.read();
    in.skipNBytes(skipped);
    return in;
  }

  /** The media type by the head, in lower case and without parameters; empty if it has none. */
  public String mediaType() {
    return head.headers().first("Content-Type").map(WarcRecord::mediaType).orElse("");
  }

  /** The head as it came, its empty line included. */
  public byte[] headOf(RecordBytes bytes) throws IOException {
    try (InputStream in = block(bytes)) {
      return in.readNBytes(headLength);
    }
  }
}
