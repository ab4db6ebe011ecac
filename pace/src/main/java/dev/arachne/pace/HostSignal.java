package dev.arachne.pace;

import java.time.Duration;
import java.util.Optional;

/**
 * What a host showed of itself while one of its URLs was leased: how it bears being asked. What
 * says nothing about that, such as a name without an address, is no signal.
 */
public sealed interface HostSignal {
  /**
   * It answered.
   *
   * @param waited from the request to the first byte, less what of it was our own slowness
   */
  record Answered(Duration waited) implements HostSignal {}

  /**
   * It answered that it has too much to do.
   *
   * @param asked for how long it asks to be left alone; empty if it does not say
   */
  record Overloaded(Optional<Duration> asked) implements HostSignal {}

  /** It was there, and did not bring the answer to its end. */
  record Broken() implements HostSignal {}

  /** It was there, and did not answer. */
  record Silent() implements HostSignal {}

  /** Nobody was there: a refused connection, or none, no way to the address. */
  record Unreachable() implements HostSignal {}

  /** Whether it shows that somebody is there who answers. */
  default boolean isAnswer() {
    return !(this instanceof Silent || this instanceof Unreachable);
  }
}
