package dev.arachne.crawl;

import dev.arachne.options.CrawlOptions;
import dev.arachne.store.FileDescriptors;

/**
 * The division of a process's file descriptors. Immutable.
 *
 * <pre>
 * open already | store, outputs, DNS, loops | tasks x (connection + file) | idle connections
 * </pre>
 *
 * @param own the descriptors of the crawl, without fetches
 * @param each the descriptors of a connection; a fetch needs as many again for a file
 * @param room for fetches and idle connections
 */
record OpenFiles(long own, int each, long room) {
  /** Files of the store: its logs, and the fewest tables that it needs. */
  private static final int STORE = 36;

  /** Outputs, the crawl's directory, classes that are not loaded yet, the system's resolver. */
  private static final int OTHERS = 16;

  /** A selector and its wake-up pipe. */
  private static final int LOOP = 3;

  /** The first loop, the directory's lock, served folders. */
  private static final int START = 12;

  /**
   * The division for a crawl; slightly pessimistic.
   *
   * @param process before the crawl has opened anything
   * @param servesFolders whether this process also has the other ends of the connections
   */
  static OpenFiles of(FileDescriptors process, CrawlOptions options, boolean servesFolders) {
    long own =
        process.open()
            + START
            + OTHERS
            + (options.storage().directory().isPresent() ? STORE : 0)
            + (long) LOOP * (options.network().loops() - 1);
    return new OpenFiles(own, servesFolders ? 2 : 1, process.limit() - own);
  }

  /**
   * The most tasks for which there are descriptors, up to {@code wanted}; 0 if there are too few.
   */
  int tasks(int wanted) {
    return (int) Math.clamp(room / (2L * each), 0, wanted);
  }

  /** The limit that is needed for this number of tasks. */
  long limitFor(int tasks) {
    return own + 2L * each * tasks;
  }

  /** The most open connections on each of the loops, used and idle. */
  int connections(int tasks, int loops) {
    long idle = (room - 2L * each * tasks) / ((long) each * loops);
    return (int) Math.clamp(tasks + idle, tasks, 2L * tasks);
  }
}
