package dev.arachne.http;

import dev.arachne.http2.Rule;
import java.io.IOException;

/** A server broke a rule of HTTP/2, so all streams of the connection fail. */
final class Http2BrokenException extends IOException {
  private static final long serialVersionUID = 1L;

  private final Rule rule;

  Http2BrokenException(Rule rule) {
    super(rule.text());
    this.rule = rule;
  }

  Rule rule() {
    return rule;
  }
}
