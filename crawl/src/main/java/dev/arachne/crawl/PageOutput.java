package dev.arachne.crawl;

import dev.arachne.items.Follow;
import dev.arachne.items.Misfit;
import dev.arachne.ledger.VisitNote;
import dev.arachne.output.ItemTarget;
import dev.arachne.output.PageRecords;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.stream.Stream;

/**
 * The yield of a page, with its records encoded for their output. Immutable; the arrays must not be
 * changed.
 *
 * @param links that the crawl itself has found while reading the page
 * @param follows URLs to follow, in the page's order
 * @param records its records, encoded by their {@link ItemTarget}
 * @param fill its contribution to the fill rates, possibly empty
 * @param notes for consumers of the ledger
 * @param stops whether the crawl is to stop after this page
 * @param misfits texts of records that are not of the type of their field
 * @param failures of its processors, in order
 * @param file the name of the saved body, below its directory; empty if it was not saved
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record PageOutput(
    List<CrawlUrl> links,
    List<Follow> follows,
    PageRecords records,
    byte[] fill,
    List<VisitNote> notes,
    boolean stops,
    List<Misfit> misfits,
    List<Throwable> failures,
    String file) {
  private static final byte[] NONE = {};

  /** The empty yield, also of an outcome without a page. */
  static final PageOutput NOTHING =
      new PageOutput(
          List.of(), List.of(), PageRecords.NONE, NONE, List.of(), false, List.of(), List.of(), "");

  /** Returns the additions of processors to a page, except for records. */
  static PageOutput of(CrawledPage page) {
    return new PageOutput(
        List.copyOf(page.links()),
        List.copyOf(page.follows()),
        PageRecords.NONE,
        NONE,
        page.notes(),
        page.stops(),
        List.of(),
        List.of(),
        "");
  }

  /** Returns a copy with more notes. */
  PageOutput noted(List<VisitNote> more) {
    return more.isEmpty()
        ? this
        : new PageOutput(
            links,
            follows,
            records,
            fill,
            notes.isEmpty() ? more : Stream.concat(notes.stream(), more.stream()).toList(),
            stops,
            misfits,
            failures,
            file);
  }

  /** Returns a copy with the failures of some processors. */
  PageOutput failed(List<Throwable> why) {
    return new PageOutput(
        links, follows, records, fill, notes, stops, misfits, List.copyOf(why), file);
  }

  /** Returns a copy with the name of the saved body. */
  PageOutput savedAs(String name) {
    return new PageOutput(links, follows, records, fill, notes, stops, misfits, failures, name);
  }
}
