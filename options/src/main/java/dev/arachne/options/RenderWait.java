package dev.arachne.options;

import java.time.Duration;

/**
 * The end of the time that the scripts of a page get by its own clock, which stops while the page
 * waits for its requests. Immutable.
 */
public sealed interface RenderWait {
  /**
   * A time.
   *
   * @param time more than zero
   */
  record Time(Duration time) implements RenderWait {}

  /**
   * The moment at which an element of the document matches, 30 s at most.
   *
   * @param selector of CSS; the browser checks it
   */
  record Element(String selector) implements RenderWait {
    /** A text that is a mistyped time rather than a selector: those begin with no digit. */
    private static final String LIKE_TIME = "[-+]?\\.?\\d(?s:.*)";

    /** Whether a text cannot be a selector, but may be a time. */
    static boolean isLikeTime(String text) {
      return text.isBlank() || text.strip().matches(LIKE_TIME);
    }
  }
}
