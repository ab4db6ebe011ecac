package dev.arachne.dashboard;

import dev.arachne.options.UsageException;
import java.io.IOException;
import java.util.Optional;

/** The state that a dashboard shows, from one look to the next. Used by one thread at a time. */
interface Board {
  /** Reads the sums alone, while no browser watches, so that the picture of the rate has no gap. */
  void glance() throws UsageException, IOException;

  /** Reads the whole state, and returns it as JSON. */
  String look() throws UsageException, IOException;

  /**
   * Reads the parts that change all the time, and returns them as JSON.
   *
   * @return empty if the crawl's state has changed, so that any part may have changed
   */
  Optional<String> glimpse() throws UsageException, IOException;
}
