package dev.arachne.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The part of a crawl that keeps it from being faster. Immutable.
 *
 * @param kind which of its parts
 * @param percent of hosts that have pending URLs and must not be fetched now, of time for which the
 *     CPU is at work, or of workers that wait, depending on the kind
 */
public record Bottleneck(Kind kind, int percent) {

  /** The parts that can be too slow. */
  public enum Kind {
    /** Hosts do not allow more frequent or more concurrent fetches. */
    POLITENESS,
    /** Servers, or the way to them. */
    NETWORK,
    /** The DNS resolver. */
    NAMES,
    /** One of the crawl's own event loops. */
    CPU,
    /** The page handlers. */
    HANDLERS,
    /** The disk of the saved pages. */
    SAVED_PAGES,
    /** Pages in flight have no more room in the memory that the crawl was given. */
    MEMORY,
    /** The disk of the crawl's directory, or the path between it and the crawl. */
    STORE,
    /** The receivers of lines and records: files, pipes, sinks. */
    OUTPUTS,
    /** The tabs of the browser that renders pages. */
    BROWSER
  }

  /** Own parts of the crawl; one is named if more workers wait for it than for servers. */
  private static final List<Kind> OWN_PARTS =
      List.of(Kind.HANDLERS, Kind.STORE, Kind.OUTPUTS, Kind.SAVED_PAGES, Kind.NAMES);

  /** A loop that is busy for more than this has no time to spare. */
  private static final double BUSY = 0.9;

  /**
   * The bottleneck of a crawl under such a load; empty if it has nothing to do. A busy loop delays
   * every worker, so it is checked first. Then comes the browser, since a host gives out no URL
   * while several of its pages wait for tabs; then whether no host is ready; then the part for
   * which most workers wait.
   */
  public static Optional<Bottleneck> of(Load load) {
    double workers = load.leasing() + load.atWork();
    if (load.loopBusy() > BUSY) {
      return found(Kind.CPU, load.loopBusy());
    }
    double inBrowser = load.waiting(Kind.BROWSER);
    if (inBrowser >= 1 && inBrowser >= load.mostWaiting()) {
      return found(Kind.BROWSER, inBrowser / workers);
    }
    if (load.leasing() > workers / 2 && load.resting() > 0) {
      return found(Kind.POLITENESS, load.resting() / (double) load.hosts());
    }
    if (load.atWork() == 0) {
      return Optional.empty();
    }
    Kind slowest = Collections.max(OWN_PARTS, Comparator.comparingDouble(load::waiting));
    double most = load.waiting(slowest);
    if (load.waiting(Kind.MEMORY) >= Math.max(most, 1)) {
      slowest = Kind.MEMORY;
    } else if (load.waiting(Kind.NETWORK) >= most) {
      slowest = Kind.NETWORK;
    }
    return found(slowest, load.waiting(slowest) / workers);
  }

  private static Optional<Bottleneck> found(Kind kind, double share) {
    return Optional.of(new Bottleneck(kind, (int) Math.round(100 * share)));
  }
}
