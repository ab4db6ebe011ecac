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
 * The tabs of a browser, which sites use in turns. A site with a recently aborted page has one tab
 * at a time, so that pages that compute indefinitely never take all of them. Confined to its event
 * loop.
 */
final class Tabs {
  /** Pages that must be shown successfully before a site is trusted again. */
  private static final int TROUBLE = 20;

  private final EventLoop loop;
  private final int all;
  private int free;

  /**
   * Sites that have tabs, wait for some or were in trouble; the site with the next turn is first.
   */
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

  /** Takes a tab for a page of a site; waits for its turn. */
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

  /** The number of pages that wait for a tab. */
  int waiting() {
    return sites.values().stream().mapToInt(site -> site.waiting.size()).sum();
  }

  /** Returns the tab of a page that was shown. */
  void give(Origin origin) {
    Site site = holder(origin);
    site.trouble = Math.max(0, site.trouble - 1);
    giveBack(origin, site);
  }

  /** Returns the tab of a page that was aborted. */
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

  /** Gives a tab to the next site in line; returns whether there was one. */
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
