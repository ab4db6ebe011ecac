package dev.arachne.crawl;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.Origin;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The tabs of a browser, which sites take in turns. A site of which a page was given up of late has
 * one tab at a time, so that pages that compute for ever never have all of them. Confined to its
 * loop.
 */
final class Tabs {
  /** So many pages have to be shown in order until a site is trusted again. */
  private static final int TROUBLE = 20;

  private final EventLoop loop;
  private final int all;
  private int free;

  /** Those that have tabs, wait for some or were in trouble; that whose turn is next first. */
  private final Map<Origin, Site> sites = new LinkedHashMap<>();

  private static final class Site {
    private final ArrayDeque<Promise<Boolean>> waiting = new ArrayDeque<>();
    private int held;
    private int trouble;

    boolean mayHaveOne(int all) {
      return held == 0 || trouble == 0 || all == 1;
    }

    boolean isForgotten() {
      return held == 0 && trouble == 0 && waiting.isEmpty();
    }
  }

  Tabs(EventLoop loop, int all) {
    this.loop = loop;
    this.all = all;
    this.free = all;
  }

  /** Takes a tab for a page of a site; waits until it is its turn. */
  void take(Origin origin) {
    Site site = sites.computeIfAbsent(origin, _ -> new Site());
    if (free > 0 && site.waiting.isEmpty() && site.mayHaveOne(all)) {
      free--;
      site.held++;
      return;
    }
    var turn = new Promise<Boolean>(loop, "a tab of the browser");
    site.waiting.add(turn);
    try {
      var _ = turn.await();
    } catch (CancelledException e) {
      if (!site.waiting.remove(turn)) {
        giveBack(origin, site);
      } else if (site.isForgotten()) {
        sites.remove(origin, site);
      }
      throw e;
    }
  }

  /** The page of a site that had the tab was shown. */
  void give(Origin origin) {
    Site site = holder(origin);
    site.trouble = Math.max(0, site.trouble - 1);
    giveBack(origin, site);
  }

  /** The page of a site that had the tab was given up. */
  void giveInTrouble(Origin origin) {
    Site site = holder(origin);
    site.trouble = TROUBLE;
    giveBack(origin, site);
  }

  private Site holder(Origin origin) {
    return Objects.requireNonNull(sites.get(origin), "a site without a tab gives none back");
  }

  private void giveBack(Origin origin, Site site) {
    free++;
    site.held--;
    if (site.isForgotten()) {
      sites.remove(origin);
    }
    boolean isServed = true;
    while (free > 0 && isServed) {
      isServed = serveNext();
    }
  }

  /** Whether the next site in line has got a tab. */
  private boolean serveNext() {
    Iterator<Map.Entry<Origin, Site>> next = sites.entrySet().iterator();
    while (next.hasNext()) {
      Map.Entry<Origin, Site> each = next.next();
      Site site = each.getValue();
      if (!site.waiting.isEmpty() && site.mayHaveOne(all)) {
        next.remove();
        sites.put(each.getKey(), site);
        free--;
        site.held++;
        site.waiting.remove().complete(true);
        return true;
      }
    }
    return false;
  }
}
