package dev.arachne.frontier;

/**
 * The report of a shard to the other shards of its crawl. Immutable.
 *
 * @param sent transfers that it has made so far, in all processes
 * @param received transfers that it has taken so far
 * @param isQuiet whether it has nothing to do, so that only a transfer could bring it something
 * @param isStarved whether it has URLs to do, and may lease none of them for the bound on pages
 * @param charged URLs that count against the bound on pages so far
 * @param unused how many more it may lease
 */
public record ShardCensus(
    long sent, long received, boolean isQuiet, boolean isStarved, long charged, long unused) {
  /** The report of a shard whose work is unknown. */
  static final ShardCensus BUSY = new ShardCensus(0, 0, false, false, 0, 0);

  /** The same of a shard that is at work. */
  public ShardCensus busy() {
    return new ShardCensus(sent, received, false, isStarved, charged, unused);
  }
}
