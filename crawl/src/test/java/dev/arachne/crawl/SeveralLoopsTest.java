package dev.arachne.crawl;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** What holds of crawls on one loop holds of crawls on several. */
class SeveralLoopsTest {
  private static CrawlOptions.Builder onThreeLoops(String... roots) {
    return CrawlOptions.crawlOf(roots).sitemaps(SitemapPolicy.IGNORE).loops(3);
  }

  @Nested
  class Crawls extends CrawlTest {
    @Override
    CrawlOptions.Builder crawlOf(String... roots) {
      return onThreeLoops(roots);
    }
  }

  @Nested
  class Scrapes extends ScrapeTest {
    @Override
    CrawlOptions.Builder crawlOf(String... roots) {
      return onThreeLoops(roots).follow(Set.of());
    }
  }

  @Nested
  class KeptCrawls extends KeptCrawlTest {
    @Override
    CrawlOptions.Builder crawlOf(String... roots) {
      return onThreeLoops(roots);
    }
  }

  @Nested
  class Cookies extends CookieCrawlTest {
    @Override
    CrawlOptions.Builder crawlOf(String... roots) {
      return onThreeLoops(roots);
    }
  }

  @Nested
  class Credentials extends CredentialCrawlTest {
    @Override
    CrawlOptions.Builder crawlOf(String... roots) {
      return onThreeLoops(roots);
    }
  }
}
