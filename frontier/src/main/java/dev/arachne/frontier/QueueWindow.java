package dev.arachne.frontier;

import java.util.Arrays;

/**
 * The first URLs of a host's queue, as their rows have them, in a sorted array: there may be very
 * many hosts, and a URL as an object takes four times the memory. Confined to its shard.
 */
final class QueueWindow {
  /** Bytes that a URL takes beside those of its row, roughly. */
  private static final int ENTRY_BYTES = 40;

  private static final long[] NO_PLACES = {};
  private static final byte[][] NO_ROWS = {};
  private static final byte[] NO_ROW = {};
  private static final int FEWEST = 4;

  /** Sorted as unsigned numbers; those from {@code first} to {@code end} count. */
  private long[] places = NO_PLACES;

  private byte[][] rows = NO_ROWS;
  private int first;
  private int end;
  private int bytes;

  boolean isEmpty() {
    return first == end;
  }

  int size() {
    return end - first;
  }

  /** Memory that it takes, roughly. */
  int bytes() {
    return bytes;
  }

  /** Adds a URL; it is not in the window. */
  void add(long place, byte[] row) {
    int at = indexOf(place);
    if (end == places.length) {
      at -= first; // Where it will be then.
      makeRoom();
    }
    System.arraycopy(places, at, places, at + 1, end - at);
    System.arraycopy(rows, at, rows, at + 1, end - at);
    places[at] = place;
    rows[at] = row;
    end++;
    bytes += ENTRY_BYTES + row.length;
  }

  /** Takes out the row of the first URL. */
  byte[] removeFirst() {
    byte[] row = rows[first];
    rows[first++] = NO_ROW;
    return removed(row);
  }

  /** Takes out the last URL; returns its place. */
  long removeLast() {
    byte[] row = rows[--end];
    rows[end] = NO_ROW;
    long place = places[end];
    removed(row);
    return place;
  }

  private byte[] removed(byte[] row) {
    bytes -= ENTRY_BYTES + row.length;
    if (isEmpty()) {
      places = NO_PLACES;
      rows = NO_ROWS;
      first = 0;
      end = 0;
    }
    return row;
  }

  /** Where the place belongs; mostly at the end. */
  private int indexOf(long place) {
    int at = end;
    while (at > first && Long.compareUnsigned(places[at - 1], place) > 0) {
      at--;
    }
    return at;
  }

  /** Moves what counts to the beginning of arrays with room behind it. */
  private void makeRoom() {
    int size = size();
    int capacity = Math.max(FEWEST, size + size / 2 + 1);
    places = Arrays.copyOfRange(places, first, first + capacity);
    byte[][] moved = new byte[capacity][];
    System.arraycopy(rows, first, moved, 0, size);
    rows = moved;
    first = 0;
    end = size;
  }
}
