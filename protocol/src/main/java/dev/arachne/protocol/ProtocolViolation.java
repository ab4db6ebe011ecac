package dev.arachne.protocol;

/**
 * The rule of RFC 9112, or of RFC 9113 8, that a response broke so badly that it cannot be read.
 */
public enum ProtocolViolation {
  STATUS_LINE("it does not begin with an HTTP/1 status line"),
  HTTP_VERSION("its HTTP version is not 1.0 or 1.1"),
  STATUS_CODE("its status is not a number from 100 to 999"),
  CONTROL_BYTE("its head holds a NUL or a carriage return amid a line"),
  CONTENT_LENGTH("its Content-Length is not a number that a body can have"),
  CONFLICTING_LENGTHS("it has several different Content-Lengths"),
  CHUNK_SIZE("a chunk does not begin with its size"),
  CHUNK_EXTENSION("a chunk extension has a quote that does not end"),
  CHUNK_END("a chunk is longer than its size says"),
  UPGRADE("it switches to another protocol, which was not asked for"),
  FIELD_NAME("the name of a header field has a byte that it must not have in HTTP/2"),
  FIELD_VALUE("a header field has a value that it must not have in HTTP/2"),
  CONNECTION_FIELD("it has a header field about the connection, which HTTP/2 does not allow"),
  PSEUDO_FIELD("it has no status, or other fields of HTTP/2 where they must not be"),
  DATA_BEFORE_HEAD("its body comes before its head"),
  INTERIM_END("it ends with an interim response"),
  TRAILERS_END("it goes on after its trailer section"),
  BODY_LENGTH("its body is not as long as its Content-Length says"),
  BODY_FORBIDDEN("it has a body, which this kind of response cannot have");

  private final String text;

  ProtocolViolation(String text) {
    this.text = text;
  }

  /** The fault, for people: a clause whose subject is the response. */
  public String text() {
    return text;
  }
}
