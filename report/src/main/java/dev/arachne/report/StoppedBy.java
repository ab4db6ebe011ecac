package dev.arachne.report;

/** Why a crawl came to its end. */
public enum StoppedBy {
  /** Every URL that was found is decided. */
  NOTHING_LEFT,
  /** The bound on the number of pages was reached. */
  LIMIT,
  /** A crawl in memory had found more than memory has room for. */
  MEMORY,
  /** The user asked it to stop. */
  INTERRUPT,
  /** It has not come to its end: a process crawls. */
  NOTHING_YET
}
