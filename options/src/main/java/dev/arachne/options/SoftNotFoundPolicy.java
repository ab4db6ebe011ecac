package dev.arachne.options;

/**
 * The handling of soft 404s: pages with status 200 and the content that their host serves for
 * missing pages.
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
