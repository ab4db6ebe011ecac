package dev.arachne.crawl;

import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Disposition;
import dev.arachne.items.Item;
import dev.arachne.url.CrawlUrl;
import java.util.List;

/**
 * What a decided URL leaves for the records' sake. Immutable.
 *
 * @param items its records; empty for what is no page
 * @param onward where the crawl goes on from it, in order
 * @param isRedirect whether {@code onward} stands in its place, not behind it
 */
record ScrapedPage(CrawlUrl url, List<Item> items, List<CrawlUrl> onward, boolean isRedirect) {

  static ScrapedPage of(
      CrawlUrl url, Disposition.Final verdict, List<Item> items, List<Discovery> found) {
    List<CrawlUrl> onward =
        found.stream()
            .filter(discovery -> discovery.rejection().isEmpty())
            .map(Discovery::url)
            .toList();
    return new ScrapedPage(url, items, onward, verdict instanceof Disposition.Moved);
  }
}
