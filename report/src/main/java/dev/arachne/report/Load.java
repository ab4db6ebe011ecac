package dev.arachne.report;

import java.util.Map;

/**
 * The recent load of the parts of a crawl. Immutable.
 *
 * @param leasing how many workers had no URL, on average; so the other counts
 * @param waiting how many waited for a part of the crawl; a part that is not there had none
 * @param loopBusy the share of time in which the busiest loop was at work, from 0 to 1
 * @param hosts with URLs to do
 * @param resting those of them that give out none yet, because of a delay or a limit
 */
public record Load(
    double leasing,
    Map<Bottleneck.Kind, Double> waiting,
    double loopBusy,
    long hosts,
    long resting) {
  /** Keeps a copy. */
  public Load {
    waiting = Map.copyOf(waiting);
  }

  /** How many workers waited for that part. */
  public double waiting(Bottleneck.Kind part) {
    return waiting.getOrDefault(part, 0.0);
  }

  /** How many workers waited for the part for which most did. */
  double mostWaiting() {
    return waiting.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }

  /** All that were not leasing. */
  public double atWork() {
    return waiting.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
