package dev.arachne.frontier;

import dev.arachne.ledger.Changes;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.store.RowStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * URLs to do that are set aside: by a change of the crawl, by an exhausted budget, or since they
 * are likely to bring nothing new ({@link Traps}). A URL comes here when it has its turn, so that a
 * change costs the same however many URLs it is about. URLs come back, some in each batch, when
 * their change is not in force any more. Those that are left when nothing else is to do are
 * decided, or come back then. All are rows, by the reason that has set them aside. Confined to its
 * shard.
 */
final class SetAsideRows {
  /** The number, in place of that of a change, for URLs of an exhausted budget. */
  static final int BUDGET = 1 << 30;

  /** URLs that come back, or are decided, in one commit. */
  static final int AT_ONCE = 1_000;

  /** Bytes of the row of a URL, roughly. */
  private static final int ROW_BYTES = 300;

  private final RowStore store;
  private final StoredCounts totals;

  /** Changes whose URLs come back. */
  private final ArrayDeque<Integer> returning = new ArrayDeque<>();

  /** The key from which there may be URLs of the first of them. */
  private byte[] from = {};

  /** The key from which there may be URLs that do not come back. */
  private byte[] firstLast = LedgerKeys.kind('U');

  SetAsideRows(RowStore store, StoredCounts totals) {
    this.store = store;
    this.totals = totals;
  }

  /**
   * A URL that is set aside, and by which change, {@link #BUDGET}, or a number of {@link Traps}.
   */
  record Row(int change, QueueEntry entry) {}

  /** Sets aside a URL whose row in the queue of its host was deleted. */
  void add(int change, long host, QueueEntry entry) {
    byte[] key = FrontierKeys.setAside(change, host, entry.place());
    store.put(key, entry.value());
    totals.setAside++;
    firstLast = Arrays.compareUnsigned(key, firstLast) < 0 ? key : firstLast;
  }

  boolean isEmpty() {
    return totals.setAside == 0;
  }

  /** The numbers from one on under which URLs are set aside. */
  List<Integer> numbersFrom(int first) {
    List<Integer> numbers = new ArrayList<>();
    if (totals.setAside > 0) {
      List<RowStore.Row> next = first(FrontierKeys.setAside(first), 1);
      while (!next.isEmpty()) {
        int number = change(next.getFirst());
        numbers.add(number);
        next = first(FrontierKeys.setAside(number + 1), 1);
      }
    }
    return numbers;
  }

  /** The number of URLs set aside under a number, counted one by one. */
  int count(int number) {
    int[] count = {0};
    store.scan(FrontierKeys.setAside(number), FrontierKeys.setAside(number + 1), _ -> count[0]++);
    return count[0];
  }

  /**
   * Takes out those under a number that are wanted; they are offered in order.
   *
   * @param most how many; then no more are offered
   */
  List<QueueEntry> take(int number, long most, Predicate<QueueEntry> isWanted) {
    List<QueueEntry> taken = new ArrayList<>();
    byte[] next = FrontierKeys.setAside(number);
    byte[] end = FrontierKeys.setAside(number + 1);
    List<RowStore.Row> rows = store.range(next, end, AT_ONCE);
    while (!rows.isEmpty()) {
      for (RowStore.Row row : rows) {
        QueueEntry entry = QueueEntry.read(row.value());
        if (taken.size() < most && isWanted.test(entry)) {
          taken.add(entry);
          remove(row.key());
        }
      }
      next = RowStore.after(rows.getLast().key());
      rows = taken.size() < most ? store.range(next, end, AT_ONCE) : List.of();
    }
    return taken;
  }

  /** Has all come back that are set aside under a number, some in each batch. */
  void returnAll(int number) {
    if (returning.isEmpty()) {
      from = FrontierKeys.setAside(number);
    }
    returning.add(number);
  }

  /** Has the URLs come back whose changes are not in force. */
  void keep(Changes changes) {
    List<Integer> others = returning.stream().filter(number -> number >= BUDGET).toList();
    returning.clear();
    byte[] next = LedgerKeys.kind('U');
    List<RowStore.Row> first = totals.setAside == 0 ? List.of() : first(next, 1);
    while (!first.isEmpty()) {
      int change = change(first.getFirst());
      if (change < BUDGET && !changes.has(change)) {
        returning.add(change);
      }
      next = FrontierKeys.setAside(change + 1);
      first = first(next, 1);
    }
    returning.addAll(others);
    from = returning.isEmpty() ? LedgerKeys.kind('U') : FrontierKeys.setAside(returning.peek());
  }

  /** Whether some have yet to come back. */
  boolean areReturning() {
    return !returning.isEmpty();
  }

  /** Takes out some of those that come back. */
  List<QueueEntry> takeReturning() {
    List<QueueEntry> taken = new ArrayList<>();
    Integer change = returning.peek();
    if (change == null) {
      return taken;
    }
    List<RowStore.Row> rows = store.range(from, FrontierKeys.setAside(change + 1), AT_ONCE);
    for (RowStore.Row row : rows) {
      taken.add(QueueEntry.read(row.value()));
      remove(row.key());
    }
    if (rows.size() < AT_ONCE) {
      returning.remove();
      from = returning.isEmpty() ? LedgerKeys.kind('U') : FrontierKeys.setAside(returning.peek());
    } else {
      from = RowStore.after(rows.getLast().key());
    }
    return taken;
  }

  /** Takes out some of those that do not come back. */
  List<Row> takeLast() {
    List<Row> taken = new ArrayList<>();
    for (RowStore.Row row : first(firstLast, AT_ONCE)) {
      taken.add(new Row(change(row), QueueEntry.read(row.value())));
      remove(row.key());
      firstLast = RowStore.after(row.key());
    }
    return taken;
  }

  /** Memory that they take in a store that is memory, in bytes, roughly. */
  long bytes() {
    return ROW_BYTES * totals.setAside;
  }

  private void remove(byte[] key) {
    store.delete(key);
    totals.setAside--;
  }

  private List<RowStore.Row> first(byte[] at, int most) {
    return store.range(at, LedgerKeys.kind('U' + 1), most);
  }

  private static int change(RowStore.Row row) {
    return (int) LedgerKeys.number(row.key());
  }
}
