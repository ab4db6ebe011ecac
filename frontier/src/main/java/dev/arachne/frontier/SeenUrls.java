package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.UrlResolver;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * URLs that were seen, and how often: open addressing in arrays of longs, two an entry, no objects.
 * Up to a bound the set is whole. Beyond it, whenever the young half is full, the old half is
 * forgotten and the young one grows old; URLs that are looked up become young again. A caller that
 * needs to know more then asks the store. Confined to one thread at a time.
 *
 * <p>A URL is identified by its origin, exactly, and by 80 bits of its fingerprint. Among n URLs of
 * an origin some two agree by chance with probability n²/2⁸¹: for ten million of them, 4·10⁻¹¹.
 * That is the price of a lookup without the URL's text and a second memory access. Fingerprints
 * that agree can be computed on purpose, but such a URL hides only URLs of its own origin. One
 * whose slot is too far from its place, by malice again, is omitted.
 *
 * <pre>
 *   entry = low half of the fingerprint (64 bits)
 *           sightings (22) high bits of the fingerprint (16) number of the origin (26)
 * </pre>
 */
final class SeenUrls {
  private static final int INITIAL_SLOTS = 1 << 10;
  private static final int SLOT_LONGS = 2;
  private static final int MOST_SLOTS = 1 << 29;

  /** In tables of millions that are three quarters full, chance needs some two hundred. */
  private static final int MOST_PROBES = 512;

  private static final int HIGH_BITS = 16;
  private static final int SIGHTINGS_SHIFT = OriginIndex.NUMBER_BITS + HIGH_BITS;
  private static final long ONE_SIGHTING = 1L << SIGHTINGS_SHIFT;
  private static final long IDENTITY = ONE_SIGHTING - 1;
  private static final int MOST_SIGHTINGS = (1 << Long.SIZE - SIGHTINGS_SHIFT) - 1;

