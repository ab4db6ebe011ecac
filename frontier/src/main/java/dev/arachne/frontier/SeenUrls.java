package dev.arachne.frontier;

/**
 * The set of fingerprints of all URLs that were ever discovered: open addressing in one array, two
 * longs an entry, no objects. Confined to one thread at a time.
 *
 * <p>A URL is identified by its 128-bit fingerprint alone. Among n URLs some two agree by chance
 * with probability n²/2¹²⁹: for a billion URLs, 10⁻²¹. That is the price at which a look-up needs
 * neither the URL's text nor a second memory access.
 */
final class SeenUrls {
  private static final int INITIAL_SLOTS = 1 << 10;

  private long[] table = new long[2 * INITIAL_SLOTS];
  private int mask = INITIAL_SLOTS - 1;
  private int size;

  /** The fingerprint 0, which marks an empty slot in the table. */
  private boolean hasZero;

  boolean contains(long high, long low) {
    if (high == 0 && low == 0) {
      return hasZero;
    }
    int at = slot(high, low);
    return table[at] == high && table[at + 1] == low;
  }

  /** Adds a fingerprint; false if it was there. */
  boolean add(long high, long low) {
    if (high == 0 && low == 0) {
      boolean added = !hasZero;
      hasZero = true;
      return added;
    }
    int at = slot(high, low);
    if (table[at] == high && table[at + 1] == low) {
      return false;
    }
    table[at] = high;
    table[at + 1] = low;
    if (++size > mask / 2) {
      grow();
    }
    return true;
  }

  int size() {
    return size + (hasZero ? 1 : 0);
  }

  /** The index of the fingerprint's entry, or of the empty slot where it belongs. */
  private int slot(long high, long low) {
    int slot = (int) low & mask;
    while (true) {
      int at = 2 * slot;
      if ((table[at] == high && table[at + 1] == low) || (table[at] == 0 && table[at + 1] == 0)) {
        return at;
      }
      slot = (slot + 1) & mask;
    }
  }

  private void grow() {
    long[] old = table;
    if (old.length > Integer.MAX_VALUE / 4) {
      throw new IllegalStateException("more URLs than one table holds: " + size());
    }
    table = new long[2 * old.length];
    mask = old.length - 1;
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0 || old[i + 1] != 0) {
        int at = slot(old[i], old[i + 1]);
        table[at] = old[i];
        table[at + 1] = old[i + 1];
      }
    }
  }
}
