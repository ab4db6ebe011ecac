package dev.arachne.frontier;

import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.Note;
import dev.arachne.pace.HostSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came back of a lease for what a page is made of. Immutable.
 *
 * @param exchanges the requests for it, in order; none if nothing was on the wire
 * @param signal what its host has shown; empty if that is nothing
 * @param status of the answer; 0 if there was none
 * @param bytes of its body, decoded
 * @param failure why there was no answer; empty if there was one
 * @param retryAfter for how long its host has asked to be left alone
 * @param kept rows of the crawl's own that change with it, in order
 * @param notes for readers of the ledger, each of another name; none if nothing was on the wire
 */
public record SubresourceVisit(
    List<Exchange> exchanges,
    Optional<HostSignal> signal,
    int status,
    long bytes,
    String failure,
    Optional<Duration> retryAfter,
    List<KeptRow> kept,
    List<Note> notes) {
  public SubresourceVisit {
    exchanges = List.copyOf(exchanges);
    kept = List.copyOf(kept);
    notes = List.copyOf(notes);
  }

  /** One that was not asked for, or of which nothing is known any more. */
  public static SubresourceVisit none(List<Exchange> exchanges, String failure) {
    return new SubresourceVisit(
        exchanges, Optional.empty(), 0, 0, failure, Optional.empty(), List.of(), List.of());
  }
}
