package dev.arachne.options;

/**
 * Whether links are skipped that a page marks with {@code nofollow}. Such a link is as if it were
 * absent: the same target is fetched if another page links to it without the mark.
 */
public enum NofollowPolicy {
  /** All links are followed. */
  IGNORE,
  /**
   * The links of a page with {@code nofollow} for itself are skipped: meta robots, X-Robots-Tag.
   */
  PAGES,
  /** Links with {@code rel=nofollow} are left too. */
  LINKS
}
