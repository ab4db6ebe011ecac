package dev.arachne.extract;

import java.util.List;

/** The kind of link that a {@code rel} makes of a {@code link} element or a {@code Link} header. */
final class LinkRelation {
  private static final List<String> ICONS =
      List.of("icon", "apple-touch-icon", "apple-touch-icon-precomposed", "mask-icon");

  private LinkRelation() {}

  /** The kind that the tokens in {@code in[from, to)} make. */
  static OutlinkKind kind(byte[] in, int from, int to) {
    if (TagAttributes.hasToken(in, from, to, "stylesheet")) {
      return OutlinkKind.STYLESHEET;
    }
    for (String icon : ICONS) {
      if (TagAttributes.hasToken(in, from, to, icon)) {
        return OutlinkKind.ICON;
      }
    }
    return OutlinkKind.LINK;
  }
}
