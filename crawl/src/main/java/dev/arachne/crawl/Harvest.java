package dev.arachne.crawl;

import dev.arachne.items.Follow;
import java.util.List;

/**
 * What a page yielded, its records made ready for their output. Immutable: nobody changes the
 * arrays.
 *
 * @param follows where to go on, in the page's order
 * @param count how many records it has
 * @param records these records: lines of a file, or {@link PageItems}
 * @param fill what it adds to the fill rates; empty if that is nothing
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Harvest(List<Follow> follows, int count, byte[] records, byte[] fill) {
  /** That of a page that has nothing and leads nowhere, and of what is no page. */
  static final Harvest NOTHING = new Harvest(List.of(), 0, new byte[0], new byte[0]);
}
