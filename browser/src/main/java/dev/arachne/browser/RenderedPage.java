package dev.arachne.browser;

import java.util.List;
import java.util.Map;

/**
 * A page after its scripts became idle. Immutable.
 *
 * @param url where it is then: another one if a script has changed the address; actions do not
 *     count
 * @param html its document, shadow roots included; its base is {@code url}
 * @param lack the missing parts in words for people; empty if it is complete
 * @param leads where its scripts wanted to go, in order, each once
 * @param actions that were done on it, in order
 * @param errors of its scripts, in order: uncaught exceptions, and messages that they print as
 *     errors, each in a line with its place; the first 20
 * @param copies of its look, each as Base64; one that could not be taken is missing, as where it
 *     would have more than 24 MiB
 */
public record RenderedPage(
    String url,
    String html,
    String lack,
    List<Lead> leads,
    List<Action> actions,
    List<String> errors,
    Map<PageCopy, String> copies) {
  public RenderedPage {
    leads = List.copyOf(leads);
    actions = List.copyOf(actions);
    errors = List.copyOf(errors);
    copies = Map.copyOf(copies);
  }

  /**
   * A URL that a script, not a link, has named.
   *
   * @param way how the script named it
   */
  public record Lead(Way way, String url) {}

  /**
   * An action on the page, such as a click.
   *
   * @param text the action and its element, in words for people
   * @param links that it brought, navigations included
   */
  public record Action(String text, int links) {}

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
    /** A link that the page had before or after an action on it. */
    ACTION_LINK,
    /** A connection of the page for messages. */
    WEB_SOCKET,
    /** A download of the page. */
    DOWNLOAD
  }
}
