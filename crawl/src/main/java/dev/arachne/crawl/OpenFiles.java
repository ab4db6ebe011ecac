package dev.arachne.crawl;

import dev.arachne.options.CrawlOptions;
import dev.arachne.store.FileDescriptors;

/**
 * How a crawl divides the file descriptors of its process. Immutable.
 *
 * <pre>
 *   open already | store, outputs, name look-ups, loops | tasks x (connection + file) | idle connections
 * </pre>
 *
 * @param own what the crawl needs beside fetches
 * @param each of a fetch: for its connection, and as many for a file
 * @param room for fetches and idle connections
 */
record OpenFiles(long own, int each, long room) {
  /** Files of the store: its logs, and so many tables as it cannot do without. */
  private static final int STORE = 36;

  /** Outputs, the crawl's directory, classes that are not loaded yet, the system's resolver. */
  private static final int OTHERS = 16;

  /** A selector and what wakes it. */
  private static final int LOOP = 3;

  /** What is opened before the division is made: the loop, the directory's lock, served folders. */
  private static final int START = 12;

  /** The division for a crawl that has opened nothing yet; a little too careful. */
  static OpenFiles before(FileDescriptors process, CrawlOptions options) {
    return of(new FileDescriptors(process.limit(), process.open() + START), options, true);
  }

  /**
   * The division for a crawl.
   *
   * @param servesFolders whether the other ends of the connections are in this process, too
   */
  static OpenFiles of(FileDescriptors process, CrawlOptions options, boolean servesFolders) {
    long own =
        process.open()
            + OTHERS
            + (options.storage().directory().isPresent() ? STORE : 0)
            + (long) LOOP * (options.network().loops() - 1);
    return new OpenFiles(own, servesFolders ? 2 : 1, process.limit() - own);
  }

  /** Fetches at a time for which there is room, up to those wanted; 0 if there is none. */
  int tasks(int wanted) {
    return (int) Math.clamp(room / (2L * each), 0, wanted);
  }

  /** The limit with which so many fetches at a time fit. */
  long limitFor(int tasks) {
    return own + 2L * each * tasks;
  }

  /** Connections that may be open at a time, used and idle, on each of the loops. */
  int connections(int tasks, int loops) {
    long idle = (room - 2L * each * tasks) / ((long) each * loops);
    return (int) Math.clamp(tasks + idle, tasks, 2L * tasks);
  }
}
