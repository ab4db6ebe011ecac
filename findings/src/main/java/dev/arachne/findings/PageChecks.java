package dev.arachne.findings;

import dev.arachne.content.MarkupLink;
import dev.arachne.content.MarkupLink.Kind;
import dev.arachne.content.PageCharset;
import dev.arachne.content.PageMarkup;
import dev.arachne.findings.UrlFacts.Outcome;
import dev.arachne.text.Encoding;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Checks the statements of pages about themselves: canonical URLs, versions in other languages,
 * titles and descriptions, charsets, sizes and contents. Confined to one thread.
 */
final class PageChecks implements Closeable {
  /** Words of a main text whose fingerprint is compared; those of short ones differ too little. */
  private static final int WORDS_TO_COMPARE = 100;

  /** Canonical URLs of a page that are listed; no honest page has as many. */
  private static final int MOST_NAMED = 5;

  private final SiteFindings site;
  private final Thresholds thresholds;
  private final FragmentLinks languages = new FragmentLinks();
  private final NearDuplicates duplicates = new NearDuplicates();

  PageChecks(SiteFindings site, Thresholds thresholds) {
    this.site = site;
    this.thresholds = thresholds;
  }

  /** Checks the canonical URLs of a page, before its other statements. */
  void canonicals(SiteUrl page, PageMarkup markup) throws IOException {
    Set<String> named = new LinkedHashSet<>();
    for (MarkupLink link : markup.links()) {
      if (link.kind() == Kind.CANONICAL && link.url().isPresent()) {
        named.add(link.url().get().toString());
      }
    }
    if (named.size() > 1) {
      List<String> first = named.stream().limit(MOST_NAMED).toList();
      String more = named.size() > MOST_NAMED ? " and more" : "";
      String detail = "it names several: " + String.join(", ", first) + more;
      site.about(page, Check.CANONICAL_MISTAKES, detail);
    }
    if (!named.isEmpty() && !named.iterator().next().equals(page.facts.url())) {
      page.canonical = named.iterator().next();
    }
  }

  /** Checks the link to a canonical URL. */
  void canonical(SiteUrl page, MarkupLink link, String target) throws IOException {
    wrongTarget(Check.CANONICAL_MISTAKES, page, link, target);
  }

  private void wrongTarget(Check check, SiteUrl page, MarkupLink link, String target)
      throws IOException {
    SiteUrl named = site.url(target);
    if (named == null) {
      return;
    }
    String what =
        switch (named.facts.outcome()) {
          case BROKEN, REDIRECT -> named.facts.answer();
          case BLOCKED -> "blocked by robots.txt";
          case FINE, TOO_FAR, OUTSIDE, LEFT, PENDING -> "";
        };
    if (!what.isEmpty()) {
      named.isTold = true;
      String name = link.text().isEmpty() ? "its canonical URL" : "its version " + link.text();
      site.about(page, check, "%s is %s: %s".formatted(name, target, what), link);
    }
  }

  /** Checks the link to a version in another language. */
  void version(SiteUrl page, MarkupLink link, String target) throws IOException {
    String language = link.text();
    if (!isLanguage(language)) {
      site.about(page, Check.HREFLANG_MISTAKES, "no language tag: " + language, link);
    }
    wrongTarget(Check.HREFLANG_MISTAKES, page, link, target);
    SiteUrl end = site.url(target);
    languages.has(page.facts.url(), target);
    if (end != null && end.facts.isPage() && !target.equals(page.facts.url())) {
      languages.promise(target, page.facts.url(), language);
    }
  }

  private void missingVersion(String page, String other, String[] more) throws IOException {
    SiteUrl its = site.url(page);
    SiteUrl from = site.url(other);
    if (its != null && from != null && its.isRead && !its.isCut) {
      site.about(
          from,
          Check.HREFLANG_MISTAKES,
          "its version %s, %s, does not name it in turn".formatted(more[0], page));
    }
  }

  /** A language tag (RFC 5646) as search engines take it: a language, a script, a region. */
  private static boolean isLanguage(String tag) {
    if (tag.equalsIgnoreCase("x-default")) {
      return true;
    }
    if (!tag.matches("(?i)[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?")) {
      return false;
    }
    Locale locale = Locale.forLanguageTag(tag);
    boolean isKnown =
        locale.getLanguage().length() == 3 || Languages.ALL.contains(locale.getLanguage());
    return isKnown
        && (locale.getCountry().length() != 2 || Languages.REGIONS.contains(locale.getCountry()));
  }

  /** Asked for seldom, and not small. */
  private static final class Languages {
    static final Set<String> ALL = Set.of(Locale.getISOLanguages());
    static final Set<String> REGIONS = Set.of(Locale.getISOCountries());
  }

