package dev.arachne.options;

/** Whether a crawl makes an index of its pages, to be searched. */
public enum SearchIndex {
  /** The crawl makes no index; one can be made later. */
  NONE,
  /** The contents of pages are noted as they come, for the index that follows the crawl. */
  PAGES
}
