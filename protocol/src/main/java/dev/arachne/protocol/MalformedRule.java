package dev.arachne.protocol;

/** The rule of RFC 9112 that a response broke so badly that it cannot be read. */
public enum MalformedRule {
  STATUS_LINE("it does not begin with an HTTP/1 status line"),
  HTTP_VERSION("its HTTP version is not 1.0 or 1.1"),
  STATUS_CODE("its status is not a number from 100 to 999"),
  CONTROL_BYTE("its head holds a NUL or a carriage return amid a line"),
  CONTENT_LENGTH("its Content-Length is not a number that a body can have"),
  CONFLICTING_LENGTHS("it has several different Content-Lengths"),
  CHUNK_SIZE("a chunk does not begin with its size"),
  CHUNK_EXTENSION("a chunk extension has a quote that does not end"),
  CHUNK_END("a chunk is longer than its size says"),
  UPGRADE("it switches to another protocol, which was not asked for");

  private final String text;

  MalformedRule(String text) {
    this.text = text;
  }

  /** What is wrong, for people: a clause whose subject is the response. */
  public String text() {
    return text;
  }
}
