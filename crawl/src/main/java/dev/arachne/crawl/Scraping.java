package dev.arachne.crawl;

/** How a crawl is driven by a scraper, and what becomes of the records. Immutable. */
record Scraping(Scraper scraper, ItemOrder order, ItemTarget target) {}
