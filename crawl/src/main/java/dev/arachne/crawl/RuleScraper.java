package dev.arachne.crawl;

import dev.arachne.items.FillRate;
import dev.arachne.items.FillRates;
import dev.arachne.items.ItemRules;
import dev.arachne.items.Scraped;
import java.util.function.Consumer;

/** Scrapes by rules, and keeps count of how often each field is found. Safe for all threads. */
public final class RuleScraper implements Scraper {
  private final ItemRules rules;
  private final Consumer<FillRate> warnings;
  private final FillRates rates;

  /**
   * A scraper that has seen no page.
   *
   * @param warnings is told of a field that most of the latest pages lack, once for each field, on
   *     the thread that scrapes
   */
  public RuleScraper(ItemRules rules, Consumer<FillRate> warnings) {
    this.rules = rules;
    this.warnings = warnings;
    this.rates = new FillRates(rules.fields());
  }

  @Override
  public Scraped scrape(CrawledPage page) {
    Scraped scraped =
        rules.scrape(page.response().body(), page.contentType().orElse(""), page.url());
    rates.add(scraped).forEach(warnings);
    return scraped;
  }

  /** How often each field was found so far. */
  public FillRates rates() {
    return rates;
  }
}
