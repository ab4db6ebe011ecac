package dev.arachne.terminal;

import dev.arachne.report.Bottleneck;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.Forecast;
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
   * The line, at most {@code columns} wide: where it does not fit, bytes, fetches in flight, the
   * queue and the rate are left out, in this order; the rest is cut at the right.
   */
  static String of(CrawlProgress now, int columns) {
    List<String> parts = new ArrayList<>();
    parts.add(Quantity.count(now.pages()) + (now.pages() == 1 ? " page" : " pages"));
    String rate = rate(now.rate());
    String queue = "queue " + Quantity.count(now.queued());
    String inFlight = "in flight " + Quantity.count(now.inFlight());
    String bytes = Quantity.bytes(now.bytes());
    parts.add(rate);
    parts.add(queue);
    parts.add(inFlight);
    if (now.errors() > 0) {
      parts.add(Quantity.count(now.errors()) + (now.errors() == 1 ? " error" : " errors"));
    }
    parts.add(bytes);
    parts.add(now.left().map(LiveLine::left).orElseGet(() -> Quantity.time(now.elapsed())));
    now.bottleneck().ifPresent(it -> parts.add("bound by " + name(it)));
    now.waitingFor().ifPresent(what -> parts.add("waiting for " + TerminalText.escaped(what)));
    now.behind()
        .forEach((consumer, entries) -> {
          if (entries > 0) {
            parts.add(consumer + " " + Quantity.count(entries) + " entries behind");
          }
        });
    for (String dispensable : List.of(bytes, inFlight, queue, rate)) {
      if (String.join("  ", parts).length() > columns) {
        parts.remove(dispensable);
      }
    }
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
      case NAMES -> "name look-ups";
      case CPU -> "CPU";
      case HANDLERS -> "page handlers";
      case SAVED_PAGES -> "saved pages (--save)";
      case MEMORY -> "memory (" + bottleneck.percent() + "% of tasks wait for it; --memory)";
      case STORE -> "store";
      case OUTPUTS -> "output (-o)";
    };
  }
}
