package dev.arachne.options;

/** The handling of cookies. */
public enum CookiePolicy {
  /** The crawl keeps them in its directory, and sends them back to their origins. */
  KEEP,
  /** The crawl ignores them. */
  IGNORE
}
