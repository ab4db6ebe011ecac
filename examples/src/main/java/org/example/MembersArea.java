package org.example;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.PageProcessor;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Crawls the part of a site that requires a password. Requests to the site have the password, the
 * logout link is not followed, and URLs that differ only in a session number are one page.
 */
public final class MembersArea {
  private MembersArea() {}

  /** A crawl from {@code root} that passes its pages to {@code pages}, and has not started. */
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
