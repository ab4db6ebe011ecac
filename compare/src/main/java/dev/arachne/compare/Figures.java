package dev.arachne.compare;

import java.time.Duration;
import java.util.List;

/**
 * The cost of fetching some pages. Each list has an entry for each run, at least one.
 *
 * @param pages how many
 * @param walls how long it was, by the clock
 * @param cpus how long processors were at work, child processes included
 * @param peakThreads platform threads at work at a time, the calling one included; a child process
 *     counts as one
 */
public record Figures(int pages, List<Duration> walls, List<Duration> cpus, int peakThreads) {

  /** How long it was: the median. */
  public Duration wall() {
    return median(walls);
  }

  /** How long processors were at work: the mean, as its source counts in steps of 10 ms. */
  public Duration cpu() {
    return cpus.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(cpus.size());
  }

  /** The middle one of {@code times}, of which there is at least one. */
  static Duration median(List<Duration> times) {
    return times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
  }

  /** Pages in a second. */
  public double pagesPerSecond() {
    return pages / (wall().toNanos() / 1e9);
  }
}
