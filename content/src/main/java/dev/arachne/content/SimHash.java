package dev.arachne.content;

import java.util.Arrays;

/**
 * A fingerprint of a text in 64 bits; similar texts differ in few of them (Charikar, "Similarity
 * Estimation Techniques from Rounding Algorithms", STOC 2002; Manku et al., "Detecting
 * Near-Duplicates for Web Crawling", WWW 2007). Its features are three words that follow each
 * other, in lower case; in scripts without spaces each character is a word.
 */
public final class SimHash {
  private static final int BITS = Long.SIZE;
  private static final int WORDS = 3;
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** {@link #folded} of the characters of ASCII. */
  private static final byte[] FOLDED = new byte[0x80];

  /** The bits of an octet, each in an octet of its own. */
  private static final long[] SPREAD = new long[256];

  /** Votes that fit into an octet. */
  private static final int MOST_IN_LANE = 255;

  static {
    for (int c = 0; c < FOLDED.length; c++) {
      FOLDED[c] = (byte) folded(c);
    }
    for (int octet = 0; octet < SPREAD.length; octet++) {
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        SPREAD[octet] |= (octet >>> bit & 1L) << bit * Byte.SIZE;
      }
    }
  }

  /** Features that have each bit. */
  private final int[] counts = new int[BITS];

  /**
   * The votes that are not in {@link #counts} yet: each number has an octet for each of eight bits.
   */
  private final long[] lanes = new long[BITS / Byte.SIZE];

  private int inLanes;
  private int features;
  private final long[] last = new long[WORDS];
  private int words;

  private SimHash() {}

  /** The fingerprint of a text; 0 for a text without words. */
  public static long of(String text) {
    var hash = new SimHash();
    hash.read(text);
    return hash.value();
  }

  /** The number of bits in which two fingerprints differ, 0 to 64. */
  public static int distance(long one, long other) {
    return Long.bitCount(one ^ other);
  }

  private void read(String text) {
    long word = FNV_START;
    boolean inside = false;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      boolean alone = isWordAlone(c);
      int lower = c < FOLDED.length ? FOLDED[c] : folded(c);
      if (inside && (alone || lower < 0)) {
        add(word);
        word = FNV_START;
        inside = false;
      }
      if (lower >= 0) {
        word = (word ^ lower) * FNV_PRIME;
        inside = true;
        if (alone) {
          add(word);
          word = FNV_START;
          inside = false;
        }
      }
    }
    if (inside) {
      add(word);
    }
    if (words > 0 && words < WORDS) {
      vote(last[0] + 31 * last[1]);
    }
  }

  /** A letter or digit in lower case; -1 for other characters. */
  private static int folded(int c) {
    return Character.isLetterOrDigit(c) ? Character.toLowerCase(c) : -1;
  }

  private static boolean isWordAlone(int c) {
    return c >= 0x0E00 && c < 0x0F00 || c >= 0x3040 && c < 0xA000 || c >= 0x20000 && c < 0x32000;
  }

  private void add(long word) {
    last[words % WORDS] = word;
    words++;
    if (words >= WORDS) {
      long feature = 0;
      for (int i = 0; i < WORDS; i++) {
        feature = feature * 31 + last[(words + i) % WORDS];
      }
      vote(feature);
    }
  }

  private void vote(long feature) {
    long mixed = mix(feature);
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] += SPREAD[(int) (mixed >>> i * Byte.SIZE) & 0xFF];
    }
    features++;
    if (++inLanes == MOST_IN_LANE) {
      count();
    }
  }

  private void count() {
    for (int bit = 0; bit < BITS; bit++) {
      counts[bit] += (int) (lanes[bit / Byte.SIZE] >>> bit % Byte.SIZE * Byte.SIZE) & 0xFF;
    }
    Arrays.fill(lanes, 0);
    inLanes = 0;
  }

  /** Spreads each bit over all (the finaliser of SplitMix64, Steele et al. 2014). */
  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  private long value() {
    count();
    long value = 0;
    for (int bit = 0; bit < BITS; bit++) {
      if (counts[bit] > features - counts[bit]) {
        value |= 1L << bit;
      }
    }
    return value;
  }
}
