package org.example;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.PageProcessor;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Crawls the part of a site that asks for a password. Requests to the site carry it, the link that
 * logs out is not followed, and a page is the same page with and without a session number.
 */
public final class MembersArea {
  private MembersArea() {}

  /** A crawl from {@code root} that hands its pages to {@code pages}, and has not begun. */
  static Crawl crawl(String root, String user, String password, PageProcessor pages) {
    CrawlUrl home = CrawlUrl.of(root);
    return Crawl.of(root)
        .customize((request, _) ->
            request.url().isAt(home.origin())
                ? request.basicAuthorization(user, password)
                : request)
        .filter((link, _) -> link.path().endsWith("/logout") ? Optional.empty() : Optional.of(link))
        .filter((link, _) -> Optional.of(withoutSession(link)))
        .process(pages);
  }

  private static CrawlUrl withoutSession(CrawlUrl link) {
    return CrawlUrl.of(link.href().replaceFirst(";session=\\d+", ""));
  }
}
