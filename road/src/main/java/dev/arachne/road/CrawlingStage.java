package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A stage that also finds pages by itself. It keeps two sets: what it has <em>seen</em> is never
 * fetched again, what is <em>to do</em> keeps it going. When nothing is left to do it stops, for
 * only a page that was still to do could have brought more. A redirect is a page like any other,
 * and its target is the one link on it.
 */
public interface CrawlingStage extends Stage {
  /**
   * Every page that links lead to from {@code roots}, the roots included, each fetched once.
   *
   * @throws IOException naming the URL of a page that could not be had
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
