package dev.arachne.frontier;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a frontier at one instant. Immutable.
 *
 * @param busy those that have URLs to do
 * @param resting those of them that give out none yet, because of a delay or a limit
 * @param longest the time that the host with most to do takes, by its delay; zero if no host with
 *     URLs to do has one
 * @param slowest the host that takes longest for its URLs at its recent pace; empty if no host had
 *     two requests
 * @param failing one of those whose rules cannot be fetched, or to which no connection comes about,
 *     and why; empty if every host works
 */
public record HostSurvey(
    long busy,
    long resting,
    Duration longest,
    Optional<Slowest> slowest,
    Optional<String> failing) {

  /**
   * A host, and how long its URLs take.
   *
   * @param origin as in URLs
   * @param time for URLs that wait or are being fetched, at the pace of late and with its delay
   */
  public record Slowest(String origin, Duration time) {}

  /** Surveys hosts at an instant of their clock. */
  static HostSurvey of(Iterable<HostQueue> hosts, long now) {
    long busy = 0;
    long resting = 0;
    long longest = 0;
    long slowestNanos = 0;
    @Nullable HostQueue slowest = null;
    Optional<String> failing = Optional.empty();
    for (HostQueue host : hosts) {
      if (host.hasNext()) {
        busy++;
        resting += !host.lined || host.due - now > 0 ? 1 : 0;
        longest = Math.max(longest, host.nanosToDo());
        if (host.nanosAtPace() > slowestNanos) {
          slowestNanos = host.nanosAtPace();
          slowest = host;
        }
        failing = failing.or(host::failure);
      }
    }
    return new HostSurvey(
        busy,
        resting,
        Duration.ofNanos(longest),
        slowest == null
            ? Optional.empty()
            : Optional.of(new Slowest(slowest.origin.toString(), Duration.ofNanos(slowestNanos))),
        failing);
  }

  /** Whether no request can leave until some host is due. */
  public boolean allRest() {
    return busy > 0 && busy == resting;
  }
}
