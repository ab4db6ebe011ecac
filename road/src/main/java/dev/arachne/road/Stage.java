package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One way to fetch many pages: a list of URLs in, pages out. What differs from stage to stage is
 * how it waits. A stage is made for one use or for many, one after the other. No wait is endless:
 * each stage bounds its own in the way that is its own.
 */
public interface Stage extends AutoCloseable {
  /** How long a server may be silent, unless a stage is told otherwise. */
  Duration PATIENCE = Duration.ofSeconds(30);

  /**
   * The pages at {@code urls}, in their order. Called on a platform thread, which waits until all
   * are there.
   *
   * @param urls plain http, each once
   * @throws IOException naming the URL of a page that could not be had
   */
  List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException;

  /** Ends what the stage keeps from one use to the next. */
  @Override
  default void close() {}
}
