package dev.arachne.crawl;

import dev.arachne.items.ItemRules;
import dev.arachne.items.Scraped;
import java.util.List;

/** Scrapes by rules. Immutable. Thread-safe. */
public record RuleScraper(ItemRules rules) implements Scraper {
  @Override
  public Scraped scrape(CrawledPage page) {
    return rules.scrape(page.response().body(), page.contentType().orElse(""), page.url());
  }

  @Override
  public List<String> fields() {
    return rules.fields();
  }
}
