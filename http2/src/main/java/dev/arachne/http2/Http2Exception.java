package dev.arachne.http2;

/** The server broke a rule; becomes a {@link ConnectionFault} in {@link ClientConnection#next}. */
final class Http2Exception extends Exception {
  private static final long serialVersionUID = 1L;

  private final Http2Violation rule;

  Http2Exception(Http2Violation rule) {
    super(rule.text(), null, false, false);
    this.rule = rule;
  }

  Http2Violation rule() {
    return rule;
  }
}
