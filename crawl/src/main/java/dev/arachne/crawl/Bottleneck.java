package dev.arachne.crawl;

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
    /** One of the crawl's own loops. */
    CPU,
    /** Those who were given the pages. */
    HANDLERS,
    /** Pages in flight have no more room in the memory that the crawl was given. */
    MEMORY,
    /** The disk, or what is between it and the crawl. */
    STORE
  }

  /** A loop that is busy for more than this has no time to spare. */
  private static final double BUSY = 0.9;

  /**
   * The bottleneck of a crawl under such a load; empty if it has nothing to do. A loop without time
   * makes everybody wait, so it is looked at first; then whether there is nobody to be asked; then
   * who is waited for by most.
   */
  static Optional<Bottleneck> of(Load load) {
    double workers = load.workers();
    double atWork = workers - load.leasing();
    if (load.loopBusy() > BUSY) {
      return found(Kind.CPU, load.loopBusy());
    }
    if (load.leasing() > workers / 2 && load.resting() > 0) {
      return found(Kind.POLITENESS, load.resting() / (double) load.hosts());
    }
    if (atWork == 0) {
      return Optional.empty();
    }
    double most = Math.max(load.handling(), load.committing());
    Kind kind = most == load.handling() ? Kind.HANDLERS : Kind.STORE;
    if (load.awaitingMemory() >= Math.max(most, 1)) {
      return found(Kind.MEMORY, load.awaitingMemory() / workers);
    }
    return load.fetching() >= most
        ? found(Kind.NETWORK, load.fetching() / workers)
        : found(kind, most / workers);
  }

  private static Optional<Bottleneck> found(Kind kind, double share) {
    return Optional.of(new Bottleneck(kind, (int) Math.round(100 * share)));
  }
}
