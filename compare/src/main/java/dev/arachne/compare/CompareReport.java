package dev.arachne.compare;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stages side by side. Immutable.
 *
 * @param begun when, in local time
 * @param parsers how long each takes to read the titles of the films out of the pages of their
 *     list; none where the list was not fetched
 * @param difference which stage returned other bytes than the first, and where; empty where all
 *     returned the same
 */
public record CompareReport(
    CompareOptions options,
    Machine machine,
    LocalDateTime begun,
    List<StageFigures> stages,
    Map<FilmParser, Duration> parsers,
    Optional<String> difference) {

  /** How many times the latency of a page {@code figures} are; empty where it is not known. */
  public Optional<Double> timesLatency(Figures figures) {
    return options.hasOwnSite() && !options.latency().isZero()
        ? Optional.of((double) figures.wall().toNanos() / options.latency().toNanos())
        : Optional.empty();
  }
}
