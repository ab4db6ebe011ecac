package dev.arachne.options;

/** In what order the records of a crawl come. Those of a page are always in the page's order. */
public enum ItemOrder {
  /** In the order in which pages are done. */
  ARRIVAL,
  /**
   * As the pages would come if they were fetched one at a time: the roots, then what these lead to
   * in the order of their links, then what those lead to. The target of a redirect stands where the
   * link stood. Records wait for the pages before theirs, as many as 100,000 of them; a page that
   * is later than that comes late.
   */
  PAGES
}
