package dev.arachne.cli;

import dev.arachne.crawl.Bottleneck;
import dev.arachne.crawl.CrawlProgress;
import dev.arachne.crawl.Forecast;
import java.util.ArrayList;
import java.util.List;

/**
 * The one line that shows a crawl while it runs. Pure: the caller writes it over its predecessor.
 *
 * <pre>
 * 1,234 pages  310/s  queue 8,890  in flight 10  2 errors  34 MB  29 s left  bound by network
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
    parts.add(now.left().map(LiveLine::left).orElseGet(() -> Quantity.time(now.elapsed())));
    now.bottleneck().ifPresent(it -> parts.add("bound by " + name(it)));
    now.waitingFor().ifPresent(what -> parts.add("waiting for " + TerminalText.escaped(what)));
    return TerminalText.cut(String.join("  ", parts), columns);
  }

  private static String rate(double perSecond) {
    return perSecond > 0 && perSecond < 0.1
        ? Quantity.rate(60 * perSecond) + "/min"
        : Quantity.rate(perSecond) + "/s";
  }

  private static String left(Forecast forecast) {
    return Quantity.time(forecast.left())
        + switch (forecast.bound()) {
          case ABOUT -> " left";
          case AT_LEAST -> " left at least";
        };
  }

  private static String name(Bottleneck bottleneck) {
    return switch (bottleneck.kind()) {
      case POLITENESS -> "politeness (" + bottleneck.percent() + "% of hosts wait)";
      case NETWORK -> "network";
      case CPU -> "CPU";
      case HANDLERS -> "page handlers";
      case MEMORY -> "memory (" + bottleneck.percent() + "% of tasks wait for it; --memory)";
      case STORE -> "store";
    };
  }
}
