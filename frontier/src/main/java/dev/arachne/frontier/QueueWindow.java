package dev.arachne.frontier;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The first URLs of a host's queue, as their rows have them: there may be very many hosts, and a
 * URL as an object takes four times the memory. Those of a level are a run, in a sorted array. They
 * are found in that order, so nearly all are added at a run's end, however many wait in later runs.
 * Confined to its shard.
 */
final class QueueWindow {
  /** Bytes that a URL takes in addition to those of its row, roughly. */
  private static final int ENTRY_BYTES = 40;

  private static final byte[] NO_ROW = {};
  private static final int FEWEST = 4;

  /** The first of the runs, which are by level; none is empty. */
  private @Nullable Run firstRun;

  private int size;
  private long bytes;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Memory that it takes, roughly. */
  long bytes() {
    return bytes;
  }

  /** Adds a URL; it is not in the window. */
  void add(long place, byte[] row) {
    run(QueueEntry.level(place)).add(place, row);
    size++;
    bytes += ENTRY_BYTES + row.length;
  }

  /** Takes out the row of the first URL; there has to be one. */
  byte[] removeFirst() {
    Run run = Objects.requireNonNull(firstRun);
    byte[] row = run.removeFirst();
    if (run.isEmpty()) {
      firstRun = run.next;
    }
    return removed(row);
  }

  /** Takes out the last URL, of several; returns its place. */
  long removeLast() {
    Run before = null;
    Run run = Objects.requireNonNull(firstRun);
    while (run.next != null) {
      before = run;
      run = run.next;
    }
    long place = run.lastPlace();
    removed(run.removeLast());
    if (run.isEmpty() && before != null) {
      before.next = null;
    }
    return place;
  }

  private byte[] removed(byte[] row) {
    size--;
    bytes -= ENTRY_BYTES + row.length;
    return row;
  }

  /** The run of a level; there are few. */
  private Run run(int level) {
    Run before = null;
    Run run = firstRun;
    while (run != null && run.level < level) {
      before = run;
      run = run.next;
    }
    if (run != null && run.level == level) {
      return run;
    }
    var added = new Run(level, run);
    if (before == null) {
      firstRun = added;
    } else {
      before.next = added;
    }
    return added;
  }

  /** URLs of one level. */
  private static final class Run {
    private final int level;
    private @Nullable Run next;

    /** Sorted; those from {@code first} to {@code end} count. */
    private long[] places = new long[FEWEST];

    private byte[][] rows = new byte[FEWEST][];
    private int first;
    private int end;

    Run(int level, @Nullable Run next) {
      this.level = level;
      this.next = next;
    }

    boolean isEmpty() {
      return first == end;
    }

    long lastPlace() {
      return places[end - 1];
    }

    void add(long place, byte[] row) {
      if (end == places.length) {
        makeRoom();
      }
      int at = isEmpty() || lastPlace() < place ? end : indexOf(place);
      if (at - first < end - at && first > 0) {
        move(first, first - 1, at - first); // A URL that comes back belongs to the beginning.
        first--;
        at--;
      } else {
        move(at, at + 1, end - at);
        end++;
      }
      places[at] = place;
      rows[at] = row;
    }

    byte[] removeFirst() {
      byte[] row = rows[first];
      rows[first++] = NO_ROW;
      return row;
    }

    byte[] removeLast() {
      byte[] row = rows[--end];
      rows[end] = NO_ROW;
      return row;
    }

    private int indexOf(long place) {
      return -Arrays.binarySearch(places, first, end, place) - 1;
    }

    private void move(int from, int to, int count) {
      System.arraycopy(places, from, places, to, count);
      System.arraycopy(rows, from, rows, to, count);
    }

    /** Moves the URLs to the beginning of arrays with room behind them. */
    private void makeRoom() {
      int size = end - first;
      int capacity = size + size / 2 + FEWEST;
      places = Arrays.copyOfRange(places, first, first + capacity);
      byte[][] moved = new byte[capacity][];
      System.arraycopy(rows, first, moved, 0, size);
      rows = moved;
      first = 0;
      end = size;
    }
  }
}
