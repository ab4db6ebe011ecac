package dev.arachne.traps;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Hashes of 64 bits for texts and bytes (FNV-1a, with a finisher that spreads all bits). */
public final class TrapHash {
  /** The hash of nothing. */
  public static final long BASIS = 0xCBF29CE484222325L;

  private static final long PRIME = 0x100000001B3L;

  private TrapHash() {}

  /** The hash extended by one octet. */
  public static long add(long hash, int octet) {
    return (hash ^ (octet & 0xFF)) * PRIME;
  }

  /** The hash of octets. */
  public static long of(byte[] in, int from, int to) {
    long hash = BASIS;
    for (int i = from; i < to; i++) {
      hash = add(hash, in[i]);
    }
    return spread(hash);
  }

  static long of(String text) {
    byte[] octets = text.getBytes(ISO_8859_1);
    return of(octets, 0, octets.length);
  }

  /** Finisher of MurmurHash3: sums of such hashes differ where their parts do. */
  public static long spread(long hash) {
    long h = hash ^ hash >>> 33;
    h *= 0xFF51AFD7ED558CCDL;
    h ^= h >>> 33;
    h *= 0xC4CEB9FE1A85EC53L;
    return h ^ h >>> 33;
  }
}
