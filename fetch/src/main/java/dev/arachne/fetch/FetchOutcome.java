package dev.arachne.fetch;

import dev.arachne.http.Completeness;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.Exchange;
import dev.arachne.pace.HostSignal;
import java.util.List;
import java.util.Optional;

/** What came of an attempt to fetch a URL. Immutable. */
public sealed interface FetchOutcome {
  /** The requests that were on the wire, in order. */
  List<Exchange> exchanges();

  /** What the host has shown of itself; empty if that is nothing. */
  Optional<HostSignal> signal();

  /** The server answered, and has cut nothing; the body may be one of which not all was wanted. */
  record Answered(HttpResponse response, List<Exchange> exchanges, Optional<HostSignal> signal)
      implements FetchOutcome {}

  /** The body ended before its end. */
  record Cut(
      HttpResponse response,
      Completeness.Cause cause,
      List<Exchange> exchanges,
      Optional<HostSignal> signal)
      implements FetchOutcome {}

  /** No answer that could be read. */
  record Failed(HttpException failure, List<Exchange> exchanges, Optional<HostSignal> signal)
      implements FetchOutcome {}
}
