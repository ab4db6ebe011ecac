package dev.arachne.http2;

/** The server broke a rule; becomes a {@link ConnectionFault} in {@link ClientConnection#next}. */
final class Http2Exception extends Exception {
  private static final long serialVersionUID = 1L;

  private final Rule rule;

  Http2Exception(Rule rule) {
    super(rule.text(), null, false, false);
    this.rule = rule;
  }

  Rule rule() {
    return rule;
  }
}
