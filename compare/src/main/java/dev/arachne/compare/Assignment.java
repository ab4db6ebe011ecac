package dev.arachne.compare;

import java.io.Serializable;
import java.util.List;

/** The next task of a {@link StageJvm} for its stage. URLs are sent as text. */
sealed interface Assignment extends Serializable {
  /** The kind of work with pages. */
  enum Work {
    /** Fetch a list. */
    FETCH,
    /** Crawl from the first of a list. */
    CRAWL,
    /** Fetch a list, and take the titles of films out of the pages. */
    TITLES
  }

  /**
   * Fetch a list again and again, until the measured code is compiled.
   *
   * @param fetches the number of fetches that is enough
   */
  record WarmUp(List<String> urls, int fetches) implements Assignment {}

  /** Do the work several times, and measure the time. */
  record Timed(Work work, List<String> urls, int runs) implements Assignment {}

  /**
   * Fetch the list of films once, and time each parser on its pages.
   *
   * @param warmUp how many pages each parser reads before, unless they take too long
   */
  record Parse(List<String> urls, int runs, int warmUp) implements Assignment {}

  /**
   * Request pages that are never answered, and measure the memory of one waiting fetch. No other
   * assignment can follow.
   *
   * @param held as many as the stage can wait for at a time
   * @param holding the URL of the page that says how many of these are waiting
   */
  record Wait(List<String> held, String holding) implements Assignment {}
}
