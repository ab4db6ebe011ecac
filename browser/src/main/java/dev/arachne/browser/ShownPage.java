package dev.arachne.browser;

import java.util.List;
import java.util.Optional;

/**
 * A page as it is once its scripts have come to rest. Immutable.
 *
 * @param url where it is then: another one if a script has changed the address
 * @param html its document, shadow roots included; its base is {@code url}
 * @param isCut whether the end of the document is missing, since it is too long
 * @param leads where its scripts wanted to go, in order, each once
 * @param picture of it, a PNG as Base64, as high as it is, up to 10,000 pixels; empty if none was
 *     to be taken, or it could not be
 */
public record ShownPage(
    String url, String html, boolean isCut, List<Lead> leads, Optional<String> picture) {
  public ShownPage {
    leads = List.copyOf(leads);
  }

  /**
   * A URL that a script, and no link, has named.
   *
   * @param way how
   */
  public record Lead(Way way, String url) {}

  /** How a script names a URL. */
  public enum Way {
    /** The page wanted to leave for it. */
    NAVIGATION,
    /** It wanted to open it in a window. */
    WINDOW,
    /** It changed its own address to it. */
    HISTORY,
    /** A link of a frame within the page. */
    FRAME_LINK,
    /** A link of another view of the page, behind a #. */
    ROUTE_LINK,
    /** It wanted to connect to it for messages. */
    WEB_SOCKET,
    /** It wanted to have it saved. */
    DOWNLOAD
  }
}
