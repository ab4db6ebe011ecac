package dev.arachne.frontier;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came back of a lease for robots rules. Immutable.
 *
 * @param record what the site said, for who reads the ledger
 * @param failure why its rules could not be had; empty if they could
 * @param crawlDelay from one request to the next, as they ask for it; zero for none
 * @param exchanges the requests for them, in order
 * @param signal what the host has shown; empty if that is nothing
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RulesVisit(
    byte[] record,
    Optional<String> failure,
    Duration crawlDelay,
    List<Exchange> exchanges,
    Optional<HostSignal> signal) {
  public RulesVisit {
    exchanges = List.copyOf(exchanges);
  }
}
