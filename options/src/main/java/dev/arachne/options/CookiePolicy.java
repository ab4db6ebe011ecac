package dev.arachne.options;

/** The handling of cookies. */
public enum CookiePolicy {
  /** It keeps them in its directory, and sends them back where they belong. */
  KEEP,
  /** It ignores them. */
  IGNORE
}
