package dev.arachne.frontier;

import java.time.Duration;

/**
 * What a frontier is asked to keep to.
 *
 * @param maxPages how many URLs may be leased, over all runs of a crawl; a URL that turns out to be
 *     skipped does not count
 * @param workers how many will lease URLs at most; an eighth of them at most is with hosts in doubt
 * @param perHost how many URLs of a host may be leased at a time, from 1
 * @param perAddress how many URLs of all hosts at one address may be leased at a time, from 1
 * @param addressDelay from one request to an address to the next, at least; zero is none
 * @param tempo whether hosts are asked as fast as the bounds allow, or as fast as they bear
 * @param sync when commits are synced
 * @param loops on how many loops links are read, from 1
 * @param memory bytes for queues and the seen-test, roughly; a store's own caches are not in it
 */
public record FrontierOptions(
    long maxPages,
    int workers,
    int perHost,
    int perAddress,
    Duration addressDelay,
    Tempo tempo,
    SyncBounds sync,
    int loops,
    long memory) {
  /** In the place of a number of bytes: no bound. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  private static final int MANY = Integer.MAX_VALUE;

  /** No bounds, their tempo, and memory for some two million URLs. */
  public static final FrontierOptions DEFAULT =
      new FrontierOptions(
          Long.MAX_VALUE,
          MANY,
          MANY,
          MANY,
          Duration.ZERO,
          Tempo.FIXED,
          SyncBounds.DEFAULT,
          1,
          256L << 20);

  /** The same with another bound on pages. */
  public FrontierOptions withMaxPages(long urls) {
    return new FrontierOptions(
        urls, workers, perHost, perAddress, addressDelay, tempo, sync, loops, memory);
  }

  /** The same for so many workers. */
  public FrontierOptions withWorkers(int number) {
    return new FrontierOptions(
        maxPages, number, perHost, perAddress, addressDelay, tempo, sync, loops, memory);
  }

  /** The same with another bound on memory. */
  public FrontierOptions withMemory(long bytes) {
    return new FrontierOptions(
        maxPages, workers, perHost, perAddress, addressDelay, tempo, sync, loops, bytes);
  }

  /** The same with another bound on leases of a host. */
  public FrontierOptions withPerHost(int leases) {
    return new FrontierOptions(
        maxPages, workers, leases, perAddress, addressDelay, tempo, sync, loops, memory);
  }

  /** The same with other bounds on an address. */
  public FrontierOptions withAddresses(int leases, Duration delay) {
    return new FrontierOptions(
        maxPages, workers, perHost, leases, delay, tempo, sync, loops, memory);
  }

  /** The same at another tempo. */
  public FrontierOptions withTempo(Tempo other) {
    return new FrontierOptions(
        maxPages, workers, perHost, perAddress, addressDelay, other, sync, loops, memory);
  }

  /** The same with other bounds on what is not synced. */
  public FrontierOptions withSync(SyncBounds bounds) {
    return new FrontierOptions(
        maxPages, workers, perHost, perAddress, addressDelay, tempo, bounds, loops, memory);
  }

  /** The same for so many loops. */
  public FrontierOptions withLoops(int number) {
    return new FrontierOptions(
        maxPages, workers, perHost, perAddress, addressDelay, tempo, sync, number, memory);
  }

  /** Whether everything may stay in memory. */
  boolean isUnbounded() {
    return memory == UNBOUNDED;
  }

  /** Whether it matters at which address a host is. */
  boolean limitsAddresses() {
    return perAddress < workers || addressDelay.isPositive();
  }
}
