package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.UrlResolver;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * URLs that were seen, and how often: open addressing in arrays of longs, three an entry, no
 * objects. Up to a bound the set is whole. Beyond it, whenever the young half is full, the old half
 * is forgotten and the young one grows old; URLs that are looked up become young again. A caller
 * that needs to know more then asks the store. Confined to one thread at a time.
 *
 * <p>A URL is identified by its origin, exactly, and by its 128-bit fingerprint. Among n URLs some
 * two agree by chance with probability n²/2¹²⁹: for a billion URLs, 10⁻²¹. That is the price of a
 * lookup without the URL's text and a second memory access. Fingerprints that agree can be computed
 * on purpose, but such a URL hides only URLs of its own origin. One whose slot is too far from its
 * place, by malice again, is omitted.
 */
final class SeenUrls {
  private static final int INITIAL_SLOTS = 1 << 10;
  private static final int SLOT_LONGS = 3;
  private static final int MOST_SLOTS = 1 << 29;
  private static final int MOST_PROBES = 128;

  /** The first long of an entry has the number of its origin, and above that its sightings. */
  private static final int SIGHTINGS_SHIFT = 32;

  private static final long ONE_SIGHTING = 1L << SIGHTINGS_SHIFT;

  private final int mostSlots;
  private final long mostOriginBytes;
  private OriginIndex origins;
  private Table young = new Table(INITIAL_SLOTS);
  private @Nullable Table old;
  private boolean whole = true;

  /**
   * An empty set.
   *
   * @param mostBytes of memory that it takes, roughly
   */
  SeenUrls(long mostBytes) {
    mostOriginBytes = mostBytes / 4;
    origins = new OriginIndex(mostOriginBytes);
    long tableBytes = (mostBytes - mostOriginBytes) / 2;
    long slots = Long.highestOneBit(Math.max(1, tableBytes / (SLOT_LONGS * Long.BYTES)));
    mostSlots = (int) Math.clamp(slots, INITIAL_SLOTS, MOST_SLOTS);
  }

  /**
   * Whether the URL resolved last is known to have been added; see {@link #isWhole}. If so, it is
   * counted.
   */
  boolean countIfSeen(UrlResolver url) {
    return countIfSeen(origins.find(url.bytes()), url.high(), url.low());
  }

  /** Whether it is known that the URL was added; see {@link #isWhole}. If so, it is counted. */
  boolean countIfSeen(CrawlUrl url) {
    Fingerprint fingerprint = url.fingerprint();
    return countIfSeen(origins.find(bytes(url)), fingerprint.high(), fingerprint.low());
  }

  /** Whether the URL resolved last is known to have been added. */
  boolean contains(UrlResolver url) {
    int origin = origins.find(url.bytes());
    return young.contains(origin, url.high(), url.low())
        || (old != null && old.contains(origin, url.high(), url.low()));
  }

  /** Whether it is known that the URL was added. */
  boolean contains(CrawlUrl url) {
    Fingerprint fingerprint = url.fingerprint();
    int origin = origins.find(bytes(url));
    return young.contains(origin, fingerprint.high(), fingerprint.low())
        || (old != null && old.contains(origin, fingerprint.high(), fingerprint.low()));
  }

  /** The number of sightings of the URL since it was added; less, if it was forgotten meanwhile. */
  long sightings(CrawlUrl url) {
    Fingerprint fingerprint = url.fingerprint();
    int origin = origins.find(bytes(url));
    long found = young.sightings(origin, fingerprint.high(), fingerprint.low());
    return found == 0 && old != null
        ? old.sightings(origin, fingerprint.high(), fingerprint.low())
        : found;
  }

  /** Adds a URL. */
  void add(CrawlUrl url) {
    if (origins.isFull()) {
      forgetAll();
    }
    Fingerprint fingerprint = url.fingerprint();
    add(origins.findOrAdd(bytes(url)), fingerprint.high(), fingerprint.low());
  }

