package dev.arachne.protocol;

/** What a request asks for. */
public enum HttpMethod {
  GET,
  HEAD,
  POST;

  /** Whether the server changes nothing by it, so that it may be asked twice (RFC 9110 9.2.1). */
  public boolean isSafe() {
    return this != POST;
  }
}
