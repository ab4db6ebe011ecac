package dev.arachne.extract;

/**
 * The kind of a link on its page: the use of its target in a browser. A crawl's policy selects the
 * kinds that are followed.
 */
public enum OutlinkKind {
  /** {@code a href}, in SVG too; {@code href} of unknown XML. */
  ANCHOR,
  /** {@code area href}. */
  AREA,
  /**
   * {@code link href} and a {@code Link} header, of a relation that has no kind of its own:
   * canonical, alternate, next, ...
   */
  LINK,
  /** {@code link rel=stylesheet}, {@code <?xml-stylesheet?>}. */
  STYLESHEET,
  /** {@code link rel=icon} and similar relations. */
  ICON,
  /**
   * {@code link} of a relation that does not lead to a page: hints for early loads or connections
   * (preload, modulepreload, preconnect, dns-prefetch), and links for other programs (pingback,
   * EditURI, wlwmanifest, search).
   */
  HINT,
  /** {@code link rel=manifest}: the description of a page as an installed application. */
  MANIFEST,
  /** {@code iframe src}. */
  IFRAME,
  /** {@code frame src}. */
  FRAME,
  /**
   * {@code img}, picture sources, video posters, image buttons, {@code background} attributes;
   * {@code src} and {@code srcset}; SVG images.
   */
  IMAGE,
  /** {@code audio}, {@code video}, {@code track} and their sources; a feed's enclosures. */
  MEDIA,
  /** {@code embed src}, {@code object data}, SVG {@code use}. */
  EMBED,
  /** {@code script src}. */
  SCRIPT,
  /** {@code form action}, and {@code formaction} of a button, of a form that is sent by GET. */
  FORM,
  /** {@code meta http-equiv=refresh}, a {@code Refresh} header. */
  REFRESH,
  /** A guess: {@code data-src} and similar attributes, which scripts copy to {@code src}. */
  LAZY,
  /** {@code url()} and {@code @import} of style sheets, {@code style} elements and attributes. */
  CSS,
  /** A URL that a page states for other programs: Open Graph, Twitter cards, JSON-LD. */
  METADATA,
  /**
   * A guess: a string in a script, inline or in a file of its own, that looks like a URL or a path.
   */
  SCRIPT_URL,
  /** A link in a PDF file. */
  PDF,
  /** JSON that a script of a rendered page requested; it is not in the page. */
  API,
  /** An entry of an RSS, Atom or JSON feed. */
  FEED_ENTRY,
  /** A {@code Location} header. */
  REDIRECT,
  /** An entry of a sitemap. */
  SITEMAP
}
