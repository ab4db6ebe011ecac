package dev.arachne.terminal;

import dev.arachne.report.Bottleneck;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.Forecast;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The one line that shows a crawl while it runs. Pure: the caller writes it over its predecessor.
 *
 * <pre>
 * 1,234 of 10,136 pages  310/s  in flight 10  2 errors  34 MB  29–40 s left  bound by network
 * </pre>
 */
final class LiveLine {
  /** The parts of the line, in its order. */
  private enum Part {
    PAGES,
    RATE,
    IN_FLIGHT,
    ERRORS,
    BYTES,
    LEFT,
    BOUND,
    WAITING,
    BEHIND
  }

  /** The parts that are omitted or shortened, one after the other, until the line fits. */
  private static final List<Part> DISPENSABLE =
      List.of(Part.BYTES, Part.IN_FLIGHT, Part.LEFT, Part.BOUND, Part.RATE, Part.BOUND, Part.PAGES);

  private LiveLine() {}

  /**
   * The line, at most {@code columns} wide. Where it does not fit, parts are omitted in this order:
   * bytes, fetches in flight, the host that decides the time, the number of waiting hosts, the
   * rate, the bottleneck, and the number of known URLs. The rest is cut at the right.
   */
  static String of(CrawlProgress now, int columns) {
    Map<Part, String> parts = parts(now);
    for (Part part : DISPENSABLE) {
      if (TerminalText.columnsOf(joined(parts)) > columns) {
        shorten(part, now, parts);
      }
    }
    return TerminalText.cut(joined(parts), columns);
  }

  private static Map<Part, String> parts(CrawlProgress now) {
    Map<Part, String> parts = new EnumMap<>(Part.class);
    parts.put(Part.PAGES, pages(now));
    parts.put(Part.RATE, rate(now.rate()));
    parts.put(Part.IN_FLIGHT, "in flight " + Quantity.count(now.inFlight()));
    if (now.errors() > 0) {
      parts.put(
          Part.ERRORS, Quantity.count(now.errors()) + (now.errors() == 1 ? " error" : " errors"));
    }
    parts.put(Part.BYTES, Quantity.bytes(now.bytes()));
    parts.put(
        Part.LEFT,
        now.left()
            .map(left -> left(left) + host(left))
            .orElseGet(() -> Quantity.time(now.elapsed())));
    now.bottleneck().ifPresent(it -> parts.put(Part.BOUND, "bound by " + name(it) + detail(it)));
    now.waitingFor()
        .ifPresent(what -> parts.put(Part.WAITING, "waiting for " + TerminalText.escaped(what)));
    List<String> behind = new ArrayList<>();
    now.behind()
        .forEach((consumer, entries) -> {
          if (entries > 0) {
            behind.add(consumer + " " + Quantity.count(entries) + " entries behind");
          }
        });
    if (!behind.isEmpty()) {
      parts.put(Part.BEHIND, String.join("  ", behind));
    }
    return parts;
  }

  private static String joined(Map<Part, String> parts) {
    return String.join("  ", parts.values());
  }

  private static void shorten(Part part, CrawlProgress now, Map<Part, String> parts) {
    switch (part) {
      case PAGES -> parts.put(part, Quantity.count(now.pages()) + noun(now.pages()));
      case LEFT -> now.left().ifPresent(left -> parts.put(part, left(left)));
      case BOUND -> {
        String shorter = "bound by " + now.bottleneck().map(LiveLine::name).orElse("");
        if (shorter.equals(parts.get(part))) {
          parts.remove(part);
        } else {
          parts.computeIfPresent(part, (_, _) -> shorter);
        }
      }
      case RATE, IN_FLIGHT, ERRORS, BYTES, WAITING, BEHIND -> parts.remove(part);
    }
  }

  /** The answered URLs, of all known ones. */
  private static String pages(CrawlProgress now) {
    long known = now.pages() + now.errors() + now.queued() + now.inFlight();
    return known == now.pages()
        ? Quantity.count(known) + noun(known)
        : Quantity.count(now.pages()) + " of " + Quantity.count(known) + noun(known);
  }

  private static String noun(long pages) {
    return pages == 1 ? " page" : " pages";
  }

  private static String rate(double perSecond) {
    return perSecond > 0 && perSecond < 0.1
        ? Quantity.rate(60 * perSecond) + "/min"
        : Quantity.rate(perSecond) + "/s";
  }

  private static String left(Forecast forecast) {
    return Quantity.band(forecast.least(), forecast.most()) + " left";
  }

  /** The host whose queue takes that long. */
  private static String host(Forecast forecast) {
    return forecast
        .host()
        .map(
            origin -> " (" + TerminalText.escaped(origin.substring(origin.indexOf("//") + 2)) + ")")
        .orElse("");
  }

  private static String name(Bottleneck bottleneck) {
    return switch (bottleneck.kind()) {
      case POLITENESS -> "politeness";
      case NETWORK -> "network";
      case NAMES -> "name look-ups";
      case CPU -> "CPU";
      case HANDLERS -> "page handlers";
      case SAVED_PAGES -> "saved pages";
      case MEMORY -> "memory";
      case STORE -> "store";
      case OUTPUTS -> "output";
      case BROWSER -> "browser";
    };
  }

  /** The share of the crawl that waits, or the option that it is about. */
  private static String detail(Bottleneck bottleneck) {
    return switch (bottleneck.kind()) {
      case POLITENESS -> " (" + bottleneck.percent() + "% of hosts wait)";
      case SAVED_PAGES -> " (--save)";
      case MEMORY -> " (" + bottleneck.percent() + "% of tasks wait for it; --memory)";
      case OUTPUTS -> " (-o)";
      case BROWSER -> " (" + bottleneck.percent() + "% of tasks wait for it; --render-tabs)";
      case NETWORK, NAMES, CPU, HANDLERS, STORE -> "";
    };
  }
}
