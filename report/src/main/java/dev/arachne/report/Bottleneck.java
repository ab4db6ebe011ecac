package dev.arachne.report;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What keeps a crawl from being faster. Immutable.
 *
 * @param kind which of its parts
 * @param percent of hosts that have URLs to do and must not be asked now, of time for which the CPU
 *     is at work, or of workers that wait, as the kind may be
 */
public record Bottleneck(Kind kind, int percent) {

  /** The parts that can be too slow. */
  public enum Kind {
    /** Hosts must not be asked more often, or more at a time. */
    POLITENESS,
    /** Servers, or the way to them. */
    NETWORK,
    /** Whoever turns names into addresses. */
    NAMES,
    /** One of the crawl's own loops. */
    CPU,
    /** Those who were given the pages. */
    HANDLERS,
    /** The disk that saved pages go to. */
    SAVED_PAGES,
    /** Pages in flight have no more room in the memory that the crawl was given. */
    MEMORY,
    /** The disk of the crawl's directory, or what is between it and the crawl. */
    STORE,
    /** Whoever takes lines and records: files, pipes, sinks. */
    OUTPUTS
  }

  /** What is named if it is waited for by more than servers are. */
  private static final List<Kind> OWN_PARTS =
      List.of(Kind.HANDLERS, Kind.STORE, Kind.OUTPUTS, Kind.SAVED_PAGES, Kind.NAMES);

  /** A loop that is busy for more than this has no time to spare. */
  private static final double BUSY = 0.9;

  /**
   * The bottleneck of a crawl under such a load; empty if it has nothing to do. A loop without time
   * makes everybody wait, so it is looked at first; then whether there is nobody to be asked; then
   * who is waited for by most.
   */
  public static Optional<Bottleneck> of(Load load) {
    double workers = load.leasing() + load.atWork();
    if (load.loopBusy() > BUSY) {
      return found(Kind.CPU, load.loopBusy());
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
