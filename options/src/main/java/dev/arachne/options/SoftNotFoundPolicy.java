package dev.arachne.options;

/**
 * What a crawl makes of pages that say 200 and mean 404: those that are answered as pages of the
 * host are that are not there.
 */
public enum SoftNotFoundPolicy {
  /** They are pages like others. */
  IGNORE,
  /**
   * They are named: each host is asked for up to five pages that are not there, and pages that are
   * answered like these are skipped as soft 404.
   */
  NAME
}
