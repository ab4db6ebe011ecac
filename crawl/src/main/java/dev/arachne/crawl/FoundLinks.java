package dev.arachne.crawl;

import dev.arachne.extract.LinkOptions;
import dev.arachne.http.ByteBudget;
import dev.arachne.ledger.Discovery;
import dev.arachne.traps.AbsentPage;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The links of one page that the crawl may follow, within a bound on their bytes: a page of little
 * text can have a hundred thousand links of 16 KB each, by a long base URL. Confined to its loop.
 */
final class FoundLinks {
  /** Bytes that a discovery takes beside the text of its URL. */
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
  private OptionalLong content = OptionalLong.empty();
  private boolean starved;
  private boolean full;

  /**
   * No links.
   *
   * @param share holds the bytes of the links
   * @param most bytes of them all
   */
  FoundLinks(ByteBudget.Share share, long most) {
    this.share = share;
    this.most = most;
  }

  /** Whether there is room for a link to a URL of so many characters; never waits. */
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

  /** The same, but waits while others have the memory; false only if the page has too many. */
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

  /** Adds a link for which there is room. */
  void add(Discovery link) {
    links.add(link);
  }

  /** Adds those of another reading of the page: what that says holds as well. */
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
    content = others.content;
  }

  /** Another link leads to what had been found before. */
  void repeated() {
    repeats++;
  }

  /** How many did. */
  long repeats() {
    return repeats;
  }

  /** Whether links were left out since others had the memory for them: they can be read again. */
  boolean isStarved() {
    return starved;
  }

  /** Whether links were left out since the page has too many. */
  boolean isFull() {
    return full;
  }

  /** Forgets the links, and waits until there is memory for as many as a page may have. */
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

  /** The page says not to follow this one. */
  void leave(CrawlUrl link) {
    left.add(link);
  }

  /** Whether the page says not to follow it. */
  boolean isLeft(CrawlUrl link) {
    return left.contains(link);
  }

  /** The page has more links than are read. */
  void cut() {
    cut = true;
  }

  /** It is a sitemap of which something was left out. */
  void cut(String why) {
    cut = true;
    whySitemapCut = why;
  }

  /** Whether links were left out that should have been followed. */
  boolean areCut() {
    return (cut || full) && !forbidden;
  }

  /** Why that is so, in words for people. */
  String whyCut() {
    if (!whySitemapCut.isEmpty()) {
      return whySitemapCut;
    }
    return full
        ? "its links take more than " + (most >> 20) + " MiB (--memory)"
        : "it has more than " + LinkOptions.defaults().maxLinks() + " links";
  }

  /** The page asks not to follow any of its links. */
  void forbid() {
    forbidden = true;
  }

  /** Whether none may be followed. */
  boolean areForbidden() {
    return forbidden;
  }

  /** The page says that it is declined for the purpose of the crawl. */
  void refuse(String why) {
    refusal = Optional.of(why);
  }

  /** Why it says so; empty if it does not. */
  Optional<String> refusal() {
    return refusal;
  }

  /** The page is answered as one that is not there: none of its links is followed. */
  void areAsOf(AbsentPage page) {
    absent = Optional.of(page);
  }

  /** The page that is not there, as which the page is answered; empty if it is there. */
  Optional<AbsentPage> absent() {
    return absent;
  }

  /** What the page says, as was seen while its links were found. */
  void says(OptionalLong content) {
    this.content = content;
  }

  /** What the page says; empty if it was not looked at, or has no content. */
  OptionalLong content() {
    return content;
  }

  /** Forgets the links, which may not be followed. */
  void clear() {
    links.clear();
  }

  /** The links, in order; the share holds what they take, and no more. */
  List<Discovery> all() {
    share.settle(held, bytes);
    held = bytes;
    return links;
  }
}
