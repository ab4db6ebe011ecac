package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.HostSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of a lease for robots rules. Immutable.
 *
 * @param record the answer of the site, for readers of the ledger
 * @param failure why its rules could not be fetched; empty if they could
 * @param crawlDelay from one request to the next, by these rules; zero for none
 * @param exchanges the requests for them, in order
 * @param signal the host signal; empty if none was seen
 * @param notes for readers of the ledger, each of another name
 * @param found the sitemaps that they list
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RulesVisit(
    byte[] record,
    Optional<String> failure,
    Duration crawlDelay,
    List<Exchange> exchanges,
    Optional<HostSignal> signal,
    List<VisitNote> notes,
    List<Discovery> found) {
  public RulesVisit {
    exchanges = List.copyOf(exchanges);
    notes = List.copyOf(notes);
    found = List.copyOf(found);
  }

  /** A visit without discoveries and notes. */
  public RulesVisit(
      byte[] record,
      Optional<String> failure,
      Duration crawlDelay,
      List<Exchange> exchanges,
      Optional<HostSignal> signal) {
    this(record, failure, crawlDelay, exchanges, signal, List.of(), List.of());
  }

  /** The same with notes for readers of the ledger. */
  public RulesVisit noted(List<VisitNote> more) {
    return new RulesVisit(record, failure, crawlDelay, exchanges, signal, more, found);
  }

  /** The same with these sitemaps found. */
  public RulesVisit leadingTo(List<Discovery> sitemaps) {
    return new RulesVisit(record, failure, crawlDelay, exchanges, signal, notes, sitemaps);
  }
}
