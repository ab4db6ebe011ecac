package dev.arachne.crawl;

import dev.arachne.http.ByteBudget;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.HttpLimits;
import java.util.Optional;

/**
 * The division of a crawl's memory ({@code --memory}). Immutable; all values are bytes.
 *
 * <pre>
 *   a kept crawl                                          a crawl in memory
 *   1/4    the store, outside the heap                    -
 *   1/4    frontier: pending and seen URLs, hosts         1/2
 *   1/32   robots rules                                   1/32
 *   3/16   the reserve: the most that one page can take   3/16
 *   1/16   pages in flight, beyond the free bytes         1/16
 *   1/16   the free bytes of each task                    1/16
 *   rest   young generation, room for the collector       rest
 * </pre>
 *
 * The heap has {@link #BASE_HEAP} in addition, for the program itself. Every page fits into a
 * quarter of the reserve, as received as well as decoded. It may be held in two codings and in two
 * encodings at once. docs/memory.md has the whole contract.
 *
 * @param frontier the bytes of the frontier
 * @param store the bytes of the store, with the gaps between its blocks
 * @param robots the bytes of robots rules
 * @param reserve the bytes of a single page at most
 * @param shared the bytes that pages in flight share beyond the free bytes of each task
 * @param tasks the free bytes of all tasks together
 */
public record MemoryPlan(
    long frontier, long store, long robots, long reserve, long shared, long tasks) {
  /** Heap bytes of the program's own objects. */
  static final long BASE_HEAP = 24L << 20;

  /** Heap bytes of making an index, its buffer of documents included. */
  private static final long INDEX_HEAP = 64L << 20;

  /** The least and the most bytes that are free for a task. */
  private static final int LEAST_FREE = 4 << 10;

  private static final int MOST_FREE = 64 << 10;

  /** Bytes of a seed: as typed, as a URL, as a host of the scope. */
  private static final int ROOT_BYTES = 600;

  private static final long MOST_LINK_BYTES = 32L << 20;

  /** The plan for a crawl of these options in a JVM whose heap may have {@code mostHeap} bytes. */
  static MemoryPlan of(CrawlOptions options, long mostHeap) {
    boolean isKept = options.storage().directory().isPresent();
    long heap = mostHeap - BASE_HEAP - indexHeap(options);
    long fitting = isKept ? heap / 3 * 4 : heap;
    long memory = Math.clamp(fitting, CrawlOptions.LEAST_MEMORY, options.limits().memory());
    return of(memory, isKept);
  }

  /** The plan for this amount of memory. */
  public static MemoryPlan of(long memory, boolean isKept) {
    return new MemoryPlan(
        isKept ? memory / 4 : memory / 2,
        isKept ? memory / 4 : 0,
        memory / 32,
        memory / 16 * 3,
        memory / 16,
        memory / 16);
  }

  private static long heap(CrawlOptions options) {
    return heap(options.limits().memory(), options.storage().directory().isPresent())
        + indexHeap(options);
  }

  private static long indexHeap(CrawlOptions options) {
    return options.outputs().index() == SearchIndex.PAGES ? INDEX_HEAP : 0;
  }

  /** The heap that a crawl with this amount of memory needs, without an index. */
  public static long heap(long memory, boolean isKept) {
    return (isKept ? memory / 4 * 3 : memory) + BASE_HEAP;
  }

  /** The most tasks that have room at a time. */
  int mostTasks() {
    return (int) Math.min(tasks / LEAST_FREE, Integer.MAX_VALUE);
  }

  /**
   * Checks that the tasks and seeds have room.
   *
   * @throws UsageException if they do not; it names the option to change
   */
  static void check(CrawlOptions options) throws UsageException {
    int most = of(options.limits().memory(), options.storage().directory().isPresent()).mostTasks();
    if (options.network().tasks() > most) {
      throw new UsageException(
          "--tasks " + options.network().tasks(),
          "more than --memory %s has room for; use --tasks %d, or --memory %s"
              .formatted(
                  size(options.limits().memory()),
                  most,
                  size((long) options.network().tasks() * LEAST_FREE * 16)));
    }
    long roots = (long) ROOT_BYTES * options.seeds().roots().size();
    if (roots > options.limits().memory() / 4) {
      throw new UsageException(
          options.seeds().roots().size() + " roots",
          "more than --memory %s has room for; use --memory %s, or fewer roots at a time"
              .formatted(size(options.limits().memory()), size(4 * roots)));
    }
  }

  /**
   * The warning for a JVM whose heap may have {@code mostHeap} bytes; empty if that suits the
   * crawl.
   */
  static Optional<String> misfit(CrawlOptions options, long mostHeap) {
    long fitting = heap(options);
    String advice = "start ./arachne, or java -Xmx" + size(fitting) + " -jar";
    if (mostHeap < fitting - fitting / 8) {
      return Optional.of(
          "a heap of %s is less than --memory %s needs; %s"
              .formatted(size(mostHeap), size(options.limits().memory()), advice));
    }
    if (mostHeap > fitting + fitting / 2) {
      return Optional.of(
          "the heap may grow to %s, which --memory %s does not bound; %s"
              .formatted(size(mostHeap), size(options.limits().memory()), advice));
    }
    return Optional.empty();
  }

  /** Formats a size as it is typed, rounded up. */
  private static String size(long bytes) {
    long mebibytes = (bytes + (1 << 20) - 1) >> 20;
    return mebibytes % 1024 == 0 ? mebibytes / 1024 + "g" : mebibytes + "m";
  }

  /** Bytes for the cache of the store: a quarter of its share is left for gaps. */
  public long storeCache() {
    return store / 4 * 3;
  }

  /** The budget of pages in flight, for this number of tasks. */
  ByteBudget pages(int number) {
    return new ByteBudget(shared, (int) Math.clamp(tasks / number, LEAST_FREE, MOST_FREE));
  }

  /** Bytes that pages may hold for an archive before they are written to files. */
  long archived() {
    return tasks / 2;
  }

  /** The limits of one response. */
  HttpLimits limits() {
    return limits(reserve / 4);
  }

  /**
   * The limits of one response if the page is parsed to a tree, which takes several times as much.
   */
  HttpLimits limitsOfTrees() {
    return limits(reserve / 12);
  }

  /** The most bytes of a page whose content is noted. */
  long mostRead() {
    return reserve / 24;
  }

  private static HttpLimits limits(long most) {
    HttpLimits usual = HttpLimits.DEFAULT;
    long decoded = Math.min(usual.decodedBytes(), most);
    return usual.withBodyBytes(Math.min(usual.bodyBytes(), decoded), decoded);
  }

  /** The most bytes of the links of one page. */
  long links() {
    return Math.min(MOST_LINK_BYTES, reserve / 4);
  }
}
