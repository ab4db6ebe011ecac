package dev.arachne.http2;

/** The frames of HTTP/2 (RFC 9113 6). The order is that of the codes. */
enum FrameType {
  DATA,
  HEADERS,
  PRIORITY,
  RST_STREAM,
  SETTINGS,
  PUSH_PROMISE,
  PING,
  GOAWAY,
  WINDOW_UPDATE,
  CONTINUATION,
  /** Any other, which is ignored (RFC 9113 4.1). */
  UNKNOWN;

  /** DATA and HEADERS: the last frame of its side of the stream. */
  static final int END_STREAM = 0x1;

  /** SETTINGS and PING: an answer. */
  static final int ACK = 0x1;

  /** HEADERS, PUSH_PROMISE and CONTINUATION: no CONTINUATION follows. */
  static final int END_HEADERS = 0x4;

  /** DATA, HEADERS and PUSH_PROMISE: its first byte is the number of padding bytes at its end. */
  static final int PADDED = 0x8;

  /** HEADERS: a priority is before the fields. */
  static final int PRIORITISED = 0x20;

  private static final FrameType[] ALL = values();

  static FrameType of(int code) {
    return ALL[Math.min(code, UNKNOWN.ordinal())];
  }

  int code() {
    return ordinal();
  }
}
