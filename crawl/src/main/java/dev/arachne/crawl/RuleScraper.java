package dev.arachne.crawl;

import dev.arachne.items.ItemRules;
import dev.arachne.items.PageDocument;
import dev.arachne.items.PageOrigin;
import dev.arachne.items.ScrapeResult;
import java.util.List;
import java.util.Optional;

/** Scrapes by rules. Immutable. Thread-safe. */
public record RuleScraper(ItemRules rules) implements Scraper {
  @Override
  public ScrapeResult scrape(CrawledPage page) {
    var origin =
        new PageOrigin(page.status(), page.time(), page.depth(), Optional.ofNullable(page.via()));
    var document =
        PageDocument.parse(page.response().body(), page.contentType().orElse(""), page.url());
    return page.isDetail()
        ? rules.scrapeDetail(document.from(origin))
        : rules.scrape(document.from(origin));
  }

  @Override
  public boolean joins() {
    return rules.joins();
  }

  @Override
  public List<String> fields() {
    return rules.fields();
  }
}
