package dev.arachne.simulation;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The time of a simulated network one way: a distribution, drawn from once for each connection and
 * each DNS lookup. Implementations must depend only on the generator.
 */
@FunctionalInterface
public interface Latency {
  /** One draw; zero or more. */
  Duration draw(RandomGenerator random);

  /** Always the same. */
  static Latency fixed(Duration latency) {
    return _ -> latency;
  }

  /** Any value from {@code shortest} to {@code longest}, all alike. */
  static Latency between(Duration shortest, Duration longest) {
    return random -> Duration.ofNanos(random.nextLong(shortest.toNanos(), longest.toNanos() + 1));
  }

  /**
   * About {@code typical} for half of the draws, about twice that for a quarter, four times for an
   * eighth and so on up to {@code longest}: the long tail of the web. Integer arithmetic only, so
   * that every machine draws the same.
   */
  static Latency longTailed(Duration typical, Duration longest) {
    return random -> {
      int doublings = Math.min(20, Long.numberOfTrailingZeros(random.nextLong()));
      long top = Math.min(typical.toNanos() << doublings, longest.toNanos());
      return Duration.ofNanos(random.nextLong(top / 2, top + 1));
    };
  }
}
