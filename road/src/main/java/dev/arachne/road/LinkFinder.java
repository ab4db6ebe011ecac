package dev.arachne.road;

import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds the pages to which a crawl continues from a page. Called by many threads at once. */
@FunctionalInterface
public interface LinkFinder {
  /** Finds no links: a list of pages is a crawl that follows no links. */
  LinkFinder NONE = _ -> Set.of();

  /** The targets of a redirect, or of the {@code <a href>} of a page, on the page's own server. */
  LinkFinder SAME_SERVER =
      page -> {
        if (page.redirect().isPresent()) {
          CrawlUrl target = page.redirect().get();
          return target.origin().equals(page.url().origin()) ? Set.of(target) : Set.of();
        }
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

  /**
   * The same.
   *
   * @throws FetchException naming the page, if its links could not be read
   */
  default Set<CrawlUrl> linksOf(FetchedPage page) throws FetchException {
    try {
      return links(page);
    } catch (RuntimeException e) {
      throw new FetchException(page.url(), e);
    }
  }
}
