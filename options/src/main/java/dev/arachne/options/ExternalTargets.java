package dev.arachne.options;

/** The handling of links to hosts outside of the crawl. */
public enum ExternalTargets {
  /** Their targets are not asked. */
  LEAVE,
  /**
   * Each target is asked once whether it is there: by HEAD, and by GET if that is answered with an
   * error. Nothing is kept of it but the answer, and no link of it is followed.
   */
  CHECK
}
