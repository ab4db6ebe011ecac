package dev.arachne.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The options of a simulated world. Immutable.
 *
 * @param start the time of day at which a run begins
 * @param limit the virtual time after which a run fails as stuck; it catches runs that a deadlock
 *     does not, such as a periodic timer that runs indefinitely
 * @param latency how long the network takes one way
 * @param bytesPerSecond how much one connection carries each way in a second, at least 1
 * @param faults the faults of connections and names
 * @param reader gets a line for every event of the trace, to find where two runs differ; null for
 *     no reader
 */
public record SimulationOptions(
    Instant start,
    Duration limit,
    Latency latency,
    long bytesPerSecond,
    FaultPlan faults,
    @Nullable Consumer<String> reader) {

  /** A network of 20 ms and 10 MB/s without faults; at most a day. */
  public static final SimulationOptions FAULT_FREE =
      new SimulationOptions(
          Instant.parse("2026-01-01T00:00:00Z"),
          Duration.ofDays(1),
          Latency.fixed(Duration.ofMillis(20)),
          10_000_000,
          FaultPlan.NONE,
          null);

  /** Checks the ranges. */
  public SimulationOptions {
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException("a network of " + bytesPerSecond + " bytes per second");
    }
    if (!limit.isPositive()) {
      throw new IllegalArgumentException("a run limited to " + limit);
    }
  }

  /** The same with another start. */
  public SimulationOptions withStart(Instant other) {
    return new SimulationOptions(other, limit, latency, bytesPerSecond, faults, reader);
  }

  /** The same with another limit. */
  public SimulationOptions withLimit(Duration other) {
    return new SimulationOptions(start, other, latency, bytesPerSecond, faults, reader);
  }

  /** The same with another latency. */
  public SimulationOptions withLatency(Latency other) {
    return new SimulationOptions(start, limit, other, bytesPerSecond, faults, reader);
  }

  /** The same with another bandwidth. */
  public SimulationOptions withBytesPerSecond(long other) {
    return new SimulationOptions(start, limit, latency, other, faults, reader);
  }

  /** The same with other faults. */
  public SimulationOptions withFaults(FaultPlan other) {
    return new SimulationOptions(start, limit, latency, bytesPerSecond, other, reader);
  }

  /** The same with a reader of the trace. */
  public SimulationOptions withReader(Consumer<String> other) {
    return new SimulationOptions(start, limit, latency, bytesPerSecond, faults, other);
  }
}
