package dev.arachne.http2;

/**
 * Splits the received bytes into frames (RFC 9113 4.1). The payload of DATA and of unknown frames
 * is passed on piece by piece, as a range of the caller's own array; other payloads are gathered
 * until complete. Checks only sizes. Confined to its connection.
 */
final class FrameReader {

  /** The result of {@link #next}. */
  enum Found {
    /** Nothing more without {@link #input}. */
    NEED_INPUT,
    /** A frame begins. */
    HEADER,
    /** Some of the payload: in {@code bytes()} from {@code from()} to {@code to()}. */
    PAYLOAD
  }

  static final int HEADER_BYTES = 9;

  private static final byte[] NOTHING = {};

  private byte[] input = NOTHING;
  private int position;
  private int end;

  private final byte[] header = new byte[HEADER_BYTES];
  private int headerLength;

  /** Whether the header was returned, but not yet all of the payload. */
  private boolean inPayload;

  private FrameType type = FrameType.UNKNOWN;
  private int flags;
  private int stream;
  private int length;

  /** Bytes of the payload that have not come. */
  private int remaining;

  private byte[] gathered = NOTHING;
  private int gatheredLength;

  private byte[] bytes = NOTHING;
  private int from;
  private int to;

  /** Passes the next received bytes. The reader owns the array until NEED_INPUT. */
  void input(byte[] bytes, int from, int to) {
    if (position != end) {
      throw new IllegalStateException("input is left");
    }
    input = bytes;
    position = from;
    end = to;
  }

  Found next() throws Http2Exception {
    if (inPayload) {
      return payload();
    }
    int more = Math.min(HEADER_BYTES - headerLength, end - position);
    System.arraycopy(input, position, header, headerLength, more);
    headerLength += more;
    position += more;
    if (headerLength < HEADER_BYTES) {
      return needInput();
    }
    headerLength = 0;
    length = (header[0] & 0xFF) << 16 | (header[1] & 0xFF) << 8 | header[2] & 0xFF;
    type = FrameType.of(header[3] & 0xFF);
    flags = header[4] & 0xFF;
    stream = integer(header, 5) & Integer.MAX_VALUE;
    if (length > Setting.LEAST_FRAME_SIZE) { // Our settings do not announce another size.
      throw new Http2Exception(Http2Violation.FRAME_SIZE);
    }
    remaining = length;
    inPayload = true;
    return Found.HEADER;
  }

  private Found payload() {
    int here = Math.min(remaining, end - position);
    if (here == 0 && remaining > 0) {
      return needInput();
    }
    boolean inPieces = type == FrameType.DATA || type == FrameType.UNKNOWN;
    if (inPieces || here == length) {
      bytes = input;
      from = position;
      to = position + here;
      position = to;
      remaining -= here;
      inPayload = remaining > 0;
      return Found.PAYLOAD;
    }
    if (gatheredLength == 0) {
      gathered = new byte[length];
    }
    System.arraycopy(input, position, gathered, gatheredLength, here);
    gatheredLength += here;
    position += here;
    remaining -= here;
    if (remaining > 0) {
      return needInput();
    }
    bytes = gathered;
    from = 0;
    to = gatheredLength;
    gathered = NOTHING;
    gatheredLength = 0;
    inPayload = false;
    return Found.PAYLOAD;
  }

  private Found needInput() {
    input = NOTHING;
    position = 0;
    end = 0;
    return Found.NEED_INPUT;
  }

  FrameType type() {
    return type;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  int stream() {
    return stream;
  }

  /** Bytes of the whole payload. */
  int length() {
    return length;
  }

  /** Whether the last piece completes the payload. */
  boolean isEnd() {
    return remaining == 0;
  }

  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  static int integer(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 24
        | (bytes[at + 1] & 0xFF) << 16
        | (bytes[at + 2] & 0xFF) << 8
        | bytes[at + 3] & 0xFF;
  }
}
