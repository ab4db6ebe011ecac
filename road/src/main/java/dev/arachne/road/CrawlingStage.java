package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A stage that also finds pages by itself. It keeps two sets: a page in <em>seen</em> is never
 * fetched again, and the stage runs as long as a page is <em>to do</em>. It stops when that set is
 * empty, since only a pending page could add more. A redirect is a page like any other, and its
 * target is the one link on it.
 */
public interface CrawlingStage extends Stage {
  /**
   * Fetches every page that links lead to from {@code roots}, the seeds included, each once.
   *
   * @throws IOException naming the URL of a page that could not be fetched
   */
  Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException, InterruptedException;

  /** A list is a crawl that follows no links. */
  @Override
  default List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException {
    Map<CrawlUrl, FetchedPage> pages = crawl(urls, LinkFinder.NONE);
    return urls.stream().map(pages::get).toList();
  }
}
