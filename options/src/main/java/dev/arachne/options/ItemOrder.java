package dev.arachne.options;

/** The order of the records of a crawl. Those of a page are always in the page's order. */
public enum ItemOrder {
  /** The order in which pages are done. */
  ARRIVAL,
  /**
   * The order of a crawl that fetches one page at a time: the seeds, then the targets of their
   * links in order, then the targets of those. The target of a redirect takes the place of its
   * link. Records wait for the pages before theirs, up to 100,000 of them; a later page comes out
   * of order.
   */
  PAGES
}
