package dev.arachne.crawl;

import dev.arachne.items.Item;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;

/**
 * Where the records of a crawl go. Its methods are called one at a time, on threads that may block.
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
