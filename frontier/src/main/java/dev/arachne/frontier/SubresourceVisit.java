package dev.arachne.frontier;

import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.HostSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of a lease for a subresource. Immutable.
 *
 * @param exchanges the requests for it, in order; none if nothing was on the wire
 * @param signal the signal of its host; empty if none was seen
 * @param status of the answer; 0 without an answer
 * @param bytes of its body, decoded
 * @param failure why it has no answer; empty with an answer
 * @param retryAfter the value of the host's Retry-After
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
    List<VisitNote> notes) {
  public SubresourceVisit {
    exchanges = List.copyOf(exchanges);
    kept = List.copyOf(kept);
    notes = List.copyOf(notes);
  }

  /** A visit without a request, or whose outcome is unknown. */
  public static SubresourceVisit none(List<Exchange> exchanges, String failure) {
    return new SubresourceVisit(
        exchanges, Optional.empty(), 0, 0, failure, Optional.empty(), List.of(), List.of());
  }
}
