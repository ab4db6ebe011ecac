package dev.arachne.compare;

import java.io.Serializable;
import java.util.List;

/** What a {@link StageJvm} is to do next with its stage. URLs travel as text. */
sealed interface Assignment extends Serializable {
  /** What is done with pages. */
  enum Work {
    /** Fetch a list. */
    FETCH,
    /** Crawl from the first of a list. */
    CRAWL,
    /** Fetch a list, and take the titles of films out of the pages. */
    TITLES
  }

  /**
   * Fetch a list again and again, until what is measured later is compiled.
   *
   * @param fetches after which it is enough
   */
  record WarmUp(List<String> urls, int fetches) implements Assignment {}

  /** Do it several times, and take the time. */
  record Timed(Work work, List<String> urls, int runs) implements Assignment {}

  /**
   * Fetch the list of films once, and time each parser on its pages.
   *
   * @param warmUp how many pages each parser reads before, if they are not too dear
   */
  record Parse(List<String> urls, int runs, int warmUp) implements Assignment {}

  /**
   * Ask for pages that do not come, and see what one that is waited for takes in memory. The last
   * thing that can be done.
   *
   * @param held as many as the stage can wait for at a time
   * @param holding tells how many of these are being waited for
   */
  record Wait(List<String> held, String holding) implements Assignment {}
}
