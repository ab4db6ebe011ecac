package dev.arachne.options;

/** What a crawl makes of links that lead to hosts that do not belong to it. */
public enum ExternalTargets {
  /** Their targets are not asked. */
  LEAVE,
  /**
   * Each target is asked once whether it is there: by HEAD, and by GET if that is answered with an
   * error. Nothing is kept of it but the answer, and no link of it is followed.
   */
  CHECK
}
