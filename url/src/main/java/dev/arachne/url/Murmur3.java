package dev.arachne.url;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MurmurHash3 x64 128 (Austin Appleby, public domain), seed 0, over a buffer that is padded.
 *
 * <p>The reference algorithm ends in a switch over the 0 to 15 bytes that do not fill a block. A
 * missing byte has the effect of a zero byte. So the caller provides {@link #PADDING} spare bytes,
 * which are zeroed here, and the tail is read as one more block.
 *
 * <p>Collisions. By chance two of n URLs share a fingerprint with probability n²/2¹²⁹: 10⁻²¹ for a
 * billion URLs, 10⁻¹⁵ for a trillion. Deliberate collisions are easy: the function has no key (it
 * is the same in every JVM and every run, as the store requires), and colliding inputs can be
 * computed. So fingerprints are stored under the host they belong to. Then a site can hide only its
 * own pages, which it could do more easily by not linking to them.
 */
final class Murmur3 {
  /** The number of spare bytes past the end that the caller's array must have. */
  static final int PADDING = 16;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long C1 = 0x87c37b91114253d5L;
  private static final long C2 = 0x4cf5ad432745937fL;

  private long low;
  private long high;

  /** Hashes the first {@code length} bytes and zeroes the {@link #PADDING} bytes after them. */
  void hash(byte[] padded, int length) {
    LONGS.set(padded, length, 0L);
    LONGS.set(padded, length + 8, 0L);
    long h1 = 0;
    long h2 = 0;
    int blocks = length & -16;
    for (int i = 0; i < blocks; i += 16) {
      h1 ^= mixFirst((long) LONGS.get(padded, i));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
      h2 ^= mixSecond((long) LONGS.get(padded, i + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
    }
    h2 ^= mixSecond((long) LONGS.get(padded, blocks + 8)) ^ length;
    h1 ^= mixFirst((long) LONGS.get(padded, blocks)) ^ length;
    h1 += h2;
    h2 += h1;
    h1 = avalanche(h1);
    h2 = avalanche(h2);
    low = h1 + h2;
    high = h2 + low;
  }

  long low() {
    return low;
  }

  long high() {
    return high;
  }

  private static long mixFirst(long k) {
    return Long.rotateLeft(k * C1, 31) * C2;
  }

  private static long mixSecond(long k) {
    return Long.rotateLeft(k * C2, 33) * C1;
  }

  private static long avalanche(long k) {
    k = (k ^ (k >>> 33)) * 0xff51afd7ed558ccdL;
    k = (k ^ (k >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return k ^ (k >>> 33);
  }
}
