package dev.arachne.frontier;

import java.util.Arrays;

/**
 * Gives each origin that turns up a number, from 1, and finds it again by the bytes that a URL
 * begins with: exactly, and without an object. Confined to one thread at a time.
 *
 * <p>The author of names can compute collisions on purpose, so a search that takes too long fails:
 * such an origin has no number.
 */
final class OriginIndex {
  /** The value for "no number". */
  static final int NONE = 0;

  /** The bits of a number: enough for more origins than an array has room for. */
  static final int NUMBER_BITS = 26;

  private static final int MOST = (1 << NUMBER_BITS) - 1;

  private static final int MOST_PROBES = 128;
  private static final int LEAST_BYTES = 1 << 14;

  /**
   * The least length of an origin, which is longer than {@code http://}: its end is searched from
   * here.
   */
  private static final int SHORTEST = "http://".length() + 1;

  private final long mostBytes;

  /** The origins one after another, each with the slash that ends it in a URL. */
  private byte[] texts = new byte[1 << 10];

  /** The end of the text of each number; that of 0 is empty. */
  private int[] ends = new int[1 << 6];

  /** A hash table of numbers, at most half full. */
  private int[] slots = new int[1 << 7];

  private int count;
  private boolean whole = true;

  /** The origin found last: the links of a page mostly stay on its site. */
  private int last;

  /**
   * No origins.
   *
   * @param mostBytes of memory that they take, roughly
   */
  OriginIndex(long mostBytes) {
    this.mostBytes = Math.max(mostBytes, LEAST_BYTES);
  }

  /** The number of the origin of a URL, given in canonical form; {@link #NONE} if it has none. */
  int find(byte[] url) {
    if (!isOrigin(last, url)) {
      int slot = slot(url, end(url));
      last = slot < 0 ? NONE : slots[slot];
    }
    return last;
  }

  /** The same; gives it one if there is room, and if it can. */
  int findOrAdd(byte[] url) {
    int number = find(url);
    if (number != NONE || isFull()) {
      return number;
    }
    if (2 * count >= slots.length - 2) {
      enlarge();
    }
    int end = end(url);
    int slot = slot(url, end);
    if (slot < 0) {
      whole = false;
      return NONE;
    }
    append(url, end);
    slots[slot] = count;
    last = count;
    return count;
  }

  /** Whether there is no room for another origin. */
  boolean isFull() {
    return bytes() >= mostBytes || count == MOST;
  }

  /** Whether all origins that were to get a number and had room have one. */
  boolean isWhole() {
    return whole;
  }

  /** Memory that they take, in bytes. */
  long bytes() {
    return texts.length + (long) Integer.BYTES * (ends.length + slots.length);
  }

  private void append(byte[] url, int end) {
    int from = ends[count++];
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count] = from + end;
    while (texts.length < from + end) {
      texts = Arrays.copyOf(texts, 2 * texts.length);
    }
    System.arraycopy(url, 0, texts, from, end);
  }

  private void enlarge() {
    slots = new int[2 * slots.length];
    for (int number = 1; number <= count; number++) {
      int slot = slot(Arrays.copyOfRange(texts, ends[number - 1], ends[number]), length(number));
      if (slot < 0) {
        whole = false;
      } else {
        slots[slot] = number;
      }
    }
  }

  /** The slot where the origin is, or belongs; -1 if it was not found soon enough. */
  private int slot(byte[] url, int end) {
    int hash = 0;
    for (int i = 0; i < end; i++) {
      hash = 31 * hash + url[i];
    }
    int mask = slots.length - 1;
    int slot = (hash ^ hash >>> 16) & mask;
    for (int probe = 0; probe < MOST_PROBES; probe++) {
      if (slots[slot] == NONE || isOrigin(slots[slot], url)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  private boolean isOrigin(int number, byte[] url) {
    int length = length(number);
    return number != NONE
        && length <= url.length
        && Arrays.equals(texts, ends[number - 1], ends[number], url, 0, length);
  }

  private int length(int number) {
    return number == NONE ? 0 : ends[number] - ends[number - 1];
  }

  private static int end(byte[] url) {
    int end = SHORTEST;
    while (url[end] != '/') {
      end++;
    }
    return end + 1;
  }
}
