package dev.arachne.crawl;

import dev.arachne.items.Follow;
import dev.arachne.ledger.Note;
import dev.arachne.output.ItemTarget;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a page yielded, its records made ready for their output. Immutable: nobody changes the
 * arrays.
 *
 * @param links that the crawl has found in it while it was read
 * @param follows where to go on, in the page's order
 * @param count how many records it has
 * @param records these records: as their {@link ItemTarget} has them
 * @param fill what it adds to the fill rates; empty if that is nothing
 * @param notes for consumers of the ledger
 * @param stops whether the crawl is to stop after this page
 * @param failures of its processors, in their order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Harvest(
    List<CrawlUrl> links,
    List<Follow> follows,
    int count,
    byte[] records,
    byte[] fill,
    List<Note> notes,
    boolean stops,
    List<Throwable> failures) {
  private static final byte[] NONE = {};

  /** That of a page that has nothing and leads nowhere, and of what is no page. */
  static final Harvest NOTHING =
      new Harvest(List.of(), List.of(), 0, NONE, NONE, List.of(), false, List.of());

  /** What processors have added to a page, but for records. */
  static Harvest of(CrawledPage page) {
    return new Harvest(
        List.copyOf(page.links()),
        List.copyOf(page.follows()),
        0,
        NONE,
        NONE,
        page.notes(),
        page.stops(),
        List.of());
  }

  /** The same with more notes. */
  Harvest noted(List<Note> more) {
    return more.isEmpty()
        ? this
        : new Harvest(
            links,
            follows,
            count,
            records,
            fill,
            Stream.concat(notes.stream(), more.stream()).toList(),
            stops,
            failures);
  }

  /** The same of a page of which some processors failed. */
  Harvest failed(List<Throwable> why) {
    return new Harvest(links, follows, count, records, fill, notes, stops, List.copyOf(why));
  }
}
