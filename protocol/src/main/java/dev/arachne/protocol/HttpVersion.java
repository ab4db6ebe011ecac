package dev.arachne.protocol;

/** A version of HTTP in which responses come. */
public enum HttpVersion {
  HTTP_1_0("HTTP/1.0"),
  HTTP_1_1("HTTP/1.1"),
  HTTP_2("HTTP/2");

  private final String text;

  HttpVersion(String text) {
    this.text = text;
  }

  /** The version as status lines and people write it. */
  public String text() {
    return text;
  }
}