  /** Spreads numbers of origins: 2⁶⁴ by the golden ratio. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** The word of an empty slot: no origin has the number 0. */
  private static final long EMPTY = OriginIndex.NONE;

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
    mostSlots = (int) Math.clamp(tableBytes / (SLOT_LONGS * Long.BYTES), INITIAL_SLOTS, MOST_SLOTS);
  }

  /**
   * Whether the URL resolved last is known to have been added; see {@link #isWhole}. If so, it is
   * counted.
   */
  boolean countIfSeen(UrlResolver url) {
    return countIfSeen(word(origins.find(url.bytes()), url.high()), url.low());
  }

  /** Whether it is known that the URL was added; see {@link #isWhole}. If so, it is counted. */
  boolean countIfSeen(CrawlUrl url) {
    Fingerprint fingerprint = url.fingerprint();
    return countIfSeen(word(origins.find(bytes(url)), fingerprint.high()), fingerprint.low());
  }

  /** Whether the URL resolved last is known to have been added. */
  boolean contains(UrlResolver url) {
    return contains(word(origins.find(url.bytes()), url.high()), url.low());
  }

  /** Whether it is known that the URL was added. */
  boolean contains(CrawlUrl url) {
    Fingerprint fingerprint = url.fingerprint();
    return contains(word(origins.find(bytes(url)), fingerprint.high()), fingerprint.low());
  }

  /**
   * The number of sightings of the URL since it was added, up to four million; less, if it was
   * forgotten meanwhile.
   */
  long sightings(CrawlUrl url) {
    Fingerprint fingerprint = url.fingerprint();
    long word = word(origins.find(bytes(url)), fingerprint.high());
    long found = young.sightings(word, fingerprint.low());
    return found == 0 && old != null ? old.sightings(word, fingerprint.low()) : found;
  }

  /** Adds a URL. */
  void add(CrawlUrl url) {
    if (origins.isFull()) {
      forgetAll();
    }
    Fingerprint fingerprint = url.fingerprint();
    add(word(origins.findOrAdd(bytes(url)), fingerprint.high()), fingerprint.low());
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
    boolean isNextLarger = old == null && young.isNearlyFull();
    return origins.bytes() + tables + (isNextLarger ? Table.bytes(nextSlots()) : 0);
  }

  /** The second long of an entry without sightings; {@link #EMPTY} without an origin. */
  private static long word(int origin, long high) {
    return origin == OriginIndex.NONE
        ? EMPTY
        : high >>> Long.SIZE - HIGH_BITS << OriginIndex.NUMBER_BITS | origin;
  }

  private boolean contains(long word, long low) {
    return young.contains(word, low) || (old != null && old.contains(word, low));
  }

  private boolean countIfSeen(long word, long low) {
    if (young.countIfSeen(word, low)) {
      return true;
    }
    if (old == null || !old.countIfSeen(word, low)) {
      return false;
    }
    add(word | old.sightings(word, low) << SIGHTINGS_SHIFT, low);
    return true;
  }

  private void add(long word, long low) {
    if (young.isFull()) {
      makeRoom();
    }
    whole &= young.add(word, low);
  }

  private void makeRoom() {
    if (young.slots() < mostSlots) {
      Table larger = young.enlarged(nextSlots());
      whole &= larger.size == young.size;
      young = larger;
    } else {
      whole &= old == null;
      old = young;
      young = new Table(mostSlots);
    }
  }

  /** The slots of the table after this one. */
  private int nextSlots() {
    return Math.min(2 * young.slots(), mostSlots);
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

  /** A hash table without removal, at most three quarters full. */
  private static final class Table {
    private final long[] entries;
    private final int slots;
    private int size;

    Table(int slots) {
      this.slots = slots;
      entries = new long[SLOT_LONGS * slots];
    }

    int slots() {
      return slots;
    }

    boolean isFull() {
      return size >= slots / 4 * 3;
    }

    boolean isNearlyFull() {
      return size >= slots / 4 * 3 / 8 * 7;
    }

    long bytes() {
      return bytes(slots);
    }

    static long bytes(int slots) {
      return (long) Long.BYTES * SLOT_LONGS * slots;
    }

    /** Whether it is in the table; counts it. */
    boolean countIfSeen(long word, long low) {
      int at = find(word, low);
      if (at < 0 || entries[at + 1] == EMPTY) {
        return false;
      }
      if (entries[at + 1] >>> SIGHTINGS_SHIFT < MOST_SIGHTINGS) {
        entries[at + 1] += ONE_SIGHTING;
      }
      return true;
    }

    boolean contains(long word, long low) {
      int at = find(word, low);
      return at >= 0 && entries[at + 1] != EMPTY;
    }

    long sightings(long word, long low) {
      int at = find(word, low);
      return at < 0 ? 0 : entries[at + 1] >>> SIGHTINGS_SHIFT;
    }

    /** Returns whether it is in the table now; {@code word} may bring its sightings. */
    boolean add(long word, long low) {
      int at = find(word & IDENTITY, low);
      if (at < 0) {
        return false;
      }
      if (entries[at + 1] == EMPTY) {
        entries[at] = low;
        entries[at + 1] = word;
        size++;
      }
      return true;
    }

    Table enlarged(int count) {
      var larger = new Table(count);
      for (int at = 0; at < entries.length; at += SLOT_LONGS) {
        if (entries[at + 1] != EMPTY) {
          larger.add(entries[at + 1], entries[at]);
        }
      }
      return larger;
    }

    /** The index of the URL's entry, or of the empty slot where it belongs; -1 if it has none. */
    private int find(long word, long low) {
      if (word == EMPTY) {
        return -1;
      }
      long hash = low ^ SPREAD * (int) word;
      int at = SLOT_LONGS * (int) Math.unsignedMultiplyHigh(hash, slots);
      for (int probe = 0; probe < MOST_PROBES; probe++) {
        long its = entries[at + 1];
        if (its == EMPTY || (entries[at] == low && (its & IDENTITY) == word)) {
          return at;
        }
        at += SLOT_LONGS;
        if (at == entries.length) {
          at = 0;
        }
      }
      return -1;
    }
  }
}
