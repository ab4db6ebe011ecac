package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.HostSignal;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The result of a leased URL. Immutable.
 *
 * @param disposition the outcome
 * @param found the URLs to which its page, or a redirect, leads
 * @param exchanges the requests for it, in order; none if nothing was on the wire
 * @param signal the signal of its host; empty if none was seen
 * @param repeats links of its page to URLs that had been found before, and are not in {@code found}
 * @param sightings how often its own URL was seen again on loops of their own
 * @param records for outputs; their offsets do not matter
 * @param notes for readers of the ledger, each of another name
 * @param kept rows of the crawl's own that change with it, in order
 * @param again a URL to be visited once more: that of the visit, or another one if it was visited
 *     once, and was a redirect then; empty for none
 * @param page its title and saved body, for lines of outputs
 */
public record Visit(
    Disposition disposition,
    List<Discovery> found,
    List<Exchange> exchanges,
    Optional<HostSignal> signal,
    long repeats,
    long sightings,
    List<OutputRecord> records,
    List<VisitNote> notes,
    List<KeptRow> kept,
    Optional<CrawlUrl> again,
    PageSummary page) {
  public Visit {
    found = List.copyOf(found);
    exchanges = List.copyOf(exchanges);
    records = List.copyOf(records);
    notes = List.copyOf(notes);
    kept = List.copyOf(kept);
  }

  /** A visit without discoveries and without a request on the wire. */
  public static Visit of(Disposition disposition) {
    return new Visit(
        disposition,
        List.of(),
        List.of(),
        Optional.empty(),
        0,
        0,
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        PageSummary.NONE);
  }

  /** A visit with these discoveries and without a request on the wire. */
  public static Visit of(Disposition disposition, List<Discovery> found) {
    return of(disposition).leadingTo(found, 0);
  }

  /** The same with the discoveries on its page. */
  public Visit leadingTo(List<Discovery> discoveries, long repeated) {
    return changed(its -> {
      its.found = discoveries;
      its.repeats = repeated;
    });
  }

  /** The same with the exchanges on the wire, and the signal of its host in them. */
  public Visit over(List<Exchange> requests, Optional<HostSignal> shown) {
    return changed(its -> {
      its.exchanges = requests;
      its.signal = shown;
    });
  }

  /** The same of a URL that was seen again that number of times. */
  public Visit withSightings(long times) {
    return times == 0 ? this : changed(its -> its.sightings += times);
  }

  /** The same with records for outputs. */
  public Visit with(List<OutputRecord> more) {
    return more.isEmpty() ? this : changed(its -> its.records = more);
  }

  /** The same with notes for readers of the ledger. */
  public Visit noted(List<VisitNote> more) {
    return more.isEmpty() ? this : changed(its -> its.notes = more);
  }

  /** The same with another disposition of the URL. */
  public Visit decided(Disposition other) {
    return changed(its -> its.disposition = other);
  }

  /** The same with further rows of the crawl's own. */
  public Visit keeping(List<KeptRow> rows) {
    return rows.isEmpty()
        ? this
        : changed(its -> its.kept = Stream.concat(kept.stream(), rows.stream()).toList());
  }

  /**
   * The same, after which {@code url} is visited once more: its own URL, or one that was a
   * redirect, once.
   */
  public Visit again(CrawlUrl url) {
    return changed(its -> its.again = Optional.of(url));
  }

  private Visit changed(Consumer<Parts> change) {
    var parts = new Parts(this);
    change.accept(parts);
    return parts.visit();
  }

  /** The parts of a visit while some of them are replaced. */
  private static final class Parts {
    private Disposition disposition;
    private List<Discovery> found;
    private List<Exchange> exchanges;
    private Optional<HostSignal> signal;
    private long repeats;
    private long sightings;
    private List<OutputRecord> records;
    private List<VisitNote> notes;
    private List<KeptRow> kept;
    private Optional<CrawlUrl> again;
    private final PageSummary page;

    Parts(Visit its) {
      this.disposition = its.disposition;
      this.found = its.found;
      this.exchanges = its.exchanges;
      this.signal = its.signal;
      this.repeats = its.repeats;
      this.sightings = its.sightings;
      this.records = its.records;
      this.notes = its.notes;
      this.kept = its.kept;
      this.again = its.again;
      this.page = its.page;
    }

    Visit visit() {
      return new Visit(
          disposition,
          found,
          exchanges,
          signal,
          repeats,
          sightings,
          records,
          notes,
          kept,
          again,
          page);
    }
  }
}
