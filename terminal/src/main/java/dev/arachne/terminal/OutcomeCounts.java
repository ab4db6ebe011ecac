package dev.arachne.terminal;

import dev.arachne.ledger.FrontierCounts;
import tools.jackson.core.JsonGenerator;

/** The outcomes of the URLs of a crawl, in numbers. */
public final class OutcomeCounts {
  private OutcomeCounts() {}

  /** The sum in one line: {@code 5 discovered = 3 fetched + 1 skipped + 0 failed + 1 pending}. */
  public static String text(FrontierCounts counts) {
    return "%s discovered = %s fetched + %s skipped + %s failed + %s pending"
        .formatted(
            Quantity.count(counts.discovered()),
            Quantity.count(counts.fetched()),
            Quantity.count(counts.skipped()),
            Quantity.count(counts.failed()),
            Quantity.count(counts.pending()));
  }

  /** Writes the numbers as properties of the object that {@code line} is in. */
  public static void write(JsonGenerator line, FrontierCounts counts) {
    line.writeNumberProperty("discovered", counts.discovered());
    line.writeNumberProperty("fetched", counts.fetched());
    line.writeNumberProperty("skipped", counts.skipped());
    line.writeNumberProperty("failed", counts.failed());
    line.writeNumberProperty("pending", counts.pending());
  }
}
