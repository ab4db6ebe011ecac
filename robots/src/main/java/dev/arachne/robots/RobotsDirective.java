package dev.arachne.robots;

/** A use of a page that it refuses to robots. */
public enum RobotsDirective {
  /** Do not show the page in search results. */
  NOINDEX,
  /** Do not follow the page's links. */
  NOFOLLOW,
  /** Do not offer a stored copy; {@code nocache} is the same. */
  NOARCHIVE,
  /** Do not show text of the page in search results. */
  NOSNIPPET,
  /** Do not index the page's images. */
  NOIMAGEINDEX,
  /** Do not offer a translation. */
  NOTRANSLATE,
  /** Do not use the page for generative models. */
  NOAI
}
