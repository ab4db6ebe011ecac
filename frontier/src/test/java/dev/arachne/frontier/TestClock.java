package dev.arachne.frontier;

import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** A clock that is moved by hand, and goes on when a shard is opened again. */
final class TestClock implements TimeSource {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private long nanos;

  /** How much the time of day was set back. */
  private Duration setBack = Duration.ZERO;

  void advance(Duration by) {
    nanos += by.toNanos();
  }

  void setBack(Duration by) {
    setBack = setBack.plus(by);
  }

  @Override
  public long nanos() {
    return nanos - 7; // The origin is arbitrary.
  }

  @Override
  public Instant now() {
    return START.plusNanos(nanos).minus(setBack);
  }
}
