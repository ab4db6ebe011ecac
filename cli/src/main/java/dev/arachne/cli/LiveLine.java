package dev.arachne.cli;

import dev.arachne.crawl.CrawlProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The one line that shows a crawl while it runs. Pure: the caller writes it over its predecessor.
 *
 * <pre>
 * 1,234 pages  310/s  queue 8,890  in flight 10  2 errors  34 MB  29 s left at least  waiting for a.example
 * </pre>
 */
final class LiveLine {
  private LiveLine() {}

  /**
   * The line, at most {@code columns} wide: what does not fit is cut at the right, where the least
   * important stands.
   */
  static String of(CrawlProgress now, int columns) {
    List<String> parts = new ArrayList<>();
    parts.add(Quantity.count(now.pages()) + (now.pages() == 1 ? " page" : " pages"));
    parts.add(rate(now.rate()));
    parts.add("queue " + Quantity.count(now.queued()));
    parts.add("in flight " + Quantity.count(now.inFlight()));
    if (now.errors() > 0) {
      parts.add(Quantity.count(now.errors()) + (now.errors() == 1 ? " error" : " errors"));
    }
    parts.add(Quantity.bytes(now.bytes()));
    parts.add(
        isForeseeable(now)
            ? Quantity.time(left(now)) + " left at least"
            : Quantity.time(now.elapsed()));
    now.waitingFor().ifPresent(what -> parts.add("waiting for " + TerminalText.escaped(what)));
    return TerminalText.cut(String.join("  ", parts), columns);
  }

  private static String rate(double perSecond) {
    return perSecond > 0 && perSecond < 0.1
        ? Quantity.rate(60 * perSecond) + "/min"
        : Quantity.rate(perSecond) + "/s";
  }

  /** The first seconds of a crawl foretell nothing, and neither does a standstill. */
  private static boolean isForeseeable(CrawlProgress now) {
    return now.elapsed().toSeconds() >= 3 && now.rate() > 0 && now.queued() > 0;
  }

  /** The time for what is queued; pages not fetched yet may add to it. */
  private static Duration left(CrawlProgress now) {
    double seconds = (now.queued() + now.inFlight()) / now.rate();
    return Duration.ofSeconds((long) Math.min(Math.ceil(seconds), Integer.MAX_VALUE));
  }
}
