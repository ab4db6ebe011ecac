package dev.arachne.offline;

import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * The clock of an offline world. It advances only by answers, each of which takes some time, and by
 * waits while the loop is idle.
 */
final class VirtualTime implements TimeSource {
  private final Instant start;

  /** Nanoseconds since the start; written by the loop only. */
  private volatile long nanos;

  VirtualTime(Instant start) {
    this.start = start;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public Instant now() {
    return start.plusNanos(nanos);
  }

  void advance(Duration by) {
    advance(by.toNanos());
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // written by the loop only
  void advance(long by) {
    nanos += by;
  }

  @Override
  public String toString() {
    return "virtual time";
  }
}
