package dev.arachne.http;

/** What a request asks for. */
public enum HttpMethod {
  GET,
  HEAD,
  POST;

  /** Whether the server changes nothing by it, so that it may be asked twice (RFC 9110 9.2.1). */
  boolean isSafe() {
    return this != POST;
  }
}
