package dev.arachne.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Uses a page that is at rest, as a careful reader does: scrolls to its end, opens details and
 * tabs, hovers over menus, asks for the next page and for more. The script {@code interaction.js}
 * chooses each action and does it; it also knows the actions that are not done. Confined to its
 * event loop.
 *
 * <p>Links that are in the document after an action are leads, as the next action may remove them;
 * so are those that were there before all actions.
 */
final class Interaction {
  /** Actions on one page. */
  static final int MOST_ACTIONS = 30;

  /** Characters of the text of an element in the name of an action. */
  private static final int MOST_CHARACTERS = 60;

  private static final String SCRIPT = script();

  private final LivePage page;
  private final Set<String> known = new HashSet<>();
  private final List<RenderedPage.Action> actions = new ArrayList<>();
  private String current = "its first action";

  /** A page at rest, in its tab. */
  interface LivePage {
    /** Returns the value of a script that calls none of the page's scripts. */
    @Nullable Object read(String script) throws BrowserException;

    /**
     * Runs a script that may call the page's scripts, gives them a part of the page's time, and
     * waits until the page is at rest again.
     */
    void act(String script) throws BrowserException;

    /** The leads of the page so far, in order. */
    Collection<RenderedPage.Lead> leads();

    /** Adds a link as a lead of the page. */
    void lead(String url);
  }

  Interaction(LivePage page, String url) {
    this.page = page;
    known.add(withoutFragment(url));
  }

  /**
   * Does the actions, and waits.
   *
   * @throws BrowserException if the page does not rest any more; the actions before are kept
   */
  void run() throws BrowserException {
    List<String> first = DevTools.texts(page.read(SCRIPT));
    first.forEach(link -> known.add(withoutFragment(link)));
    while (actions.size() < MOST_ACTIONS && page.read("reader.next()") instanceof Map<?, ?> next) {
      current = name(next);
      int before = page.leads().size();
      try {
        page.act("reader.act()");
      } catch (BrowserException e) {
        actions.add(new RenderedPage.Action(current, navigations(before)));
        throw e;
      }
      int brought = navigations(before);
      for (String link : DevTools.texts(page.read("reader.over(" + brought + ")"))) {
        brought += known.add(withoutFragment(link)) ? 1 : 0;
        page.lead(link);
      }
      actions.add(new RenderedPage.Action(current, brought));
    }
    Set<String> last = new HashSet<>(DevTools.texts(page.read("reader.links()")));
    first.stream().filter(link -> !last.contains(link)).forEach(page::lead);
  }

  /** The actions that are done. */
  List<RenderedPage.Action> actions() {
    return List.copyOf(actions);
  }

  /** The words for a failure of the page in the current action. */
  String interrupted(String why) {
    return why + " after " + current;
  }

  private int navigations(int before) {
    return (int)
        page.leads().stream()
            .skip(before)
            .filter(lead -> lead.way() != RenderedPage.Way.WEB_SOCKET)
            .filter(lead -> known.add(withoutFragment(lead.url())))
            .count();
  }

  /** An address without its fragment, unless that is the route of an application. */
  private static String withoutFragment(String url) {
    int hash = url.indexOf('#');
    boolean isRoute =
        hash >= 0 && url.length() > hash + 1 && "/!".indexOf(url.charAt(hash + 1)) >= 0;
    return hash < 0 || isRoute ? url : url.substring(0, hash);
  }

  private static String name(Map<?, ?> next) {
    String label = DevTools.text(next, "label");
    String what = DevTools.text(next, "what");
    return label.isEmpty() ? what : what + " \"" + cut(label) + '"';
  }

  private static String cut(String label) {
    return label.length() <= MOST_CHARACTERS ? label : label.substring(0, MOST_CHARACTERS) + "...";
  }

  private static String script() {
    try (InputStream in =
        Objects.requireNonNull(Interaction.class.getResourceAsStream("interaction.js"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
