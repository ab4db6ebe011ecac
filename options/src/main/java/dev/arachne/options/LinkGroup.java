package dev.arachne.options;

import dev.arachne.extract.OutlinkKind;
import dev.arachne.ledger.Priority;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A group of outlinks that a crawl follows or leaves, named as a user names it. Redirects and the
 * entries of sitemaps belong to no group: they are not links of a page. Nor do hints: they lead to
 * no page and to no part of one that other links do not name.
 */
public enum LinkGroup {
  /**
   * Links to other pages: {@code a}, {@code area}, {@code iframe}, {@code frame}, {@code meta}
   * refresh, {@code link} other than stylesheets, icons and hints, and the entries of feeds.
   */
  PAGES(
      OutlinkKind.ANCHOR,
      OutlinkKind.AREA,
      OutlinkKind.IFRAME,
      OutlinkKind.FRAME,
      OutlinkKind.REFRESH,
      OutlinkKind.LINK,
      OutlinkKind.FEED_ENTRY),
  /** Stylesheets, and the URLs in them and in {@code style} attributes. */
  STYLES(OutlinkKind.STYLESHEET, OutlinkKind.CSS),
  /** {@code link rel=icon} and its relatives. */
  ICONS(OutlinkKind.ICON),
  /** {@code img}, {@code picture} and other pictures, those that scripts load later too. */
  IMAGES(OutlinkKind.IMAGE, OutlinkKind.LAZY),
  /** {@code audio}, {@code video}, {@code embed} and {@code object}. */
  MEDIA(OutlinkKind.MEDIA, OutlinkKind.EMBED),
  /** {@code script src}. */
  SCRIPTS(OutlinkKind.SCRIPT),
  /** {@code link rel=manifest}; the URLs in it are pages and icons. */
  MANIFESTS(OutlinkKind.MANIFEST),
  /** URLs that pages state for other programs: Open Graph, Twitter cards and JSON-LD. */
  METADATA(OutlinkKind.METADATA),
  /** The {@code action} of forms that are sent by GET, without their fields. */
  FORMS(OutlinkKind.FORM),
  /** The links in PDF files. */
  PDF(OutlinkKind.PDF),
  /**
   * Strings in scripts that look like URLs; a host for which none of them leads to a page gets no
   * more requests for them.
   */
  SCRIPT_URLS(OutlinkKind.SCRIPT_URL),
  /** JSON that the scripts of rendered pages requested. */
  API(OutlinkKind.API);

  /** The links that a page needs to be shown. */
  public static final Set<LinkGroup> REQUISITES =
      Collections.unmodifiableSet(EnumSet.of(STYLES, ICONS, IMAGES, MEDIA, SCRIPTS));

  private static final Set<LinkGroup> PARTS =
      Collections.unmodifiableSet(EnumSet.of(STYLES, ICONS, IMAGES, MEDIA, SCRIPTS, MANIFESTS));

  private final Set<OutlinkKind> kinds;

  LinkGroup(OutlinkKind first, OutlinkKind... others) {
    kinds = Collections.unmodifiableSet(EnumSet.of(first, others));
  }

  /** Pages come before their requisites, and both before guesses. */
  public static Priority priority(OutlinkKind kind) {
    if (SCRIPT_URLS.kinds.contains(kind)) {
      return Priority.GUESSES;
    }
    if (API.kinds.contains(kind)) {
      return Priority.API;
    }
    for (LinkGroup part : PARTS) {
      if (part.kinds.contains(kind)) {
        return Priority.REQUISITES;
      }
    }
    return Priority.PAGES;
  }

  /** The kinds of this group; each kind is in one group at most. */
  public Set<OutlinkKind> kinds() {
    return kinds;
  }
}
