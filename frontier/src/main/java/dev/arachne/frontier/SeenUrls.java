package dev.arachne.frontier;

import org.jspecify.annotations.Nullable;

/**
 * Fingerprints of URLs that were seen: open addressing in arrays of longs, two an entry, no
 * objects. Up to a bound the set is whole; beyond it, whenever the young half is full, the old half
 * is forgotten and the young one grows old, while what is asked for is made young again. Who needs
 * to know more then asks the store. Confined to one thread at a time.
 *
 * <p>A URL is identified by its 128-bit fingerprint alone. Among n URLs some two agree by chance
 * with probability n²/2¹²⁹: for a billion URLs, 10⁻²¹. That is the price at which a look-up needs
 * neither the URL's text nor a second memory access.
 */
final class SeenUrls {
  private static final int INITIAL_SLOTS = 1 << 10;
  private static final int SLOT_BYTES = 2 * Long.BYTES;
  private static final int MOST_SLOTS = 1 << 29;

  private final int mostSlots;
  private Table young = new Table(INITIAL_SLOTS);
  private @Nullable Table old;
  private boolean whole = true;

  /**
   * An empty set.
   *
   * @param mostBytes of memory that it takes, roughly
   */
  SeenUrls(long mostBytes) {
    long slots = Long.highestOneBit(Math.max(1, mostBytes / (2 * SLOT_BYTES)));
    mostSlots = (int) Math.clamp(slots, INITIAL_SLOTS, MOST_SLOTS);
  }

  /** Whether it is known that the fingerprint was added; see {@link #isWhole}. */
  boolean contains(long high, long low) {
    if (young.contains(high, low)) {
      return true;
    }
    if (old == null || !old.contains(high, low)) {
      return false;
    }
    add(high, low);
    return true;
  }

  /** Adds a fingerprint. */
  void add(long high, long low) {
    if (young.isFull()) {
      makeRoom();
    }
    young.add(high, low);
  }

  /** Whether a fingerprint that is not contained was never added. */
  boolean isWhole() {
    return whole;
  }

  /** Says that there are fingerprints that were added before this set was made. */
  void missesSome() {
    whole = false;
  }

  private void makeRoom() {
    if (young.slots() < mostSlots) {
      young = young.doubled();
    } else {
      whole &= old == null;
      old = young;
      young = new Table(mostSlots);
    }
  }

  /** A hash table without removal, at most half full. */
  private static final class Table {
    private final long[] slots;
    private final int mask;
    private int size;

    /** The fingerprint 0, which marks an empty slot. */
    private boolean hasZero;

    Table(int count) {
      slots = new long[2 * count];
      mask = count - 1;
    }

    int slots() {
      return mask + 1;
    }

    boolean isFull() {
      return size > mask / 2;
    }

    boolean contains(long high, long low) {
      if (high == 0 && low == 0) {
        return hasZero;
      }
      int at = slot(high, low);
      return slots[at] == high && slots[at + 1] == low;
    }

    void add(long high, long low) {
      if (high == 0 && low == 0) {
        hasZero = true;
        return;
      }
      int at = slot(high, low);
      if (slots[at] != high || slots[at + 1] != low) {
        slots[at] = high;
        slots[at + 1] = low;
        size++;
      }
    }

    Table doubled() {
      var larger = new Table(2 * slots());
      larger.hasZero = hasZero;
      for (int at = 0; at < slots.length; at += 2) {
        if (slots[at] != 0 || slots[at + 1] != 0) {
          larger.add(slots[at], slots[at + 1]);
        }
      }
      return larger;
    }

    /** The index of the fingerprint's entry, or of the empty slot where it belongs. */
    private int slot(long high, long low) {
      int slot = (int) low & mask;
      while (true) {
        int at = 2 * slot;
        if ((slots[at] == high && slots[at + 1] == low) || (slots[at] == 0 && slots[at + 1] == 0)) {
          return at;
        }
        slot = (slot + 1) & mask;
      }
    }
  }
}
