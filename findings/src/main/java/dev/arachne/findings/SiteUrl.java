package dev.arachne.findings;

/** A URL while its site is inspected. Confined to one thread. */
final class SiteUrl {
  final UrlFacts facts;
  String title = "";

  /** What the page names as its canonical URL, if that is another one; else empty. */
  String canonical = "";

  /** Links of other pages that lead to it, but by no redirect. */
  long links;

  /** Whether a link of another page leads to it, maybe by redirects. */
  boolean isReached;

  boolean isRead;
  boolean isHidden;

  /** Whether more is in its markup than was kept. */
  boolean isCut;

  /** Whether a finding has told of it with a place. */
  boolean isTold;

  SiteUrl(UrlFacts facts) {
    this.facts = facts;
  }

  /** Whether it is to be found by searches, as far as it says. */
  boolean isToBeFound() {
    return !isHidden && canonical.isEmpty();
  }
}
