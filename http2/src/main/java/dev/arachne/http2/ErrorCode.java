package dev.arachne.http2;

/**
 * The reason for the end of a stream or a connection (RFC 9113 7). The order is that of the codes.
 */
public enum ErrorCode {
  NO_ERROR,
  PROTOCOL_ERROR,
  INTERNAL_ERROR,
  FLOW_CONTROL_ERROR,
  SETTINGS_TIMEOUT,
  STREAM_CLOSED,
  FRAME_SIZE_ERROR,
  REFUSED_STREAM,
  CANCEL,
  COMPRESSION_ERROR,
  CONNECT_ERROR,
  ENHANCE_YOUR_CALM,
  INADEQUATE_SECURITY,
  HTTP_1_1_REQUIRED;

  private static final ErrorCode[] ALL = values();

  /** The code on the wire; an unknown one is equivalent to INTERNAL_ERROR. */
  static ErrorCode of(int code) {
    return code >= 0 && code < ALL.length ? ALL[code] : INTERNAL_ERROR;
  }

  int code() {
    return ordinal();
  }
}
