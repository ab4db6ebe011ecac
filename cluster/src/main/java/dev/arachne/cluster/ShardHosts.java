package dev.arachne.cluster;

import dev.arachne.frontier.HostSurvey;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * The hosts of a shard in numbers. Immutable.
 *
 * @param busy those that have URLs to do
 * @param resting those of them that wait for their delay, or for a limit
 * @param byDelay the time that the host with most to do takes, by its delay, to the millisecond
 * @param byPace the time that the slowest host takes, at its recent pace, to the millisecond
 * @param slowest the origin of that host; empty without one
 */
record ShardHosts(long busy, long resting, Duration byDelay, Duration byPace, String slowest) {
  /** No hosts, or none that are known. */
  static final ShardHosts UNKNOWN = new ShardHosts(0, 0, Duration.ZERO, Duration.ZERO, "");

  static ShardHosts of(HostSurvey survey) {
    return new ShardHosts(
        survey.busy(),
        survey.resting(),
        survey.longest().truncatedTo(ChronoUnit.MILLIS),
        survey
            .slowest()
            .map(its -> its.time().truncatedTo(ChronoUnit.MILLIS))
            .orElse(Duration.ZERO),
        survey.slowest().map(HostSurvey.Slowest::origin).orElse(""));
  }
}
