package dev.arachne.findings;

/** A URL while its site is inspected. Confined to one thread. */
final class SiteUrl {
  final UrlFacts facts;
  String title = "";

  /** The canonical URL that the page states, if that is another one; else empty. */
  String canonical = "";

  /** Links of other pages that lead to it without a redirect. */
  long links;

  /** Whether a link of another page leads to it, maybe by redirects. */
  boolean isReached;

  boolean isRead;
  boolean isHidden;

  /** Whether its markup has more than was kept. */
  boolean isCut;

  /** Whether a finding has reported it with a place. */
  boolean isTold;

  SiteUrl(UrlFacts facts) {
    this.facts = facts;
  }

  /** Whether searches may find it, as far as it states. */
  boolean isToBeFound() {
    return !isHidden && canonical.isEmpty();
  }
}
