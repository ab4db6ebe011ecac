package dev.arachne.options;

/** The handling of a crawl that the directory holds already. */
public enum ExistingCrawlPolicy {
  /** Resume it if it is the same crawl; refuse another. */
  RESUME,
  /** Resume it; changed options apply from now on, and are recorded. */
  CHANGE,
  /** Delete it and start again. */
  REPLACE
}
