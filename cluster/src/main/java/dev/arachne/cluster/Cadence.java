package dev.arachne.cluster;

import java.time.Duration;

/** When something is due that is done again and again. Confined to one thread. */
final class Cadence {
  private final long every;
  private long last;

  private Cadence(Duration every, long last) {
    this.every = every.toNanos();
    this.last = last;
  }

  /** Due after that time, and again each time after it. */
  static Cadence of(Duration every) {
    return new Cadence(every, System.nanoTime());
  }

  /** Due at once, and again each time after that time. */
  static Cadence atOnce(Duration every) {
    return new Cadence(every, System.nanoTime() - every.toNanos());
  }

  /** Whether it is due now; then it has been done. */
  boolean isDue() {
    long now = System.nanoTime();
    boolean isDue = now - last >= every;
    last = isDue ? now : last;
    return isDue;
  }
}
