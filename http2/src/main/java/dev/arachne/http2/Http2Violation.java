package dev.arachne.http2;

/** A rule of HTTP/2, or a bound of this client, that a server broke. */
public enum Http2Violation {
  FIRST_FRAME(ErrorCode.PROTOCOL_ERROR, "it does not begin with its settings"),
  FRAME_SIZE(ErrorCode.FRAME_SIZE_ERROR, "a frame has a size that it must not have"),
  FRAME_STREAM(ErrorCode.PROTOCOL_ERROR, "a frame is on a stream on which it must not be"),
  IDLE_STREAM(ErrorCode.PROTOCOL_ERROR, "a frame is on a stream that was never opened"),
  CLOSED_STREAM(ErrorCode.STREAM_CLOSED, "a frame is on a stream that has ended"),
  PADDING(ErrorCode.PROTOCOL_ERROR, "a frame has more padding than content"),
  CONTINUATION(ErrorCode.PROTOCOL_ERROR, "header fields are not followed by their rest"),
  DEPENDENCY(ErrorCode.PROTOCOL_ERROR, "a stream depends on itself"),
  SETTING(ErrorCode.PROTOCOL_ERROR, "a setting has a value that it must not have"),
  WINDOW_SETTING(ErrorCode.FLOW_CONTROL_ERROR, "the initial window is larger than any may be"),
  WINDOW_INCREMENT(ErrorCode.PROTOCOL_ERROR, "a window is opened by nothing"),
  WINDOW_OVERFLOW(ErrorCode.FLOW_CONTROL_ERROR, "a window is opened further than any may be"),
  WINDOW_EXCEEDED(ErrorCode.FLOW_CONTROL_ERROR, "more data came than the window allows"),
  PUSH(ErrorCode.PROTOCOL_ERROR, "it pushes a response, which was forbidden"),
  COMPRESSION(ErrorCode.COMPRESSION_ERROR, "the compressed header fields cannot be read"),
  TOO_MANY_CONTINUATIONS(
      ErrorCode.ENHANCE_YOUR_CALM, "header fields come in too many frames or bytes"),
  TOO_MANY_SETTINGS(ErrorCode.ENHANCE_YOUR_CALM, "too many settings come at once"),
  TOO_MUCH_OVERHEAD(
      ErrorCode.ENHANCE_YOUR_CALM, "too many frames come that bring nothing of a response");

  private final ErrorCode code;
  private final String text;

  Http2Violation(ErrorCode code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The error code that is sent to the server. */
  public ErrorCode code() {
    return code;
  }

  /** The fault, for people: a clause about the server's frames. */
  public String text() {
    return text;
  }
}
