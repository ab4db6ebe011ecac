package dev.arachne.simulation;

import dev.arachne.runtime.TimeSource;
import java.time.Instant;

/** The clock of a simulation: it stands still until it is moved. */
final class SimulatedTime implements TimeSource {
  private final Instant start;

  /** Since the start; written by the loop only. */
  private volatile long nanos;

  SimulatedTime(Instant start) {
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

  void advanceTo(long then) {
    assert then >= nanos : "time runs forward only";
    nanos = then;
  }

  @Override
  public String toString() {
    return "simulated time";
  }
}
