package dev.arachne.options;

/**
 * Whether links are left that a page asks robots not to follow. Such a link is as if it were not
 * there: the same target is fetched where another page links to it without that wish.
 */
public enum NofollowPolicy {
  /** All links are followed. */
  IGNORE,
  /**
   * The links of a page that says {@code nofollow} of itself are left: meta robots, X-Robots-Tag.
   */
  PAGES,
  /** Links with {@code rel=nofollow} are left too. */
  LINKS
}