  /** Whether a URL that is not contained was never added. */
  boolean isWhole() {
    return whole && origins.isWhole();
  }

  /** Records that some URLs were added before this set was made. */
  void missesSome() {
    whole = false;
  }

  /** Memory that the set takes, in bytes; with the larger table, if it needs that soon. */
  long bytesSoon() {
    long tables = young.bytes() + (old == null ? 0 : old.bytes());
    return origins.bytes() + tables + (young.isNearlyFull() ? 2 * young.bytes() : 0);
  }

  private boolean countIfSeen(int origin, long high, long low) {
    if (young.countIfSeen(origin, high, low)) {
      return true;
    }
    if (old == null || !old.countIfSeen(origin, high, low)) {
      return false;
    }
    add(origin + (old.sightings(origin, high, low) << SIGHTINGS_SHIFT), high, low);
    return true;
  }

  private void add(long origin, long high, long low) {
    if (young.isFull()) {
      makeRoom();
    }
    whole &= young.add(origin, high, low);
  }

  private void makeRoom() {
    if (young.slots() < mostSlots) {
      Table larger = young.doubled();
      whole &= larger.size == young.size;
      young = larger;
    } else {
      whole &= old == null;
      old = young;
      young = new Table(mostSlots);
    }
  }

  private void forgetAll() {
    origins = new OriginIndex(mostOriginBytes);
    young = new Table(young.slots());
    old = null;
    whole = false;
  }

  private static byte[] bytes(CrawlUrl url) {
    return url.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * A hash table without removal, at most half full. An entry without an origin is an empty slot.
   */
  private static final class Table {
    private final long[] slots;
    private final int mask;
    private int size;

    Table(int count) {
      slots = new long[SLOT_LONGS * count];
      mask = count - 1;
    }

    int slots() {
      return mask + 1;
    }

    boolean isFull() {
      return size > mask / 2;
    }

    boolean isNearlyFull() {
      return size > mask / 2 / 8 * 7;
    }

    long bytes() {
      return (long) Long.BYTES * slots.length;
    }

    /** Whether it is in the table; counts it. */
    boolean countIfSeen(int origin, long high, long low) {
      int at = slot(origin, high, low);
      if (at < 0 || slots[at] == OriginIndex.NONE) {
        return false;
      }
      slots[at] += ONE_SIGHTING;
      return true;
    }

    boolean contains(int origin, long high, long low) {
      int at = slot(origin, high, low);
      return at >= 0 && slots[at] != OriginIndex.NONE;
    }

    long sightings(int origin, long high, long low) {
      int at = slot(origin, high, low);
      return at < 0 ? 0 : slots[at] >>> SIGHTINGS_SHIFT;
    }

    /** Returns whether it is in the table now; {@code origin} may bring its sightings. */
    boolean add(long origin, long high, long low) {
      int at = slot((int) origin, high, low);
      if (at < 0) {
        return false;
      }
      if (slots[at] == OriginIndex.NONE) {
        slots[at] = origin;
        slots[at + 1] = high;
        slots[at + 2] = low;
        size++;
      }
      return true;
    }

    Table doubled() {
      var larger = new Table(2 * slots());
      for (int at = 0; at < slots.length; at += SLOT_LONGS) {
        if (slots[at] != OriginIndex.NONE) {
          larger.add(slots[at], slots[at + 1], slots[at + 2]);
        }
      }
      return larger;
    }

    /** The index of the URL's entry, or of the empty slot where it belongs; -1 if it has none. */
    private int slot(int origin, long high, long low) {
      if (origin == OriginIndex.NONE) {
        return -1;
      }
      int slot = ((int) low ^ origin) & mask;
      for (int probe = 0; probe < MOST_PROBES; probe++) {
        int at = SLOT_LONGS * slot;
        if (slots[at] == OriginIndex.NONE
            || (slots[at + 2] == low && slots[at + 1] == high && (int) slots[at] == origin)) {
          return at;
        }
        slot = (slot + 1) & mask;
      }
      return -1;
    }
  }
}
