package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One way to fetch many pages: a list of URLs in, pages out. The stages differ in how they wait. A
 * stage is made for one use or for many, one after the other. No wait is endless: each stage bounds
 * its waits in its own way.
 */
public interface Stage extends AutoCloseable {
  /** The time for which a server may be silent, unless a stage has another limit. */
  Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The pages at {@code urls}, in their order. Called on a platform thread, which blocks until all
   * are there.
   *
   * @param urls plain http, each once
   * @throws IOException naming the URL of a page that could not be fetched
   */
  List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException;

  /** Closes the resources that the stage keeps between uses. */
  @Override
  default void close() {}
}
