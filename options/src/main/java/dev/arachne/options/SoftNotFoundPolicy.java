package dev.arachne.options;

/**
 * The handling of soft 404s: pages with status 200 and the content that their host serves for
 * missing pages.
 */
public enum SoftNotFoundPolicy {
  /** They are pages like others. */
  IGNORE,
  /**
   * They are skipped as soft 404: the crawl requests up to five pages that do not exist from each
   * host, and compares their answers with pages.
   */
  NAME
}
