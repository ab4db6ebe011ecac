package dev.arachne.fetch;

import dev.arachne.http.Completeness;
import dev.arachne.http.HttpFailure;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.Timings;
import dev.arachne.pace.HostSignal;
import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.Optional;

/** Derives the load of a host from its answers and failures. */
final class HostSignals {
  private static final int BAD_GATEWAY = 502;
  private static final int GATEWAY_TIMEOUT = 504;

  private HostSignals() {}

  /**
   * Returns the signal of an answer.
   *
   * @param lag the part of the wait that this process may have caused
   */
  static HostSignal of(HttpResponse response, Duration lag) {
    if (RetryAfter.isAsked(response)) {
      return new HostSignal.Overloaded(RetryAfter.of(response, EventLoop.current().time().now()));
    }
    if (isCut(response)
        || response.status() == BAD_GATEWAY
        || response.status() == GATEWAY_TIMEOUT) {
      return new HostSignal.Broken();
    }
    Timings timings = response.timings();
    long waited = timings.firstByteNanos() - timings.sentNanos() - lag.toNanos();
    return new HostSignal.Answered(Duration.ofNanos(Math.max(0, waited)));
  }

  /** Whether the server has ended the body early. */
  private static boolean isCut(HttpResponse response) {
    return response.completeness() instanceof Completeness.Truncated(var cause) && !cause.isOurs();
  }

  /** Returns the signal of a failure, or empty if it does not show the host's load. */
  static Optional<HostSignal> of(HttpFailure failure) {
    return switch (failure) {
      case HttpFailure.ClosedEarly _, HttpFailure.Reset _, HttpFailure.StreamReset _ ->
          Optional.of(new HostSignal.Broken());
      case HttpFailure.ConnectionRefused _, HttpFailure.Unreachable _ ->
          Optional.of(new HostSignal.Unreachable());
      case HttpFailure.TimedOut(var phase) ->
          switch (phase) {
            case QUEUE, DNS -> Optional.empty();
            case CONNECT -> Optional.of(new HostSignal.Unreachable());
            case TLS, SEND, FIRST_BYTE -> Optional.of(new HostSignal.Silent());
            case BETWEEN_BYTES, EXCHANGE -> Optional.of(new HostSignal.Broken());
          };
      case HttpFailure.NameNotFound _,
          HttpFailure.NameUnanswered _,
          HttpFailure.Local _,
          HttpFailure.AddressRefused _,
          HttpFailure.PortRefused _,
          HttpFailure.StaleConnection _,
          HttpFailure.NotResumed _,
          HttpFailure.TlsRefused _,
          HttpFailure.Malformed _,
          HttpFailure.Http2Broken _,
          HttpFailure.TooLarge _,
          HttpFailure.DecodingFailed _,
          HttpFailure.ProxyRefused _,
          HttpFailure.NotStored _,
          HttpFailure.Unreadable _,
          HttpFailure.ClientClosed _,
          HttpFailure.Other _ ->
          Optional.empty();
    };
  }
}
