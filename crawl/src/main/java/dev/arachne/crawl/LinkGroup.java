package dev.arachne.crawl;

/** A group of outlinks that a crawl follows or leaves, named as a user names it. */
public enum LinkGroup {
  /**
   * What leads to other pages: {@code a}, {@code area}, {@code iframe}, {@code frame}, {@code meta}
   * refresh, and {@code link} other than stylesheets and icons.
   */
  PAGES,
  /** {@code link rel=stylesheet}, and what stylesheets import. */
  STYLES,
  /** {@code link rel=icon} and its relatives. */
  ICONS,
  /** {@code img}, {@code picture} and the other embedded pictures. */
  IMAGES,
  /** {@code script src}. */
  SCRIPTS,
  /** The {@code action} of forms that are sent by GET, without their fields. */
  FORMS
}
