package dev.arachne.findings;

import dev.arachne.content.MarkupLink;
import dev.arachne.content.MarkupLink.Kind;
import dev.arachne.content.PageCharset;
import dev.arachne.content.PageMarkup;
import dev.arachne.findings.SiteReport.Coverage;
import dev.arachne.findings.SiteReport.Row;
import dev.arachne.findings.UrlFacts.Outcome;
import dev.arachne.text.Encoding;
import java.io.Closeable;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Finds the faults of a site. It gets all URLs first, then the markup of pages, and then makes the
 * report. The facts of each URL are in memory; links are looked up as they come, and findings wait
 * on the disk if they are many. Confined to one thread.
 */
public final class Inspector implements Closeable {
  /** Words of a main text whose fingerprint is compared; those of short ones differ too little. */
  private static final int WORDS_TO_COMPARE = 100;

  /** Canonical URLs of a page that are listed; no honest page has as many. */
  private static final int MOST_NAMED = 5;

  private static final Set<String> SCRIPTS =
      Set.of(
          "text/javascript",
          "application/javascript",
          "application/x-javascript",
          "application/ecmascript",
          "text/ecmascript",
          "application/json",
          "application/ld+json",
          "application/wasm");

  private final Thresholds thresholds;
  private final UnaryOperator<String> shown;
  private final Map<String, SiteUrl> urls = new LinkedHashMap<>();
  private final FindingSorter findings = new FindingSorter();
  private final FragmentLinks fragments = new FragmentLinks();
  private final FragmentLinks languages = new FragmentLinks();
  private final NearDuplicates duplicates = new NearDuplicates();
  private final Set<String> external = new HashSet<>();
  private final Map<String, Long> unasked = new TreeMap<>();
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
    this.thresholds = thresholds;
    this.shown = shown;
  }

  /** Takes a URL that the crawl has found. */
  public void url(UrlFacts facts) {
    urls.put(facts.url(), new SiteUrl(facts));
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
    SiteUrl its = urls.get(page);
    if (its == null) {
      return;
    }
    read++;
    its.isRead = true;
    its.isHidden = markup.isHidden();
    its.isCut = markup.isCut();
    its.title = markup.titles().isEmpty() ? "" : markup.titles().getFirst();
    canonicals(its, markup);
    for (MarkupLink link : markup.links()) {
      links++;
      link(its, link, markup);
    }
    for (String anchor : new LinkedHashSet<>(markup.anchors())) {
      fragments.has(page, anchor);
      String decoded = decoded(anchor);
      if (!decoded.equals(anchor)) {
        fragments.has(page, decoded); // A fragment is looked for as it stands, too.
      }
    }
    texts(its, markup);
    charset(its, markup.charset(), isHeadKnown);
    if (its.isToBeFound() && !markup.isCut()) {
      if (markup.words() < thresholds.thinWords()) {
        about(its, Check.THIN_PAGES, markup.words() + " words");
      }
      if (markup.words() >= WORDS_TO_COMPARE) {
        duplicates.add(markup.simHash(), page);
      }
    }
  }

  /** The report, once. */
  public SiteReport report(List<String> roots, Optional<Instant> began, Optional<Instant> ended)
      throws IOException {
    fragments.settle(this::missingFragment);
    languages.settle(this::missingVersion);
    for (SiteUrl url : urls.values()) {
      measures(url);
      untold(url);
      canonicalChain(url);
    }
    for (String entry : sitemap.orElseGet(this::foundInSitemaps)) {
      unlinked(entry);
    }
    for (List<NearDuplicates.Member> group : duplicates.groups()) {
      nearDuplicates(group);
    }
    List<Finding> all = findings.drain();
    return new SiteReport(
        roots,
        began,
        ended,
        rows(),
        outcomes(),
        findings.counts(),
        all,
        new Coverage(
            read,
            unread,
            links,
            external.size(),
            externalAsked(),
            unasked,
            sitemap.isPresent(),
            notes));
  }

  private List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (SiteUrl url : urls.values()) {
      UrlFacts facts = url.facts;
      if (!facts.isExternal()) {
        rows.add(
            new Row(
                new UrlFacts(
                    shown.apply(facts.url()),
                    shown.apply(facts.via()),
                    facts.depth(),
                    facts.outcome(),
                    facts.status(),
                    facts.mediaType(),
                    facts.bytes(),
                    facts.micros(),
                    shown.apply(facts.target()),
                    facts.detail()),
                url.title,
                url.links));
      }
    }
    return rows;
  }

  private long externalAsked() {
    return external.stream()
        .filter(
            url -> urls.get(url) instanceof SiteUrl its && its.facts.outcome() != Outcome.OUTSIDE)
        .count();
  }

  private Map<Outcome, Long> outcomes() {
    Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    for (SiteUrl url : urls.values()) {
      Outcome outcome = url.facts.isExternal() ? Outcome.OUTSIDE : url.facts.outcome();
      outcomes.merge(outcome, 1L, Long::sum);
    }
    return outcomes;
  }

  private void link(SiteUrl page, MarkupLink link, PageMarkup markup) throws IOException {
    if (link.url().isEmpty()) {
      add(Check.MALFORMED_LINKS, link.reference(), "", place(page, link));
      return;
    }
    String target = link.url().get().toString();
    boolean isSent = link.kind().isPart() || link.kind() == Kind.FORM;
    if (isSent && page.facts.url().startsWith("https:") && target.startsWith("http:")) {
      add(Check.MIXED_CONTENT, target, link.kind().text() + " by http", place(page, link));
    }
    switch (link.kind()) {
      case CANONICAL -> wrongTarget(Check.CANONICAL_MISTAKES, page, link, target);
      case ALTERNATE -> version(page, link, target);
      default -> target(page, link, target, markup);
    }
  }

  /** Checks a link, or a part of the page, by the outcome of its target. */
  private void target(SiteUrl page, MarkupLink link, String target, PageMarkup markup)
      throws IOException {
    SiteUrl known = urls.get(target);
    if (known == null) {
      if (link.kind() != Kind.FORM) {
        unasked.merge(link.kind().text(), 1L, Long::sum);
      }
      return;
    }
    if (!known.facts.url().equals(page.facts.url())) {
      known.links++;
      known.isReached = true;
    }
    Place place = place(page, link);
    if (known.facts.isExternal()) {
      external(known.facts, Redirects.from(known.facts, urls), place);
      return;
    }
    if (link.kind() == Kind.FORM && known.facts.outcome() != Outcome.REDIRECT) {
      known.isTold |= known.facts.status() > 0;
      return; // It is requested without its fields, so its answer says little.
    }
    Redirects way = Redirects.from(known.facts, urls);
    if (!way.hops().isEmpty()) {
      redirected(known, way, place);
    }
    if (way.end().isPresent()) {
      UrlFacts end = way.end().get();
      if (!end.url().equals(page.facts.url()) && urls.get(end.url()) instanceof SiteUrl its) {
        its.isReached = true;
      }
      if (end.isExternal()) {
        external(end, Redirects.from(end, urls), byRedirect(way, place));
      } else if (end.outcome() == Outcome.BROKEN) {
        broken(link.kind(), end, way, place);
      } else if (end.outcome() == Outcome.BLOCKED) {
        add(Check.BLOCKED_LINKS, end.url(), end.detail(), place);
      } else if (end.outcome() == Outcome.FINE) {
        mediaType(link.kind(), end, place);
        fragment(page, link, end, markup);
      }
    }
  }

  /**
   * Checks a link to another site, if its target was requested.
   *
   * @param way from it on
   */
  private void external(UrlFacts known, Redirects way, Place place) throws IOException {
    String url = known.url();
    external.add(url);
    if (urls.get(url) instanceof SiteUrl its) {
      its.isTold = true;
    }
    UrlFacts end = way.end().orElse(known);
    String detail = way.hops().isEmpty() ? end.answer() : way.text();
    if (way.isLoop()) {
      add(Check.BROKEN_EXTERNAL_LINKS, url, "a redirect loop: " + detail, place);
    } else if (end.isUncertain()) {
      add(Check.UNCERTAIN_EXTERNAL_LINKS, url, detail, place);
    } else if (end.outcome() == Outcome.BROKEN) {
      add(Check.BROKEN_EXTERNAL_LINKS, url, detail, place);
    }
  }

  private void redirected(SiteUrl known, Redirects way, Place place) throws IOException {
    known.isTold = true;
    String first = known.facts.url();
    if (way.isLoop()) {
      add(Check.REDIRECT_LOOPS, first, way.text(), place);
    } else if (way.end().isPresent() && way.end().get().outcome() == Outcome.TOO_FAR) {
      add(
          Check.REDIRECT_LOOPS,
          first,
          "more redirects than the crawl follows: " + way.text(),
          place);
    } else if (way.hops().size() > 1) {
      add(Check.REDIRECT_CHAINS, first, way.text(), place);
    } else {
      add(Check.LINKS_TO_REDIRECTS, first, way.text(), place);
    }
  }

  private void broken(Kind kind, UrlFacts end, Redirects way, Place place) throws IOException {
    if (urls.get(end.url()) instanceof SiteUrl its) {
      its.isTold = true;
    }
    Check check =
        switch (kind) {
          case IMAGE -> Check.BROKEN_IMAGES;
          case FRAME, STYLE, SCRIPT, MEDIA -> Check.BROKEN_PARTS;
          case PAGE, FORM, CANONICAL, ALTERNATE, RELATED -> Check.BROKEN_LINKS;
        };
    add(check, end.url(), end.answer(), byRedirect(way, place));
  }

  private Place byRedirect(Redirects way, Place place) {
    return way.hops().isEmpty()
        ? place
        : place.redirectedFrom(shown.apply(way.hops().getFirst().url()));
  }

  private void mediaType(Kind kind, UrlFacts end, Place place) throws IOException {
    String type = end.mediaType();
    boolean fits =
        switch (kind) {
          case IMAGE -> type.startsWith("image/");
          case STYLE -> type.equals("text/css");
          case SCRIPT -> SCRIPTS.contains(type);
          default -> true;
        };
    if (!fits && !type.isEmpty() && end.status() == 200) {
      String detail = "%s, which is no %s".formatted(type, kind.text());
      add(Check.WRONG_MEDIA_TYPES, end.url(), detail, place);
    }
  }

  private void fragment(SiteUrl page, MarkupLink link, UrlFacts end, PageMarkup markup)
      throws IOException {
    String name = link.fragment();
    int directive = name.indexOf(":~:");
    name = decoded(directive < 0 ? name : name.substring(0, directive));
    boolean isPlace = !name.isEmpty() && !name.equalsIgnoreCase("top") && !name.startsWith("!");
    if (link.kind() != Kind.PAGE || !isPlace || name.startsWith("/") || !end.isPage()) {
      return;
    }
    Place place = place(page, link);
    if (!end.url().equals(page.facts.url())) {
      fragments.promise(
          end.url(),
          name,
          place.page(),
          place.text(),
          String.valueOf(place.line()),
          String.valueOf(place.column()));
    } else if (!markup.isCut()
        && !markup.anchors().contains(name)
        && !markup.anchors().contains(link.fragment())) {
      add(Check.MISSING_FRAGMENTS, end.url() + "#" + name, "", place);
    }
  }

  private void missingFragment(String page, String name, String[] more) throws IOException {
    SiteUrl its = urls.get(page);
    if (its != null && its.isRead && !its.isCut) {
      var place =
          new Place(more[0], "link", more[1], Integer.parseInt(more[2]), Integer.parseInt(more[3]));
      add(Check.MISSING_FRAGMENTS, page + "#" + name, "", place);
    }
  }

  /** A fragment, decoded as a browser does to look for an id (WHATWG HTML 7.4.6.4). */
  private static String decoded(String fragment) {
    if (fragment.indexOf('%') < 0) {
      return fragment;
    }
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return fragment; // Its percent signs do not encode anything.
    }
  }

  private void canonicals(SiteUrl page, PageMarkup markup) throws IOException {
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
      about(page, Check.CANONICAL_MISTAKES, detail);
    }
    if (!named.isEmpty() && !named.iterator().next().equals(page.facts.url())) {
      page.canonical = named.iterator().next();
    }
  }

  private void wrongTarget(Check check, SiteUrl page, MarkupLink link, String target)
      throws IOException {
    SiteUrl named = urls.get(target);
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
      about(page, check, "%s is %s: %s".formatted(name, target, what), link);
    }
  }

  /** A canonical URL that has one itself. */
  private void canonicalChain(SiteUrl page) throws IOException {
    SiteUrl named = page.canonical.isEmpty() ? null : urls.get(page.canonical);
    if (named != null && !named.canonical.isEmpty()) {
      about(
          page,
          Check.CANONICAL_MISTAKES,
          "its canonical URL %s names another: %s".formatted(page.canonical, named.canonical));
    } else if (named != null && named.isRead && named.isHidden) {
      about(
          page,
          Check.CANONICAL_MISTAKES,
          "its canonical URL %s is marked noindex".formatted(page.canonical));
    }
  }

  private void version(SiteUrl page, MarkupLink link, String target) throws IOException {
    String language = link.text();
    if (!isLanguage(language)) {
      about(page, Check.HREFLANG_MISTAKES, "no language tag: " + language, link);
    }
    wrongTarget(Check.HREFLANG_MISTAKES, page, link, target);
    SiteUrl end = urls.get(target);
    languages.has(page.facts.url(), target);
    if (end != null && end.facts.isPage() && !target.equals(page.facts.url())) {
      languages.promise(target, page.facts.url(), language);
    }
  }

  private void missingVersion(String page, String other, String[] more) throws IOException {
    SiteUrl its = urls.get(page);
    SiteUrl from = urls.get(other);
    if (its != null && from != null && its.isRead && !its.isCut) {
      about(
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

  private void texts(SiteUrl page, PageMarkup markup) throws IOException {
    text(page, markup.titles(), Check.MISSING_TITLES, Check.DUPLICATE_TITLES);
    text(page, markup.headings(), Check.MISSING_H1, Check.DUPLICATE_H1);
    text(page, markup.descriptions(), Check.MISSING_DESCRIPTIONS, Check.DUPLICATE_DESCRIPTIONS);
  }

  private void text(SiteUrl page, List<String> texts, Check missing, Check duplicate)
      throws IOException {
    Optional<String> text = texts.stream().filter(each -> !each.isEmpty()).findFirst();
    if (text.isPresent()) {
      if (page.isToBeFound()) {
        add(duplicate, text.get(), "", new Place(shown.apply(page.facts.url()), "", "", 0, 0));
      }
    } else if (!page.isHidden && !page.isCut) {
      about(page, missing, texts.isEmpty() ? "" : "it is empty");
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
      about(page, Check.CHARSET_MISTAKES, String.join("; ", mistakes));
    }
  }

  /** Reports the findings about a URL that do not need its markup. */
  private void measures(SiteUrl url) throws IOException {
    UrlFacts facts = url.facts;
    if (facts.outcome() != Outcome.FINE || facts.isExternal()) {
      return;
    }
    if (facts.micros() > thresholds.slow().toNanos() / 1_000) {
      about(url, Check.SLOW_PAGES, Figures.time(Duration.ofNanos(facts.micros() * 1_000)));
    }
    if (facts.bytes() > thresholds.heavyBytes()) {
      about(url, Check.HEAVY_PAGES, Figures.bytes(facts.bytes()));
    }
    if (facts.status() == 200 && facts.mediaType().isEmpty() && facts.bytes() > 0) {
      about(url, Check.WRONG_MEDIA_TYPES, "no Content-Type");
    }
    if (facts.isPage()
        && url.isToBeFound()
        && sitemap.isPresent()
        && !sitemap.get().contains(facts.url())) {
      about(url, Check.NOT_IN_SITEMAP, "");
    }
  }

  /**
   * Reports a URL that no link of a page has reported: it came by another way, or no markup was
   * kept.
   */
  private void untold(SiteUrl url) throws IOException {
    UrlFacts facts = url.facts;
    if (url.isTold) {
      return;
    }
    if (facts.isExternal()) {
      if (facts.outcome() != Outcome.OUTSIDE && !isOfRedirect(facts)) {
        external(facts, Redirects.from(facts, urls), firstPlace(url));
      }
      return;
    }
    if (facts.outcome() == Outcome.BROKEN) {
      about(url, Check.BROKEN_LINKS, facts.answer());
    } else if (facts.outcome() == Outcome.BLOCKED && url.links == 0) {
      about(url, Check.BLOCKED_LINKS, facts.detail());
    } else if (facts.outcome() == Outcome.REDIRECT && !isOfRedirect(facts)) {
      Redirects way = Redirects.from(facts, urls);
      boolean isRoot = facts.via().isEmpty();
      if (way.isLoop() || way.hops().size() > 1 || !isRoot) {
        redirected(url, way, firstPlace(url));
      }
    }
  }

  private boolean isOfRedirect(UrlFacts facts) {
    SiteUrl via = urls.get(facts.via());
    return via != null && via.facts.outcome() == Outcome.REDIRECT;
  }

  /** Entries of sitemaps that were found there first; none if links of some pages are not known. */
  private Set<String> foundInSitemaps() {
    Set<String> entries = new LinkedHashSet<>();
    boolean areLinksKnown = unread == 0 && read > 0 && !outcomes().containsKey(Outcome.PENDING);
    for (SiteUrl url : urls.values()) {
      boolean isEntry = sitemaps.contains(url.facts.via()) && !sitemaps.contains(url.facts.url());
      if (isEntry && areLinksKnown) {
        entries.add(url.facts.url());
      }
    }
    return entries;
  }

  private void unlinked(String entry) throws IOException {
    SiteUrl url = urls.get(entry);
    boolean isLinked =
        url != null && (url.isReached || url.facts.via().isEmpty() || isFoundOnPage(url));
    if (!isLinked) {
      add(
          Check.UNLINKED_SITEMAP_ENTRIES,
          entry,
          url == null ? "the crawl has not found it" : "only the sitemap names it",
          new Place("", "", "", 0, 0));
    }
  }

  /** Whether a page without kept markup led to it, by the ledger. */
  private boolean isFoundOnPage(SiteUrl url) {
    SiteUrl via = urls.get(url.facts.via());
    return via != null && !via.isRead && via.facts.isPage();
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
      add(
          Check.NEAR_DUPLICATES,
          first,
          detail,
          new Place(shown.apply(member.page()), "", "", 0, 0));
    }
  }

  /** A finding about a URL, with the place where it was found first. */
  private void about(SiteUrl url, Check check, String detail) throws IOException {
    add(check, url.facts.url(), detail, firstPlace(url));
  }

  /** A finding about a page, at a tag of it. */
  private void about(SiteUrl page, Check check, String detail, MarkupLink at) throws IOException {
    add(check, page.facts.url(), detail, place(page, at));
  }

  private Place firstPlace(SiteUrl url) {
    String via = url.facts.via();
    return via.isEmpty()
        ? new Place("", "root", "", 0, 0)
        : new Place(
            shown.apply(via), isOfRedirect(url.facts) ? "redirect" : "found there", "", 0, 0);
  }

  private Place place(SiteUrl page, MarkupLink link) {
    return new Place(
        shown.apply(page.facts.url()), link.kind().text(), link.text(), link.line(), link.column());
  }

  private void add(Check check, String subject, String detail, Place place) throws IOException {
    findings.add(check, check.isOfTexts() ? subject : shown(subject), detail, place);
  }

  /** A URL as users know it, with the fragment that it may have. */
  private String shown(String url) {
    int hash = url.indexOf('#');
    return hash < 0 ? shown.apply(url) : shown.apply(url.substring(0, hash)) + url.substring(hash);
  }

  @Override
  public void close() throws IOException {
    try (findings;
        fragments) {
      languages.close();
    }
  }
}
