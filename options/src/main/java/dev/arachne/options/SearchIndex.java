package dev.arachne.options;

/** Whether a crawl makes an index of its pages, to be searched. */
public enum SearchIndex {
  /** It does not; one can be made later. */
  NONE,
  /** What its pages say is noted as they come, for the index that follows the crawl. */
  PAGES
}
