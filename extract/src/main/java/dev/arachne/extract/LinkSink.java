package dev.arachne.extract;

import dev.arachne.url.UrlResolver;

/** Receives the links of a page in the page's order. A target that occurs twice comes twice. */
@FunctionalInterface
public interface LinkSink {
  /**
   * Receives a link.
   *
   * @param target holds the resolved target in its scratch: its bytes, its fingerprint, and {@link
   *     UrlResolver#url()} for receivers that keep it; valid during the call
   */
  void link(OutlinkKind kind, UrlResolver target, LinkAttributes note);
}
