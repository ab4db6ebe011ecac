package dev.arachne.frontier;

/** The treatment of URLs that bring nothing new, however many there are. */
public enum TrapPolicy {
  /** Treats them like other URLs. */
  IGNORE,
  /**
   * Closes templates of URLs whose pages repeat others, and skips URLs that differ from fetched
   * ones only in parameters that change nothing.
   */
  CLOSE
}
