package dev.arachne.fetch;

import dev.arachne.http.Completeness;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Exchange;
import dev.arachne.pace.HostSignal;
import java.util.List;
import java.util.Optional;

/** The outcome of an attempt to fetch a URL. Immutable. */
public sealed interface FetchOutcome {
  /** The requests that were sent, in order. */
  List<Exchange> exchanges();

  /** The signal of the host's load; empty if there is no signal. */
  Optional<HostSignal> signal();

  /**
   * The server answered, and did not cut the body; the body may be partial if the caller limits it.
   */
  record Answered(HttpResponse response, List<Exchange> exchanges, Optional<HostSignal> signal)
      implements FetchOutcome {}

  /** The body was cut before its end. */
  record Cut(
      HttpResponse response,
      Completeness.Cause cause,
      List<Exchange> exchanges,
      Optional<HostSignal> signal)
      implements FetchOutcome {}

  /** There was no readable answer. */
  record Failed(HttpException failure, List<Exchange> exchanges, Optional<HostSignal> signal)
      implements FetchOutcome {}
}
