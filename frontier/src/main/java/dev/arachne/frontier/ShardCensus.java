package dev.arachne.frontier;

/**
 * What a shard says of itself to those who share a crawl with it. Immutable.
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
  /** One that is at work on nobody knows what. */
  static final ShardCensus BUSY = new ShardCensus(0, 0, false, false, 0, 0);

  /** The same of one that has yet to be given something to do. */
  ShardCensus busy() {
    return new ShardCensus(sent, received, false, isStarved, charged, unused);
  }
}
