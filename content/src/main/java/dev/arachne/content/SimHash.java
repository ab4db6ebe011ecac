package dev.arachne.content;

/**
 * A fingerprint of a text in 64 bits of which few differ between texts that differ little
 * (Charikar, "Similarity Estimation Techniques from Rounding Algorithms", STOC 2002; Manku et al.,
 * "Detecting Near-Duplicates for Web Crawling", WWW 2007). Its features are three words that follow
 * each other, in lower case; of scripts without spaces each character is a word.
 */
public final class SimHash {
  private static final int BITS = Long.SIZE;
  private static final int WORDS = 3;
  private static final long FNV_START = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final int[] votes = new int[BITS];
  private final long[] last = new long[WORDS];
  private int words;

  private SimHash() {}

  /** The fingerprint of a text; 0 of a text without words. */
  public static long of(String text) {
    var hash = new SimHash();
    hash.read(text);
    return hash.value();
  }

  /** In how many bits two fingerprints differ, 0 to 64. */
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
      if (inside && (alone || !Character.isLetterOrDigit(c))) {
        add(word);
        word = FNV_START;
        inside = false;
      }
      if (Character.isLetterOrDigit(c)) {
        word = (word ^ Character.toLowerCase(c)) * FNV_PRIME;
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
    for (int bit = 0; bit < BITS; bit++) {
      votes[bit] += (mixed >>> bit & 1) == 1 ? 1 : -1;
    }
  }

  /** Spreads each bit over all (the finaliser of SplitMix64, Steele et al. 2014). */
  private static long mix(long value) {
    long z = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  private long value() {
    long value = 0;
    for (int bit = 0; bit < BITS; bit++) {
      if (votes[bit] > 0) {
        value |= 1L << bit;
      }
    }
    return value;
  }
}
