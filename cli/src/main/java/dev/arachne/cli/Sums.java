package dev.arachne.cli;

import dev.arachne.frontier.FrontierCounts;
import tools.jackson.core.JsonGenerator;

/** What became of the URLs of a crawl, in numbers. */
final class Sums {
  private Sums() {}

  static String text(FrontierCounts counts) {
    return "%s discovered = %s fetched + %s skipped + %s failed + %s pending"
        .formatted(
            Quantity.count(counts.discovered()),
            Quantity.count(counts.fetched()),
            Quantity.count(counts.skipped()),
            Quantity.count(counts.failed()),
            Quantity.count(counts.pending()));
  }

  static void write(JsonGenerator line, FrontierCounts counts) {
    line.writeNumberProperty("discovered", counts.discovered());
    line.writeNumberProperty("fetched", counts.fetched());
    line.writeNumberProperty("skipped", counts.skipped());
    line.writeNumberProperty("failed", counts.failed());
    line.writeNumberProperty("pending", counts.pending());
  }
}
