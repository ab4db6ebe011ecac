package dev.arachne.options;

/** The handling of links to hosts outside of the crawl. */
public enum ExternalTargets {
  /** Their targets are not requested. */
  LEAVE,
  /**
   * Each target is checked once: by HEAD, and by GET if that is answered with an error. Only the
   * answer is kept, and its links are not followed.
   */
  CHECK
}
