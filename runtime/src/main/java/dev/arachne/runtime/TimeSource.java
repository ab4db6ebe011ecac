package dev.arachne.runtime;

import java.time.Instant;

/**
 * The source of a loop's time: the machine's clocks, or the virtual clock of a simulation. Safe for
 * use by any thread.
 */
public interface TimeSource {
  /** The machine's own clocks. */
  TimeSource SYSTEM =
      new TimeSource() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public Instant now() {
          return Instant.now();
        }

        @Override
        public String toString() {
          return "system time";
        }
      };

  /** A reading in nanoseconds since an arbitrary origin; only differences are meaningful. */
  long nanos();

  /** The time of day. */
  Instant now();
}
