package dev.arachne.browser;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The time of a page by its own clock, which is virtual (Emulation.setVirtualTimePolicy): while no
 * script runs and no reply is awaited, the browser advances it to the next timer. Pictures follow
 * the clock of this machine, so the time is given in parts, with a picture after each. Confined to
 * the event loop of the tab; its methods wait.
 */
final class PageTime {
  private static final String DRAW = "new Promise(drawn => requestAnimationFrame(drawn))";
  private static final Duration TO_DRAW = Duration.ofSeconds(1);

  private final DevTools tools;
  private final String session;
  private final PageWorld world;
  private final PageCounts counts;
  private final PageWait until;

  /** The parts that are not given yet, and those that the page can get besides. */
  private int left;

  private int more;

  /** The time in which its scripts have run until the last picture. */
  private Optional<Duration> scripted = Optional.empty();

  /** Whether it waits for an element that has not matched yet. */
  private boolean isWaiting;

  /**
   * The time of a page that has had none.
   *
   * @param session of its tab
   */
  PageTime(DevTools tools, String session, PageWorld world, PageCounts counts, PageWait until) {
    this.tools = tools;
    this.session = session;
    this.world = world;
    this.counts = counts;
    this.until = until;
    this.left = until.parts();
    this.more = until.more();
    this.isWaiting = until instanceof PageWait.Element;
  }

  /** Allows this number of parts from now on. */
  void allow(int parts) {
    left = parts;
    more = 0;
    isWaiting = false;
  }

  /** Gives the page one part. */
  void give() {
    give(1);
  }

  private void give(int parts) {
    left -= parts;
    tools.tell(
        session,
        "Emulation.setVirtualTimePolicy",
        Map.of(
            "policy",
            "pauseIfNetworkFetchesPending",
            "budget",
            until.part().multipliedBy(parts).toMillis()));
  }

  /** Draws the page after a part, and gives it the next one; false if that was the last. */
  boolean goOn() {
    if (left == 0 && more > 0 && hasRunScripts()) {
      more--;
      left = 1;
    }
    try {
      var _ = world.value(DRAW, TO_DRAW);
    } catch (BrowserException e) {
      // The page does not draw, or it computes.
    }
    if (hasMatched() || left == 0) {
      return false;
    }
    scripted = more > 0 ? counts.scripted() : Optional.empty();
    give(more > 0 ? left : 1);
    return true;
  }

  /** The element that it waited for in vain, as a selector. */
  Optional<String> unmatched() {
    return isWaiting && until instanceof PageWait.Element(String selector)
        ? Optional.of(selector)
        : Optional.empty();
  }

  /** Whether scripts have run since the last picture: they may wait for the next one. */
  private boolean hasRunScripts() {
    return !counts.scripted().equals(scripted);
  }

  /** Whether it waits for an element, and one matches. */
  private boolean hasMatched() {
    if (isWaiting && until instanceof PageWait.Element(String selector)) {
      try {
        isWaiting = !world.matches(selector, TO_DRAW).orElse(false);
        return !isWaiting;
      } catch (BrowserException e) {
        // It computes.
      }
    }
    return false;
  }
}
