package dev.arachne.crawl;

import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import java.util.List;

/**
 * What came of a leased URL. Immutable.
 *
 * @param found what its page, or a redirect, leads to
 * @param harvest what its page yielded
 */
record Visit(Disposition disposition, List<Discovery> found, Harvest harvest) {
  Visit {
    found = List.copyOf(found);
  }

  /** That of a URL that led nowhere. */
  static Visit ended(Disposition disposition) {
    return new Visit(disposition, List.of(), Harvest.NOTHING);
  }
}
