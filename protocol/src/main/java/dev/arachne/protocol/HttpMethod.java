package dev.arachne.protocol;

/** The method of a request. */
public enum HttpMethod {
  GET,
  HEAD,
  POST;

  /** Whether it is safe, so that it may be sent twice (RFC 9110 9.2.1). */
  public boolean isSafe() {
    return this != POST;
  }
}
