package dev.arachne.dashboard;

import dev.arachne.ledger.FrontierCounts;
import dev.arachne.report.Forecast;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A crawl of many workers at one instant. Immutable.
 *
 * @param counts of all URLs, by state
 * @param rate pages a second of late
 * @param underWay links that were sent to other shards and have not arrived
 * @param busyHosts hosts that have URLs to do
 * @param restingHosts those of them that wait for their delay, or for a limit
 * @param left the time that the crawl still takes, if it can be estimated
 * @param standstill why the crawl cannot continue; empty if it can
 * @param workers by name
 * @param shards by number; all of them
 * @param events the last ones, the latest last
 */
public record ClusterSnapshot(
    Instant at,
    State state,
    FrontierCounts counts,
    double rate,
    long underWay,
    long busyHosts,
    long restingHosts,
    Optional<Forecast> left,
    Optional<String> standstill,
    List<Worker> workers,
    List<Shard> shards,
    List<Event> events) {

  /** Keeps copies of the lists. */
  public ClusterSnapshot {
    workers = List.copyOf(workers);
    shards = List.copyOf(shards);
    events = List.copyOf(events);
  }

  /** The state of a crawl, by the last command about it. */
  public enum State {
    RUNNING,
    PAUSED,
    STOPPED,
    /** Nothing is left to do. */
    OVER
  }

  /**
   * A worker, with the sums of the shards that it has now.
   *
   * @param shards their numbers, in order; empty if others have got them
   * @param heard the time since it was last heard
   * @param isSilent whether it should have been heard since
   */
  public record Worker(
      String name,
      List<Integer> shards,
      FrontierCounts counts,
      double rate,
      Duration heard,
      boolean isSilent) {

    /** Keeps a copy of the list. */
    public Worker {
      shards = List.copyOf(shards);
    }
  }

  /**
   * A shard.
   *
   * @param worker that has it, or had it last; empty before the first
   * @param heard the time since it was last heard; empty before the first time
   */
  public record Shard(
      int number,
      String worker,
      Work work,
      FrontierCounts counts,
      double rate,
      long busyHosts,
      Optional<Duration> heard) {}

  /** The work of a shard. */
  public enum Work {
    /** It has URLs to do. */
    WORKING,
    /** It has nothing to do, until a link comes. */
    IDLE,
    /** It has URLs to do, and may not for the bound on pages. */
    LIMITED,
    /** It has work, and was not heard for too long. */
    SILENT,
    /** It was never heard. */
    UNKNOWN,
    /** It has ended, with all others. */
    OVER
  }

  /** A change of workers and shards, in words. */
  public record Event(Instant at, String text) {}
}
