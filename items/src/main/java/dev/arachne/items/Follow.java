package dev.arachne.items;

import dev.arachne.url.CrawlUrl;

/** A page to which the crawl continues from another one. Immutable. */
public record Follow(CrawlUrl url, Way way) {

  /** The relation of the target to the page. */
  public enum Way {
    /** Another page, one link further away. */
    LINK,
    /** The next page of the same list, no further away: a bound on the depth does not count it. */
    NEXT_PAGE,
    /**
     * The page that completes a record of the page. A bound on the depth does not count it, and it
     * comes before pages that are found later.
     */
    DETAIL
  }

  /** A link to another page. */
  public static Follow link(CrawlUrl url) {
    return new Follow(url, Way.LINK);
  }

  /** The page that completes a record. */
  public static Follow detail(CrawlUrl url) {
    return new Follow(url, Way.DETAIL);
  }

  /** The next page of the same list. */
  public static Follow nextPage(CrawlUrl url) {
    return new Follow(url, Way.NEXT_PAGE);
  }
}