  /**
   * Checks the texts of a page, and its charset.
   *
   * @param isHeadKnown whether the charset in it that was sent is known
   */
  void texts(SiteUrl page, PageMarkup markup, boolean isHeadKnown) throws IOException {
    text(page, markup.titles(), Check.MISSING_TITLES, Check.DUPLICATE_TITLES);
    text(page, markup.headings(), Check.MISSING_H1, Check.DUPLICATE_H1);
    text(page, markup.descriptions(), Check.MISSING_DESCRIPTIONS, Check.DUPLICATE_DESCRIPTIONS);
    charset(page, markup.charset(), isHeadKnown);
    if (page.isToBeFound() && !markup.isCut()) {
      if (markup.words() < thresholds.thinWords()) {
        site.about(page, Check.THIN_PAGES, markup.words() + " words");
      }
      if (markup.words() >= WORDS_TO_COMPARE) {
        duplicates.add(markup.simHash(), page.facts.url());
      }
    }
  }

  private void text(SiteUrl page, List<String> texts, Check missing, Check duplicate)
      throws IOException {
    Optional<String> text = texts.stream().filter(each -> !each.isEmpty()).findFirst();
    if (text.isPresent()) {
      if (page.isToBeFound()) {
        site.add(duplicate, text.get(), "", site.whole(page.facts.url()));
      }
    } else if (!page.isHidden && !page.isCut) {
      site.about(page, missing, texts.isEmpty() ? "" : "it is empty");
    }
  }

  private void charset(SiteUrl page, PageCharset charset, boolean isHeadKnown) throws IOException {
    Optional<Encoding> sent = Encoding.forLabel(charset.sent());
    Optional<Encoding> declared = Encoding.forLabel(charset.declared());
    List<String> mistakes = new ArrayList<>();
    if (!charset.sent().isEmpty() && sent.isEmpty()) {
      mistakes.add("its header names an unknown charset, " + charset.sent());
    }
    if (!charset.declared().isEmpty() && declared.isEmpty()) {
      mistakes.add("its meta element names an unknown charset, " + charset.declared());
    }
    if (sent.isPresent() && declared.isPresent() && !sent.equals(declared)) {
      mistakes.add(
          "its header says %s, its meta element %s".formatted(charset.sent(), charset.declared()));
    }
    boolean isDeclared =
        !charset.sent().isEmpty() || !charset.declared().isEmpty() || charset.hasMark();
    if (!isDeclared && isHeadKnown && !charset.isPlain()) {
      mistakes.add("it declares none and is not plain ASCII");
    }
    if (charset.damaged() > 0) {
      mistakes.add("%s characters are not of %s".formatted(charset.damaged(), charset.used()));
    }
    if (!mistakes.isEmpty()) {
      site.about(page, Check.CHARSET_MISTAKES, String.join("; ", mistakes));
    }
  }

  /** Reports the findings about a URL that do not need its markup. */
  void measures(SiteUrl url, Optional<Set<String>> sitemap) throws IOException {
    UrlFacts facts = url.facts;
    if (facts.outcome() != Outcome.FINE || facts.isExternal()) {
      return;
    }
    if (facts.micros() > thresholds.slow().toNanos() / 1_000) {
      site.about(url, Check.SLOW_PAGES, Figures.time(Duration.ofNanos(facts.micros() * 1_000)));
    }
    if (facts.bytes() > thresholds.heavyBytes()) {
      site.about(url, Check.HEAVY_PAGES, Figures.bytes(facts.bytes()));
    }
    if (facts.status() == 200 && facts.mediaType().isEmpty() && facts.bytes() > 0) {
      site.about(url, Check.WRONG_MEDIA_TYPES, "no Content-Type");
    }
    if (facts.isPage()
        && url.isToBeFound()
        && sitemap.isPresent()
        && !sitemap.get().contains(facts.url())) {
      site.about(url, Check.NOT_IN_SITEMAP, "");
    }
  }

  /** A canonical URL that has one itself. */
  void canonicalChain(SiteUrl page) throws IOException {
    SiteUrl named = page.canonical.isEmpty() ? null : site.url(page.canonical);
    if (named != null && !named.canonical.isEmpty()) {
      site.about(
          page,
          Check.CANONICAL_MISTAKES,
          "its canonical URL %s names another: %s".formatted(page.canonical, named.canonical));
    } else if (named != null && named.isRead && named.isHidden) {
      site.about(
          page,
          Check.CANONICAL_MISTAKES,
          "its canonical URL %s is marked noindex".formatted(page.canonical));
    }
  }

  /** Reports the mistakes that show when all pages are known. */
  void settle() throws IOException {
    languages.settle(this::missingVersion);
    for (List<NearDuplicates.Member> group : duplicates.groups()) {
      nearDuplicates(group);
    }
  }

  private void nearDuplicates(List<NearDuplicates.Member> group) throws IOException {
    List<NearDuplicates.Member> sorted =
        group.stream()
            .sorted(
                Comparator.<NearDuplicates.Member>comparingInt(it -> it.page().length())
                    .thenComparing(NearDuplicates.Member::page))
            .toList();
    String first = sorted.getFirst().page();
    String detail = "%s pages".formatted(group.size());
    for (NearDuplicates.Member member : sorted.subList(1, sorted.size())) {
      site.add(
          Check.NEAR_DUPLICATES, first, detail, new Place(site.shown(member.page()), "", "", 0, 0));
    }
  }

  @Override
  public void close() throws IOException {
    languages.close();
  }
}
