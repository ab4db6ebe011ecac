package dev.arachne.crawl;

import dev.arachne.extract.LinkOptions;
import dev.arachne.http.ByteBudget;
import dev.arachne.ledger.Discovery;
import dev.arachne.traps.AbsentPage;
import dev.arachne.traps.PageSignature;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The links of one page that the crawl may follow, within a bound on their bytes. A page with
 * little text can have a hundred thousand links of 16 KB each, by a long base URL. Confined to its
 * event loop.
 */
final class FoundLinks {
  /** Bytes of a discovery without the text of its URL. */
  private static final int DISCOVERY_BYTES = 150;

  /** Bytes by which the share grows at a time. */
  private static final int STEP = 4 << 10;

  private final ByteBudget.Share share;
  private final long most;
  private final List<Discovery> links = new ArrayList<>();
  private long bytes;
  private long held;
  private final Set<CrawlUrl> left = new HashSet<>();
  private long repeats;
  private boolean cut;
  private String whySitemapCut = "";
  private boolean forbidden;
  private Optional<String> refusal = Optional.empty();
  private Optional<AbsentPage> absent = Optional.empty();
  private Optional<PageSignature> signature = Optional.empty();
  private Optional<PageCode> code = Optional.empty();
  private String title = "";
  private boolean starved;
  private boolean full;

  /**
   * No links.
   *
   * @param share holds the bytes of the links
   * @param most bytes of all links together
   */
  FoundLinks(ByteBudget.Share share, long most) {
    this.share = share;
    this.most = most;
  }

  /** Whether there is room for a link to a URL of this length; never waits. */
  boolean hasRoom(int length) {
    if (full || starved) {
      return false;
    }
    long more = (long) DISCOVERY_BYTES + length;
    if (bytes + more > most) {
      full = true;
      return false;
    }
    if (bytes + more > held) {
      long growth = Math.max(STEP, more);
      if (!share.tryGrow(growth)) {
        starved = true;
        return false;
      }
      held += growth;
    }
    bytes += more;
    return true;
  }

  /**
   * Waits for that room while other pages have the memory; false only if the page has too many
   * links.
   */
  boolean awaitRoom(int length) {
    starved = false;
    if (!hasRoom(length) && starved) {
      starved = false;
      long growth = Math.max(STEP, (long) DISCOVERY_BYTES + length);
      share.grow(growth);
      held += growth;
      return hasRoom(length);
    }
    return !full;
  }

  /** Adds a link; the caller has made sure that there is room. */
  void add(Discovery link) {
    links.add(link);
  }

  /** Adds the links and properties of another reading of the page. */
  void addAll(FoundLinks others) {
    Set<CrawlUrl> known = new HashSet<>();
    links.forEach(link -> known.add(link.url()));
    for (Discovery link : others.links) {
      if (known.add(link.url())) {
        links.add(link);
        bytes += DISCOVERY_BYTES + link.url().toString().length();
      }
    }
    held += others.held;
    left.addAll(others.left);
    cut |= others.cut;
    full |= others.full;
    forbidden |= others.forbidden;
    refusal = refusal.or(() -> others.refusal);
    signature = others.signature;
    title = others.title.isEmpty() ? title : others.title;
  }

  /** Counts a link to a URL that had been found before. */
  void repeated() {
    repeats++;
  }

  /** The number of such links. */
  long repeats() {
    return repeats;
  }

  /** Whether links were skipped since other pages had the memory; they can be read again. */
  boolean isStarved() {
    return starved;
  }

  /** Whether links were skipped since the page has too many. */
  boolean isFull() {
    return full;
  }

  /** Forgets the links, and waits until there is memory for the most links of a page. */
  void startAgain() {
    links.clear();
    left.clear();
    share.settle(held, 0);
    share.grow(most);
    held = most;
    bytes = 0;
    starved = false;
    full = false;
  }

  /** Notes a link with nofollow. */
  void leave(CrawlUrl link) {
    left.add(link);
  }

  /** Whether the link has nofollow. */
  boolean isLeft(CrawlUrl link) {
    return left.contains(link);
  }

  /** Notes that the page has more links than are read. */
  void cut() {
    cut = true;
  }

  /** Notes that part of a sitemap was skipped. */
  void cut(String why) {
    cut = true;
    whySitemapCut = why;
  }

  /** Whether links were skipped that should have been followed. */
  boolean areCut() {
    return (cut || full) && !forbidden;
  }

  /** Why links were skipped, in words for people. */
  String whyCut() {
    if (!whySitemapCut.isEmpty()) {
      return whySitemapCut;
    }
    return full
        ? "its links take more than " + (most >> 20) + " MiB (--memory)"
        : "it has more than " + LinkOptions.defaults().maxLinks() + " links";
  }

  /** Notes that the page forbids following its links. */
  void forbid() {
    forbidden = true;
  }

  /** Whether no link may be followed. */
  boolean areForbidden() {
    return forbidden;
  }

  /** Notes that the page declines the purpose of the crawl. */
  void refuse(String why) {
    refusal = Optional.of(why);
  }

  /** Why the page declines it; empty if it does not. */
  Optional<String> refusal() {
    return refusal;
  }

  /** Notes that the page is a soft 404: none of its links is followed. */
  void areAsOf(AbsentPage page) {
    absent = Optional.of(page);
  }

  /** The missing page that the page resembles; empty if the page exists. */
  Optional<AbsentPage> absent() {
    return absent;
  }

  /** Notes the signature of the page, computed while its links were found. */
  void says(Optional<PageSignature> signature) {
    this.signature = signature;
  }

  /** The signature of the page; empty if it was not computed, or if the page has no content. */
  Optional<PageSignature> signature() {
    return signature;
  }

  /** Notes the code of the page, read while its links were found. */
  void runs(PageCode its) {
    code = Optional.of(its);
  }

  /** The code of the page; empty if it was not read. */
  Optional<PageCode> code() {
    return code;
  }

  /** Notes the title of the page. */
  void entitle(String its) {
    title = its;
  }

  /** The title of the page; empty if it has none. */
  String title() {
    return title;
  }

  /** Forgets the links, since they may not be followed. */
  void clear() {
    links.clear();
  }

  /** Returns the links, in order; the share then holds their bytes exactly. */
  List<Discovery> all() {
    share.settle(held, bytes);
    held = bytes;
    return links;
  }
}
