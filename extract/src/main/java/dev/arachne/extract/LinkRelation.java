package dev.arachne.extract;

import dev.arachne.html.TagAttributes;
import java.util.List;

/** The kind of link that a {@code rel} makes of a {@code link} element or a {@code Link} header. */
final class LinkRelation {
  private static final List<String> ICONS =
      List.of("icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon");

  /** The hints of WHATWG HTML 4.6.8, and links of blogs for other programs. */
  private static final List<String> HINTS =
      List.of(
          "dns-prefetch",
          "preconnect",
          "preload",
          "modulepreload",
          "pingback",
          "edituri",
          "wlwmanifest",
          "search");

  private LinkRelation() {}

  /** The kind that the tokens in {@code in[from, to)} make. */
  static OutlinkKind kind(byte[] in, int from, int to) {
    if (TagAttributes.hasToken(in, from, to, "stylesheet")) {
      return OutlinkKind.STYLESHEET;
    }
    if (hasAny(in, from, to, ICONS)) {
      return OutlinkKind.ICON;
    }
    if (TagAttributes.hasToken(in, from, to, "manifest")) {
      return OutlinkKind.MANIFEST;
    }
    return hasAny(in, from, to, HINTS) ? OutlinkKind.HINT : OutlinkKind.LINK;
  }

  private static boolean hasAny(byte[] in, int from, int to, List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (TagAttributes.hasToken(in, from, to, words.get(i))) {
        return true;
      }
    }
    return false;
  }
}
