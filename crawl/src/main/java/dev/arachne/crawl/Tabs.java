package dev.arachne.crawl;

import dev.arachne.browser.LongPage;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.Origin;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/**
 * The tabs of a browser, which sites use in turns. Pages that compute indefinitely never take all
 * of them:
 *
 * <ul>
 *   <li>A site with a recently aborted page has one tab at a time.
 *   <li>A page that computes without a pause, or waits for replies, is set aside: another page may
 *       be shown in its place. As many pages as there are tabs can be set aside.
 *   <li>After pages that compute, and aborted ones, for a while, one tab is for sites that have
 *       shown pages before; the pages of other sites are kept apart.
 * </ul>
 *
 * <p>Confined to its event loop.
 */
final class Tabs {
  /** Pages that must be shown successfully before a site is trusted again. */
  private static final int TROUBLE = 20;

  /** Pages that must be shown successfully before unknown sites are trusted again. */
  private static final int CAUTION = 100;

  /** Sites that are remembered to have shown a page: the last ones. */
  private static final int MOST_KNOWN = 10_000;

  private final EventLoop loop;
  private final int all;
  private int free;

  /** The pages that are set aside, and those of sites that have shown none, not set aside. */
  private int aside;

  private int unknown;

  private int caution;

  /** Sites that have shown a page. */
  private final LinkedHashSet<Origin> known = new LinkedHashSet<>();

  /**
   * Sites that have tabs, wait for some or were in trouble; the site with the next turn is first.
   */
  private final Map<Origin, Site> sites = new LinkedHashMap<>();

  private static final class Site {
    private final ArrayDeque<Promise<Tab>> waiting = new ArrayDeque<>();
    private int held;
    private int trouble;

    boolean isForgotten() {
      return held == 0 && trouble == 0 && waiting.isEmpty();
    }
  }

  Tabs(EventLoop loop, int all) {
    this.loop = loop;
    this.all = all;
    this.free = all;
  }

  /** A tab that a page of a site has. */
  final class Tab implements LongPage {
    private final Origin origin;
    private final Site site;
    private final boolean isOfKnown;
    private final boolean isApart;
    private boolean isAside;

    private Tab(Origin origin, Site site) {
      this.origin = origin;
      this.site = site;
      this.isOfKnown = known.contains(origin);
      this.isApart = caution > 0 && !isOfKnown;
      free--;
      unknown += isOfKnown ? 0 : 1;
      site.held++;
    }

    /** Whether its site has shown no page, and pages of such sites were in trouble recently. */
    boolean isApart() {
      return isApart;
    }

    /** Lets another page be shown in its place, and keeps unknown sites apart for a while. */
    @Override
    public void computes() {
      caution = CAUTION;
      setAside();
    }

    /** Lets another page be shown in its place. */
    @Override
    public void waits() {
      setAside();
    }

    private void setAside() {
      if (!isAside && aside < all) {
        isAside = true;
        aside++;
        makeRoom();
      }
    }

    /** Returns the tab of a page that was shown. */
    void give() {
      caution = Math.max(0, caution - 1);
      site.trouble = Math.max(0, site.trouble - 1);
      known.addLast(origin);
      if (known.size() > MOST_KNOWN) {
        known.removeFirst();
      }
      giveBack();
    }

    /** Returns the tab of a page that was aborted. */
    void giveInTrouble() {
      site.trouble = TROUBLE;
      caution = CAUTION;
      known.remove(origin);
      giveBack();
    }

    private void giveBack() {
      site.held--;
      if (site.isForgotten()) {
        sites.remove(origin);
      }
      if (isAside) {
        aside--;
        serve();
      } else {
        makeRoom();
      }
    }

    private void makeRoom() {
      free++;
      unknown -= isOfKnown ? 0 : 1;
      serve();
    }
  }

  /** Takes a tab for a page of a site; waits for its turn. */
  Tab take(Origin origin) {
    Site site = sites.computeIfAbsent(origin, _ -> new Site());
    if (site.waiting.isEmpty() && mayHaveOne(origin, site)) {
      return new Tab(origin, site);
    }
    var turn = new Promise<Tab>(loop, "a tab of the browser");
    site.waiting.add(turn);
    try {
      return turn.await();
    } catch (CancelledException e) {
      if (!site.waiting.remove(turn)) {
        turn.await().giveBack();
      } else if (site.isForgotten()) {
        sites.remove(origin, site);
      }
      throw e;
    }
  }

  /** The number of pages that wait for a tab. */
  int waiting() {
    return sites.values().stream().mapToInt(site -> site.waiting.size()).sum();
  }

  private boolean mayHaveOne(Origin origin, Site site) {
    return free > 0
        && (site.held == 0 || site.trouble == 0 || all == 1)
        && (known.contains(origin) || !isOneKept() || unknown < all - 1);
  }

  /** Whether a tab is kept for known sites. */
  private boolean isOneKept() {
    return caution > 0 && all > 1 && !known.isEmpty();
  }

  private void serve() {
    boolean isServed = true;
    while (isServed) {
      isServed = serveNext();
    }
  }

  /** Gives a tab to the next site in line; returns whether there was one. */
  private boolean serveNext() {
    Iterator<Map.Entry<Origin, Site>> next = sites.entrySet().iterator();
    while (next.hasNext()) {
      Map.Entry<Origin, Site> each = next.next();
      Site site = each.getValue();
      if (!site.waiting.isEmpty() && mayHaveOne(each.getKey(), site)) {
        next.remove();
        sites.put(each.getKey(), site);
        site.waiting.remove().complete(new Tab(each.getKey(), site));
        return true;
      }
    }
    return false;
  }
}
