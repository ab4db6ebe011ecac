package dev.arachne.findings;

/** The outcome of a URL, as pictures show it. */
enum StatusGroup {
  FINE("fetched", "f-fine"),
  MOVED("redirects", "f-moved"),
  BROKEN("broken", "f-broken"),
  OTHER("not fetched", "f-other");

  private final String text;
  private final String style;

  StatusGroup(String text, String style) {
    this.text = text;
    this.style = style;
  }

  static StatusGroup of(UrlFacts facts) {
    return switch (facts.outcome()) {
      case FINE -> FINE;
      case REDIRECT -> MOVED;
      case BROKEN -> BROKEN;
      case BLOCKED, TOO_FAR, OUTSIDE, LEFT, PENDING -> OTHER;
    };
  }

  String text() {
    return text;
  }

  /** Its class in the style sheet. */
  String style() {
    return style;
  }
}
