package dev.arachne.findings;

/** How much a finding matters. */
public enum Severity {
  /** A user of the site runs into it. */
  ERROR("Errors"),
  /** A fault with a cost for users or search engines. */
  WARNING("Warnings"),
  /** A finding that may be intended. */
  NOTICE("Notices");

  private final String plural;

  Severity(String plural) {
    this.plural = plural;
  }

  /** Several of them, as a heading. */
  public String plural() {
    return plural;
  }
}
