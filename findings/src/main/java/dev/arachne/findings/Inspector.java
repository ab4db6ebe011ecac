package dev.arachne.findings;

import dev.arachne.content.MarkupLink;
import dev.arachne.content.MarkupLink.Kind;
import dev.arachne.content.PageMarkup;
import dev.arachne.findings.SiteReport.Coverage;
import dev.arachne.findings.SiteReport.Row;
import dev.arachne.findings.UrlFacts.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Finds the faults of a site. It gets all URLs first, then the markup of pages, and then makes the
 * report. The facts of each URL are in memory; links are looked up as they come, and findings wait
 * on the disk if they are many. Confined to one thread.
 */
public final class Inspector implements Closeable {
  private final SiteFindings site;
  private final LinkChecks linkChecks;
  private final PageChecks pageChecks;
  private final List<String> notes = new ArrayList<>();
  private final Set<String> sitemaps = new HashSet<>();
  private Optional<Set<String>> sitemap = Optional.empty();
  private long read;
  private long unread;
  private long links;

  /**
   * An inspector of one site.
   *
   * @param shown makes a URL one that users know
   */
  public Inspector(Thresholds thresholds, UnaryOperator<String> shown) {
    this.site = new SiteFindings(shown);
    this.linkChecks = new LinkChecks(site);
    this.pageChecks = new PageChecks(site, thresholds);
  }

  /** Takes a URL that the crawl has found. */
  public void url(UrlFacts facts) {
    site.put(facts);
  }

  /**
   * Takes the URL of a sitemap: pages that were found there first may have no link that leads to
   * them.
   */
  void sitemapAt(String url) {
    sitemaps.add(url);
  }

  /** Takes all that the sitemaps of the site list: URLs without fragments. */
  public void sitemap(Set<String> entries) {
    sitemap = Optional.of(Set.copyOf(entries));
  }

  /** Takes something that readers of the report must know. */
  public void note(String text) {
    notes.add(text);
  }

  /** Takes a page whose markup is not known. */
  public void unread() {
    unread++;
  }

  /**
   * Takes the facts in the markup of a page.
   *
   * @param page its URL, which the inspector got before
   * @param isHeadKnown whether the charset in it that was sent is known
   */
  void page(String page, PageMarkup markup, boolean isHeadKnown) throws IOException {
    SiteUrl its = site.url(page);
    if (its == null) {
      return;
    }
    read++;
    its.isRead = true;
    its.isHidden = markup.isHidden();
    its.isCut = markup.isCut();
    its.title = markup.titles().isEmpty() ? "" : markup.titles().getFirst();
    pageChecks.canonicals(its, markup);
    for (MarkupLink link : markup.links()) {
      links++;
      link(its, link, markup);
    }
    linkChecks.anchors(page, markup);
    pageChecks.texts(its, markup, isHeadKnown);
  }

  private void link(SiteUrl page, MarkupLink link, PageMarkup markup) throws IOException {
    if (link.url().isEmpty()) {
      site.add(Check.MALFORMED_LINKS, link.reference(), "", site.place(page, link));
      return;
    }
    String target = link.url().get().toString();
    boolean isSent = link.kind().isPart() || link.kind() == Kind.FORM;
    if (isSent && page.facts.url().startsWith("https:") && target.startsWith("http:")) {
      site.add(
          Check.MIXED_CONTENT, target, link.kind().text() + " by http", site.place(page, link));
    }
    switch (link.kind()) {
      case CANONICAL -> pageChecks.canonical(page, link, target);
      case ALTERNATE -> pageChecks.version(page, link, target);
      default -> linkChecks.check(page, link, target, markup);
    }
  }

  /** The report, once. */
  public SiteReport report(List<String> roots, Optional<Instant> began, Optional<Instant> ended)
      throws IOException {
    linkChecks.settle();
    for (SiteUrl url : site.urls()) {
      pageChecks.measures(url, sitemap);
      linkChecks.untold(url);
      pageChecks.canonicalChain(url);
    }
    for (String entry : sitemap.orElseGet(this::foundInSitemaps)) {
      unlinked(entry);
    }
    pageChecks.settle();
    List<Finding> all = site.drain();
    return new SiteReport(
        roots,
        began,
        ended,
        rows(),
        outcomes(),
        site.counts(),
        all,
        new Coverage(
            read,
            unread,
            links,
            linkChecks.externalTargets(),
            linkChecks.externalAsked(),
            linkChecks.unasked(),
            sitemap.isPresent(),
            notes));
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (SiteUrl url : site.urls()) {
      UrlFacts facts = url.facts;
      if (!facts.isExternal()) {
        rows.add(
            new Row(
                new UrlFacts(
                    site.shown(facts.url()),
                    site.shown(facts.via()),
                    facts.depth(),
                    facts.outcome(),
                    facts.status(),
                    facts.mediaType(),
                    facts.bytes(),
                    facts.micros(),
                    site.shown(facts.target()),
                    facts.detail()),
                url.title,
                url.links));
      }
    }
    return rows;
  }

  private Map<Outcome, Long> outcomes() {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    for (SiteUrl url : site.urls()) {
      Outcome outcome = url.facts.isExternal() ? Outcome.OUTSIDE : url.facts.outcome();
      outcomes.merge(outcome, 1L, Long::sum);
    }
    return outcomes;
  }

  /** Entries of sitemaps that were found there first; none if links of some pages are not known. */
  private Set<String> foundInSitemaps() {
    Set<String> entries = new LinkedHashSet<>();
    boolean areLinksKnown = unread == 0 && read > 0 && !outcomes().containsKey(Outcome.PENDING);
    for (SiteUrl url : site.urls()) {
      boolean isEntry = sitemaps.contains(url.facts.via()) && !sitemaps.contains(url.facts.url());
      if (isEntry && areLinksKnown) {
        entries.add(url.facts.url());
      }
    }
    return entries;
  }

  private void unlinked(String entry) throws IOException {
    SiteUrl url = site.url(entry);
    boolean isLinked =
        url != null && (url.isReached || url.facts.via().isEmpty() || isFoundOnPage(url));
    if (!isLinked) {
      site.add(
          Check.UNLINKED_SITEMAP_ENTRIES,
          entry,
          url == null ? "the crawl has not found it" : "only the sitemap names it",
          new Place("", "", "", 0, 0));
    }
  }

  /** Whether a page without kept markup led to it, by the ledger. */
  private boolean isFoundOnPage(SiteUrl url) {
    SiteUrl via = site.url(url.facts.via());
    return via != null && !via.isRead && via.facts.isPage();
  }

  @Override
  public void close() throws IOException {
    try (site;
        linkChecks) {
      pageChecks.close();
    }
  }
}
