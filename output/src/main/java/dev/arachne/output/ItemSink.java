package dev.arachne.output;

import dev.arachne.items.Item;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;

/**
 * A program's own receiver for the records of a crawl. Its methods are called one at a time, on
 * threads that may block. While it is busy, the crawl continues for a while, and then waits for it.
 *
 * <p>It gets the records of a page after the page is decided and committed. A crawl in a directory
 * keeps the records, too, until the call has returned. So no record is missed, however the process
 * ended, and the records of the last calls may come twice when the crawl resumes. A program that
 * cannot accept duplicates writes a file, which has every record once ({@link
 * CrawlOptions.Builder#items}).
 */
@FunctionalInterface
public interface ItemSink extends AutoCloseable {
  /**
   * Called once, before anything is fetched.
   *
   * @throws UsageException if the sink cannot serve the crawl's options
   */
  default void open() throws UsageException, IOException {}

  /**
   * Takes the records of a page, at least one.
   *
   * @throws IOException if they could not be kept, which ends the crawl; the message has the place
   */
  void write(CrawlUrl page, List<Item> items) throws IOException;

  /** Called once, at the end, also of a crawl that failed. */
  @Override
  default void close() throws IOException {}
}
