package dev.arachne.options;

/** What a crawl does with the cookies of sites. */
public enum CookiePolicy {
  /** It keeps them in its directory, and sends them back where they belong. */
  KEEP,
  /** It ignores them. */
  IGNORE
}
