package dev.arachne.browser;

import java.util.List;
import java.util.Map;

/**
 * A page after its scripts became idle. Immutable.
 *
 * @param url where it is then: another one if a script has changed the address
 * @param html its document, shadow roots included; its base is {@code url}
 * @param isCut whether the end of the document is missing, since it is too long
 * @param leads where its scripts wanted to go, in order, each once
 * @param errors of its scripts, in order: uncaught exceptions, and messages that they print as
 *     errors, each in a line with its place; the first 20
 * @param copies of its look, each as Base64; one that could not be taken is missing, as where it
 *     would have more than 24 MiB
 */
public record RenderedPage(
    String url,
    String html,
    boolean isCut,
    List<Lead> leads,
    List<String> errors,
    Map<PageCopy, String> copies) {
  public RenderedPage {
    leads = List.copyOf(leads);
    errors = List.copyOf(errors);
    copies = Map.copyOf(copies);
  }

  /**
   * A URL that a script, not a link, has named.
   *
   * @param way how the script named it
   */
  public record Lead(Way way, String url) {}

  /** The way in which a script names a URL. */
  public enum Way {
    /** A navigation of the page to it. */
    NAVIGATION,
    /** A new window of the page. */
    WINDOW,
    /** A change of the page's own address. */
    HISTORY,
    /** A link of a frame within the page. */
    FRAME_LINK,
    /** A link of another view of the page, behind a #. */
    ROUTE_LINK,
    /** A connection of the page for messages. */
    WEB_SOCKET,
    /** A download of the page. */
    DOWNLOAD
  }
}
