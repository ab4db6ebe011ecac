package dev.arachne.url;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The fast path for nine of ten links: a path in plain ASCII, relative to the base or to its root,
 * with or without a fragment. One pass, eight bytes at a time, copies the path and checks that it
 * is one; for other references {@link UrlParser} starts again.
 *
 * <p>A word's bytes are written all at once; those before the first stop count. A stop is a byte
 * that is not a letter, a digit or one of {@code - . /}, and a slash that a dot may follow. The
 * word is compared as in eight lanes of seven bits: a lane is in a range if adding 80 less the
 * range's first byte carries into its top bit, and adding 7F less its last does not.
 */
final class FastPath {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  private FastPath() {}

  /**
   * Writes {@code in[from, to)}, resolved against {@code base}, to {@code out}. If it returns
   * false, the reference is of another kind and the content of {@code out} is undefined.
   */
  static boolean resolve(byte[] in, int from, int to, BaseUrl base, ByteBuilder out) {
    if (from == to || to - from > CrawlUrl.MAX_LENGTH || !base.isSet()) {
      return false;
    }
    int i = from;
    int kept;
    if (in[i] == '#') {
      kept = base.canonical.length;
    } else if (in[i] == '/') {
      kept = base.pathStart + 1;
      i++;
    } else {
      int up = 0;
      for (; i + 2 < to && in[i] == '.' && in[i + 1] == '.' && in[i + 2] == '/'; i += 3) {
        up++;
      }
      kept = base.directoryEnd(up);
    }
    if (i < to && (in[i] == '.' || in[i] == '/')) {
      return false;
    }
    out.length = 0;
    out.reserve(kept + to - i + Long.BYTES);
    out.append(base.canonical.bytes, 0, kept);
    return copy(in, i, to, out);
  }

  private static boolean copy(byte[] in, int from, int to, ByteBuilder out) {
    int shift = out.length - from;
    int i = from;
    while (i < to) {
      long word = word(in, i);
      WORD.set(out.bytes, i + shift, word);
      long stops = stops(word);
      i += Long.numberOfTrailingZeros(stops) >>> 3;
      if (stops != 0 && i < to) {
        byte stop = in[i];
        if (stop == '#') {
          break;
        }
        boolean slash = stop == '/' && (i + 1 == to || in[i + 1] != '.');
        if (!slash && (ByteClass.of(stop) & ByteClass.NOT_PLAIN) != 0) {
          return false;
        }
        i++;
      }
    }
    out.length = Math.min(i, to) + shift;
    return true;
  }

  /** The eight bytes at {@code i}, zeros for those beyond the array. */
  private static long word(byte[] in, int i) {
    if (i <= in.length - Long.BYTES) {
      return (long) WORD.get(in, i);
    }
    long word = 0;
    for (int k = in.length - 1; k >= i; k--) {
      word = word << 8 | in[k] & 0xff;
    }
    return word;
  }

  /** The top bits of lanes that are stops; above the first there may be false ones. */
  private static long stops(long word) {
    long low = word & ~TOPS;
    long small = low | 0x20 * ONES;
    long plain =
        ((low + (0x80 - '-') * ONES) ^ (low + (0x7f - '9') * ONES))
            | ((small + (0x80 - 'a') * ONES) ^ (small + (0x7f - 'z') * ONES));
    long notDot = word ^ '.' * ONES;
    long notSlashDot = (word ^ '/' * ONES) | notDot >>> 8;
    return (~plain | word | ((notSlashDot - ONES) & ~notSlashDot)) & TOPS;
  }
}
