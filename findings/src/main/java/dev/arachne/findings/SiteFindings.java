package dev.arachne.findings;

import dev.arachne.content.MarkupLink;
import dev.arachne.findings.UrlFacts.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of a site while it is inspected, and the findings about them, each with its place.
 * Findings wait on the disk if they are many. Confined to one thread.
 */
final class SiteFindings implements Closeable {
  private final UnaryOperator<String> shown;
  private final Map<String, SiteUrl> urls = new LinkedHashMap<>();
  private final FindingSorter findings = new FindingSorter();

  /**
   * No URLs, and no findings.
   *
   * @param shown makes a URL one that users know
   */
  SiteFindings(UnaryOperator<String> shown) {
    this.shown = shown;
  }

  /** Takes a URL that the crawl has found. */
  void put(UrlFacts facts) {
    urls.put(facts.url(), new SiteUrl(facts));
  }

  /** A URL; null if the crawl has not found it. */
  @Nullable SiteUrl url(String url) {
    return urls.get(url);
  }

  /** All URLs, in the order in which they came. */
  Collection<SiteUrl> urls() {
    return urls.values();
  }

  /** The redirects from a URL on. */
  Redirects redirects(UrlFacts from) {
    return Redirects.from(from, urls);
  }

  /** Whether a redirect led to it first. */
  boolean isOfRedirect(UrlFacts facts) {
    SiteUrl via = urls.get(facts.via());
    return via != null && via.facts.outcome() == Outcome.REDIRECT;
  }

  /** Adds a place of a finding. */
  void add(Check check, String subject, String detail, Place place) throws IOException {
    findings.add(check, check.isOfTexts() ? subject : withFragment(subject), detail, place);
  }

  /** A finding about a URL, with the place where it was found first. */
  void about(SiteUrl url, Check check, String detail) throws IOException {
    add(check, url.facts.url(), detail, firstPlace(url));
  }

  /** A finding about a page, at a tag of it. */
  void about(SiteUrl page, Check check, String detail, MarkupLink at) throws IOException {
    add(check, page.facts.url(), detail, place(page, at));
  }

  /** The place where a URL was found first. */
  Place firstPlace(SiteUrl url) {
    String via = url.facts.via();
    return via.isEmpty()
        ? new Place("", "root", "", 0, 0)
        : new Place(
            shown.apply(via), isOfRedirect(url.facts) ? "redirect" : "found there", "", 0, 0);
  }

  /** The place of a link. */
  Place place(SiteUrl page, MarkupLink link) {
    return new Place(
        shown.apply(page.facts.url()), link.kind().text(), link.text(), link.line(), link.column());
  }

  /** The place of a link that leads to the subject of a finding by these redirects, if any. */
  Place byRedirect(Redirects way, Place place) {
    return way.hops().isEmpty()
        ? place
        : place.redirectedFrom(shown.apply(way.hops().getFirst().url()));
  }

  /** The place of a whole page. */
  Place whole(String page) {
    return new Place(shown.apply(page), "", "", 0, 0);
  }

  /** A URL as users know it. */
  String shown(String url) {
    return shown.apply(url);
  }

  /** A URL as users know it, with the fragment that it may have. */
  private String withFragment(String url) {
    int hash = url.indexOf('#');
    return hash < 0 ? shown.apply(url) : shown.apply(url.substring(0, hash)) + url.substring(hash);
  }

  /** The findings of each check, counted. */
  Map<Check, Long> counts() {
    return findings.counts();
  }

  /** All findings, once. */
  List<Finding> drain() throws IOException {
    return findings.drain();
  }

  @Override
  public void close() throws IOException {
    findings.close();
  }
}
