package dev.arachne.simulation;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The events of a simulation, folded into 64 bits as they happen. Two runs with the same hash made
 * the same decisions at the same times and sent the same bytes. Everything that goes in must be a
 * function of the program and the seed: no identity hash codes, no order of salted sets.
 */
final class Trace {
  private final SimulatedTime time;
  private final @Nullable Consumer<String> reader;
  private long hash;
  private long events;

  Trace(SimulatedTime time, long seed, @Nullable Consumer<String> reader) {
    this.time = time;
    this.reader = reader;
    this.hash = mix(seed);
  }

  void event(String kind, String subject, long detail) {
    long now = time.nanos();
    events++;
    hash = mix(hash ^ now);
    hash = mix(hash + ((long) kind.hashCode() << 32) + subject.hashCode());
    hash = mix(hash ^ detail);
    if (reader != null) {
      reader.accept("%,d %s %s %d".formatted(now, kind, subject, detail));
    }
  }

  long hash() {
    return hash;
  }

  long events() {
    return events;
  }

  /** A bijection in which every bit of the result depends on every bit of {@code bits}. */
  private static long mix(long bits) {
    long z = bits + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
