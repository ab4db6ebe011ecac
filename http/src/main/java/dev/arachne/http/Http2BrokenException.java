package dev.arachne.http;

import dev.arachne.http2.Http2Violation;
import java.io.IOException;

/** A server broke a rule of HTTP/2, so all streams of the connection fail. */
final class Http2BrokenException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Http2Violation rule;

  Http2BrokenException(Http2Violation rule) {
    super(rule.text());
    this.rule = rule;
  }

  Http2Violation rule() {
    return rule;
  }
}
