package dev.arachne.report;

/** Why a crawl came to its end. */
public enum StopReason {
  /** Every URL that was found is decided. */
  NOTHING_LEFT,
  /** The bound on the number of pages was reached. */
  LIMIT,
  /** A crawl in memory had found more URLs than memory has room for. */
  MEMORY,
  /** The user stopped it. */
  INTERRUPT,
  /** It has not ended: a process crawls. */
  NOTHING_YET,
  /** The bound on its time was reached. */
  MAX_TIME,
  /** The bound on the bytes received was reached. */
  MAX_BYTES,
  /** The bound on failed URLs was reached. */
  MAX_ERRORS
}
