package dev.arachne.frontier;

/**
 * How the memory that a crawl may use for its frontier is divided. Half is heap, since what is
 * found there (a URL that was seen, the next URLs of a host) costs no look into the store; half is
 * the store's own, outside the heap, where the filters of 10⁷ URLs and the rows not yet in files
 * take some 60 MB and every further byte keeps a block of a file at hand. A quarter of the store's
 * half is left to the gaps between its blocks.
 *
 * @param heap bytes for {@link FrontierOptions#memory}
 * @param cache bytes for {@link DiskStore#open}
 */
public record MemoryBudget(long heap, long cache) {
  /** The best division of a number of bytes. */
  public static MemoryBudget of(long bytes) {
    return new MemoryBudget(bytes / 2, bytes / 8 * 3);
  }
}
