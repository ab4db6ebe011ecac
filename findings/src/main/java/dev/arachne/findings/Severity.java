package dev.arachne.findings;

/** How much a finding matters. */
public enum Severity {
  /** A user of the site runs into it. */
  ERROR("Errors"),
  /** It costs users or search engines something. */
  WARNING("Warnings"),
  /** It may be meant. */
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
