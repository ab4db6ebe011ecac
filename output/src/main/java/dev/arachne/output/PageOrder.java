package dev.arachne.output;

import dev.arachne.options.ItemOrder;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Brings pages from the order of their verdicts into the order in which a crawl by one worker would
 * have met them: {@link ItemOrder#PAGES}. Confined to one thread.
 *
 * <p>It simulates that crawl: the line is its queue. If the first URL in line is decided, it
 * leaves, and the URLs that it leads to join the end of the line. If it is not, all pages decided
 * meanwhile are held.
 */
final class PageOrder {
  /** Records and pages that are held at most. */
  private static final int MOST_HELD = 100_000;

  private final ArrayDeque<CrawlUrl> line = new ArrayDeque<>();

  /** Every URL that has been in line. */
  private final Set<CrawlUrl> placed = new HashSet<>();

  /** Decided, and not yet their turn. */
  private final Map<CrawlUrl, OrderedPage> held = new LinkedHashMap<>();

  /** URLs without verdict that left the line because too many pages were held. */
  private final Set<CrawlUrl> passedOver = new HashSet<>();

  private final int mostHeld;
  private int heldSize;
  private long heldRecords;

  PageOrder(List<CrawlUrl> roots) {
    this(roots, MOST_HELD);
  }

  PageOrder(List<CrawlUrl> roots, int mostHeld) {
    this.mostHeld = mostHeld;
    place(roots);
  }

  /** Adds a page; returns the pages whose turn has come now. */
  List<OrderedPage> add(OrderedPage page) {
    List<OrderedPage> due = new ArrayList<>();
    if (passedOver.remove(page.url())) {
      go(page, due);
    } else {
      held.put(page.url(), page);
      heldSize += size(page);
      heldRecords += page.count();
    }
    takeDue(due);
    while (heldSize > mostHeld && !line.isEmpty()) {
      passedOver.add(line.remove());
      takeDue(due);
    }
    return due;
  }

  /** Ends the pages; returns the held ones, in order as far as it is known. */
  List<OrderedPage> rest() {
    List<OrderedPage> due = new ArrayList<>();
    for (takeDue(due); !line.isEmpty(); takeDue(due)) {
      line.remove();
    }
    due.addAll(held.values());
    held.clear();
    heldSize = 0;
    heldRecords = 0;
    return due;
  }

  /** Records that wait for their turn. */
  long held() {
    return heldRecords;
  }

  private void takeDue(List<OrderedPage> due) {
    for (OrderedPage page = next(); page != null; page = next()) {
      heldSize -= size(page);
      heldRecords -= page.count();
      go(page, due);
    }
  }

  /** Takes the first in line, if it has been decided. */
  private @Nullable OrderedPage next() {
    CrawlUrl first = line.peek();
    OrderedPage page = first == null ? null : held.remove(first);
    if (page != null) {
      line.remove();
    }
    return page;
  }

  private void go(OrderedPage page, List<OrderedPage> due) {
    due.add(page);
    if (page.isRedirect()) {
      page.onward().stream().filter(placed::add).forEach(line::addFirst);
    } else {
      place(page.onward());
    }
  }

  private void place(List<CrawlUrl> urls) {
    urls.stream().filter(placed::add).forEach(line::add);
  }

  private static int size(OrderedPage page) {
    return 1 + page.count();
  }
}
