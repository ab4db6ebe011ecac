package dev.arachne.pace;

import java.time.Duration;
import java.util.Optional;

/**
 * A signal of a host while one of its URLs was leased: how it copes with requests. Outcomes that
 * show nothing about that, such as a name without an address, are not signals.
 */
public sealed interface HostSignal {
  /**
   * It answered.
   *
   * @param waited from the request to the first byte, less the crawler's own delay
   */
  record Answered(Duration waited) implements HostSignal {}

  /**
   * It answered that it is overloaded.
   *
   * @param asked the value of its Retry-After field; empty without it
   */
  record Overloaded(Optional<Duration> asked) implements HostSignal {}

  /** It accepted the connection, and did not complete the answer. */
  record Broken() implements HostSignal {}

  /** It accepted the connection, and did not answer. */
  record Silent() implements HostSignal {}

  /** It was unreachable: the connection was refused or timed out, or the address has no route. */
  record Unreachable() implements HostSignal {}

  /** Whether it shows that the host answers. */
  default boolean isAnswer() {
    return !(this instanceof Silent || this instanceof Unreachable);
  }
}
