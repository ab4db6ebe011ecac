package dev.arachne.frontier;

/**
 * What a frontier is asked to keep to.
 *
 * @param maxPages how many URLs may be leased, over all runs of a crawl; a URL that turns out to be
 *     skipped does not count
 * @param perHost how many URLs of a host may be leased at a time, from 1
 * @param tempo whether hosts are asked as fast as the bounds allow, or as fast as they bear
 * @param sync when commits are synced
 * @param memory bytes for queues and the seen-test, roughly; a store's own caches are not in it
 */
public record FrontierOptions(
    long maxPages, int perHost, Tempo tempo, SyncBounds sync, long memory) {
  /** In the place of a number of bytes: no bound. */
  static final long UNBOUNDED = Long.MAX_VALUE;

  /** No bound on pages, the tempo of the bounds, and memory for some two million URLs. */
  public static final FrontierOptions DEFAULT =
      new FrontierOptions(
          Long.MAX_VALUE, Integer.MAX_VALUE, Tempo.FIXED, SyncBounds.DEFAULT, 256L << 20);

  /** The same with another bound on pages. */
  public FrontierOptions withMaxPages(long urls) {
    return new FrontierOptions(urls, perHost, tempo, sync, memory);
  }

  /** The same with another bound on memory. */
  public FrontierOptions withMemory(long bytes) {
    return new FrontierOptions(maxPages, perHost, tempo, sync, bytes);
  }

  /** The same with another bound on leases of a host. */
  public FrontierOptions withPerHost(int leases) {
    return new FrontierOptions(maxPages, leases, tempo, sync, memory);
  }

  /** The same at another tempo. */
  public FrontierOptions withTempo(Tempo other) {
    return new FrontierOptions(maxPages, perHost, other, sync, memory);
  }

  /** The same with other bounds on what is not synced. */
  public FrontierOptions withSync(SyncBounds bounds) {
    return new FrontierOptions(maxPages, perHost, tempo, bounds, memory);
  }
}
