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
 * meanwhile are held. A page that has left is held, too, while it has a record that waits for its
 * detail page, and so are those that have left after it.
 */
final class PageOrder {
  /** Records and pages that are held at most. */
  private static final int MOST_HELD = 100_000;

  private final ArrayDeque<CrawlUrl> line = new ArrayDeque<>();

  /** Every URL that has been in line. */
  private final Set<CrawlUrl> placed = new HashSet<>();

  /** Decided, and not yet their turn. */
  private final Map<CrawlUrl, OrderedPage> held = new LinkedHashMap<>();

  /** Decided pages whose turn has come; the first one waits for a detail page. */
  private final LinkedHashMap<CrawlUrl, OrderedPage> turned = new LinkedHashMap<>();

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

  /** Adds an event; returns the pages whose records are due now. */
  List<OrderedPage> add(OrderEvent event) {
    return switch (event) {
      case OrderedPage page -> add(page);
      case FilledSlot filled -> fill(filled);
    };
  }

  private List<OrderedPage> add(OrderedPage page) {
    List<OrderedPage> due = new ArrayList<>();
    hold(page, 1);
    if (passedOver.remove(page.url())) {
      turn(page);
    } else {
      held.put(page.url(), page);
    }
    takeDue(due);
    while (heldSize > mostHeld && !(turned.isEmpty() && line.isEmpty())) {
      if (turned.isEmpty()) {
        passedOver.add(line.remove());
      } else {
        release(due);
      }
      takeDue(due);
    }
    return due;
  }

  /** A record that comes later than its page is due at once. */
  private List<OrderedPage> fill(FilledSlot filled) {
    Map<CrawlUrl, OrderedPage> place = turned.containsKey(filled.url()) ? turned : held;
    OrderedPage page = place.get(filled.url());
    if (page == null) {
      return List.of(new OrderedPage(filled.url(), filled.records(), List.of(), false, List.of()));
    }
    hold(page, -1);
    OrderedPage more = page.with(filled);
    place.put(filled.url(), more);
    hold(more, 1);
    List<OrderedPage> due = new ArrayList<>();
    takeDue(due);
    return due;
  }

  /** Ends the pages; returns the held ones, in order as far as it is known. */
  List<OrderedPage> rest() {
    List<OrderedPage> due = new ArrayList<>();
    for (takeDue(due); !line.isEmpty(); takeDue(due)) {
      line.remove();
    }
    due.addAll(turned.values());
    due.addAll(held.values());
    turned.clear();
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
      turn(page);
    }
    while (!turned.isEmpty() && !turned.firstEntry().getValue().waits()) {
      release(due);
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

  private void turn(OrderedPage page) {
    turned.put(page.url(), page);
    if (page.isRedirect()) {
      page.onward().stream().filter(placed::add).forEach(line::addFirst);
    } else {
      place(page.onward());
    }
  }

  private void release(List<OrderedPage> due) {
    OrderedPage page = turned.pollFirstEntry().getValue();
    hold(page, -1);
    due.add(page);
  }

  private void hold(OrderedPage page, int times) {
    heldSize += times * size(page);
    heldRecords += (long) times * page.present();
  }

  private void place(List<CrawlUrl> urls) {
    urls.stream().filter(placed::add).forEach(line::add);
  }

  private static int size(OrderedPage page) {
    return 1 + page.records().count() + page.slots().size();
  }
}
