package dev.arachne.findings;

import dev.arachne.content.MarkupLink;
import dev.arachne.content.MarkupLink.Kind;
import dev.arachne.content.PageMarkup;
import dev.arachne.findings.UrlFacts.Outcome;
import java.io.Closeable;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks links and parts of pages by the outcomes of their targets, and then the URLs that no link
 * of a page has reported. Confined to one thread.
 */
final class LinkChecks implements Closeable {
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

  private final SiteFindings site;
  private final FragmentLinks fragments = new FragmentLinks();
  private final Set<String> external = new HashSet<>();
  private final Map<String, Long> unasked = new TreeMap<>();

  LinkChecks(SiteFindings site) {
    this.site = site;
  }

  /** Takes the places of a page to which links may lead. */
  void anchors(String page, PageMarkup markup) throws IOException {
    for (String anchor : new LinkedHashSet<>(markup.anchors())) {
      fragments.has(page, anchor);
      String decoded = decoded(anchor);
      if (!decoded.equals(anchor)) {
        fragments.has(page, decoded); // A fragment is looked for as it stands, too.
      }
    }
  }

  /** Checks a link, or a part of the page, by the outcome of its target. */
  void check(SiteUrl page, MarkupLink link, String target, PageMarkup markup) throws IOException {
    SiteUrl known = site.url(target);
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
    Place place = site.place(page, link);
    if (known.facts.isExternal()) {
      external(known.facts, site.redirects(known.facts), place);
      return;
    }
    if (link.kind() == Kind.FORM && known.facts.outcome() != Outcome.REDIRECT) {
      known.isTold |= known.facts.status() > 0;
      return; // It is requested without its fields, so its answer says little.
    }
    Redirects way = site.redirects(known.facts);
    if (!way.hops().isEmpty()) {
      redirected(known, way, place);
    }
    if (way.end().isPresent()) {
      UrlFacts end = way.end().get();
      if (!end.url().equals(page.facts.url()) && site.url(end.url()) instanceof SiteUrl its) {
        its.isReached = true;
      }
      if (end.isExternal()) {
        external(end, site.redirects(end), site.byRedirect(way, place));
      } else if (end.outcome() == Outcome.BROKEN) {
        broken(link.kind(), end, way, place);
      } else if (end.outcome() == Outcome.BLOCKED) {
        site.add(Check.BLOCKED_LINKS, end.url(), end.detail(), place);
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
    if (site.url(url) instanceof SiteUrl its) {
      its.isTold = true;
    }
    UrlFacts end = way.end().orElse(known);
    String detail = way.hops().isEmpty() ? end.answer() : way.text();
    if (way.isLoop()) {
      site.add(Check.BROKEN_EXTERNAL_LINKS, url, "a redirect loop: " + detail, place);
    } else if (end.isUncertain()) {
      site.add(Check.UNCERTAIN_EXTERNAL_LINKS, url, detail, place);
    } else if (end.outcome() == Outcome.BROKEN) {
      site.add(Check.BROKEN_EXTERNAL_LINKS, url, detail, place);
    }
  }

  private void redirected(SiteUrl known, Redirects way, Place place) throws IOException {
    known.isTold = true;
    String first = known.facts.url();
    if (way.isLoop()) {
      site.add(Check.REDIRECT_LOOPS, first, way.text(), place);
    } else if (way.end().isPresent() && way.end().get().outcome() == Outcome.TOO_FAR) {
      site.add(
          Check.REDIRECT_LOOPS,
          first,
          "more redirects than the crawl follows: " + way.text(),
          place);
    } else if (way.hops().size() > 1) {
      site.add(Check.REDIRECT_CHAINS, first, way.text(), place);
    } else {
      site.add(Check.LINKS_TO_REDIRECTS, first, way.text(), place);
    }
  }

  private void broken(Kind kind, UrlFacts end, Redirects way, Place place) throws IOException {
    if (site.url(end.url()) instanceof SiteUrl its) {
      its.isTold = true;
    }
    Check check =
        switch (kind) {
          case IMAGE -> Check.BROKEN_IMAGES;
          case FRAME, STYLE, SCRIPT, MEDIA -> Check.BROKEN_PARTS;
          case PAGE, FORM, CANONICAL, ALTERNATE, RELATED -> Check.BROKEN_LINKS;
        };
    site.add(check, end.url(), end.answer(), site.byRedirect(way, place));
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
      site.add(Check.WRONG_MEDIA_TYPES, end.url(), detail, place);
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
    Place place = site.place(page, link);
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
      site.add(Check.MISSING_FRAGMENTS, end.url() + "#" + name, "", place);
    }
  }

  /** Reports the links whose fragments no page has had. */
  void settle() throws IOException {
    fragments.settle(this::missingFragment);
  }

  private void missingFragment(String page, String name, String[] more) throws IOException {
    SiteUrl its = site.url(page);
    if (its != null && its.isRead && !its.isCut) {
      var place =
          new Place(more[0], "link", more[1], Integer.parseInt(more[2]), Integer.parseInt(more[3]));
      site.add(Check.MISSING_FRAGMENTS, page + "#" + name, "", place);
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

  /**
   * Reports a URL that no link of a page has reported: it came by another way, or no markup was
   * kept.
   */
  void untold(SiteUrl url) throws IOException {
    UrlFacts facts = url.facts;
    if (url.isTold) {
      return;
    }
    if (facts.isExternal()) {
      if (facts.outcome() != Outcome.OUTSIDE && !site.isOfRedirect(facts)) {
        external(facts, site.redirects(facts), site.firstPlace(url));
      }
      return;
    }
    if (facts.outcome() == Outcome.BROKEN) {
      site.about(url, Check.BROKEN_LINKS, facts.answer());
    } else if (facts.outcome() == Outcome.BLOCKED && url.links == 0) {
      site.about(url, Check.BLOCKED_LINKS, facts.detail());
    } else if (facts.outcome() == Outcome.REDIRECT && !site.isOfRedirect(facts)) {
      Redirects way = site.redirects(facts);
      boolean isRoot = facts.via().isEmpty();
      if (way.isLoop() || way.hops().size() > 1 || !isRoot) {
        redirected(url, way, site.firstPlace(url));
      }
    }
  }

  /** The number of targets on other sites. */
  long externalTargets() {
    return external.size();
  }

  /** The number of those that were requested. */
  long externalAsked() {
    return external.stream()
        .filter(
            url -> site.url(url) instanceof SiteUrl its && its.facts.outcome() != Outcome.OUTSIDE)
        .count();
  }

  /** Links whose targets the crawl has not found, by their kinds. */
  Map<String, Long> unasked() {
    return unasked;
  }

  @Override
  public void close() throws IOException {
    fragments.close();
  }
}
