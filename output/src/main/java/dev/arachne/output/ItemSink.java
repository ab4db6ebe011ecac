package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;

/**
 * A program's own place for the records of a crawl. Its methods are called one at a time, on
 * threads that may block; while it is busy, the crawl goes on for a while, and then waits for it.
 *
 * <p>It is told of a page after the page is decided and committed. A crawl that is kept in a
 * directory keeps the records, too, until the call has returned: whatever ends the process, no
 * record is missed, and those of the last calls may come a second time when the crawl goes on. Who
 * cannot have that writes a file, which has every record once ({@link CrawlOptions.Builder#items}).
 */
@FunctionalInterface
public interface ItemSink extends AutoCloseable {
  /**
   * Called once, before anything is fetched.
   *
   * @throws UsageException if it cannot be what was asked for
   */
  default void open() throws UsageException, IOException {}

  /**
   * Takes the records of a page, at least one.
   *
   * @throws IOException if they could not be kept, which ends the crawl; the message says where
   */
  void write(CrawlUrl page, List<Item> items) throws IOException;

  /** Called once, at the end, also of a crawl that failed. */
  @Override
  default void close() throws IOException {}
}
