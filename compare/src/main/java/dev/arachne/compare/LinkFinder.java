package dev.arachne.compare;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashSet;
import java.util.Set;

/** Says where a crawl goes on from a page. Asked from many threads at once. */
@FunctionalInterface
interface LinkFinder {
  /** Goes nowhere: a list of pages is a crawl that follows no links. */
  LinkFinder NONE = _ -> Set.of();

  /** What the {@code <a href>} of a page name on the page's own server. */
  LinkFinder SAME_SERVER =
      page -> {
        var links = new LinkedHashSet<CrawlUrl>();
        new LinkExtractor()
            .extract(
                page.body(),
                "",
                page.url(),
                (kind, target, _) -> {
                  CrawlUrl url = target.url();
                  if (kind == OutlinkKind.ANCHOR && url.origin().equals(page.url().origin())) {
                    links.add(url);
                  }
                });
        return links;
      };

  /** The links of {@code page}, each once. */
  Set<CrawlUrl> links(FetchedPage page);
}
