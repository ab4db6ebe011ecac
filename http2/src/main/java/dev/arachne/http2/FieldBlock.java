package dev.arachne.http2;

import java.util.Arrays;

/**
 * A field section that comes in several frames, compressed (RFC 9113 4.3). No other frame may come
 * before its last frame.
 */
final class FieldBlock {
  /** The number of frames of a section beyond those that its bytes need. */
  private static final int SPARE_CONTINUATIONS = 8;

  private final int mostBytes;
  private int stream;
  private boolean endsStream;
  private int continuations;
  private byte[] bytes = new byte[0];
  private int length;

  FieldBlock(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  void begin(int stream, boolean endsStream) {
    this.stream = stream;
    this.endsStream = endsStream;
    continuations = 0;
    length = 0;
  }

  /** The stream it is on; 0 outside of a section. */
  int stream() {
    return stream;
  }

  boolean endsStream() {
    return endsStream;
  }

  void countContinuation() throws Http2Exception {
    if (++continuations > mostBytes / Setting.LEAST_FRAME_SIZE + SPARE_CONTINUATIONS) {
      throw new Http2Exception(Http2Violation.TOO_MANY_CONTINUATIONS);
    }
  }

  void append(byte[] from, int begin, int end) throws Http2Exception {
    int needed = length + end - begin;
    if (needed > mostBytes) {
      throw new Http2Exception(Http2Violation.TOO_MANY_CONTINUATIONS);
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
    System.arraycopy(from, begin, bytes, length, end - begin);
    length = needed;
  }

  /** Returns the gathered bytes. */
  byte[] take() {
    byte[] whole = bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
    bytes = new byte[0];
    return whole;
  }

  void end() {
    stream = 0;
  }
}
