package dev.arachne.coding;

import static java.lang.Long.rotateLeft;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64 with seed 0, whose lower half is the checksum of a Zstandard frame (RFC 8878 3.1.1;
 * github.com/Cyan4973/xxHash, doc/xxhash_spec.md). Confined to its stream.
 */
final class XxHash64 {

  private static final long PRIME_1 = 0x9E3779B185EBCA87L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
  private static final long PRIME_3 = 0x165667B19E3779F9L;
  private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
  private static final long PRIME_5 = 0x27D4EB2F165667C5L;

  private static final int STRIPE = 32;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  // The seed plus the constants of the specification.
  private long lane1 = 0x60EA27EEADC0B5D6L;
  private long lane2 = PRIME_2;
  private long lane3;
  private long lane4 = -PRIME_1;
  private long total;

  /** The bytes behind the last whole stripe. */
  private final byte[] rest = new byte[STRIPE];

  private int restLength;

  /** Takes the next bytes. */
  void update(byte[] bytes, int from, int to) {
    total += to - from;
    int at = from;
    if (restLength > 0) {
      int n = Math.min(STRIPE - restLength, to - at);
      System.arraycopy(bytes, at, rest, restLength, n);
      restLength += n;
      at += n;
      if (restLength < STRIPE) {
        return;
      }
      takeStripes(rest, 0, STRIPE);
    }
    at = takeStripes(bytes, at, to);
    restLength = to - at;
    System.arraycopy(bytes, at, rest, 0, restLength);
  }

  /** The hash of all bytes until now. */
  long value() {
    long hash = PRIME_5;
    if (total >= STRIPE) {
      hash =
          rotateLeft(lane1, 1)
              + rotateLeft(lane2, 7)
              + rotateLeft(lane3, 12)
              + rotateLeft(lane4, 18);
      hash = merged(merged(merged(merged(hash, lane1), lane2), lane3), lane4);
    }
    hash += total;
    int at = 0;
    for (; at + 8 <= restLength; at += 8) {
      long word = round(0, (long) LONG.get(rest, at));
      hash = rotateLeft(hash ^ word, 27) * PRIME_1 + PRIME_4;
    }
    if (at + 4 <= restLength) {
      long word = ((int) INT.get(rest, at) & 0xFFFFFFFFL) * PRIME_1;
      hash = rotateLeft(hash ^ word, 23) * PRIME_2 + PRIME_3;
      at += 4;
    }
    for (; at < restLength; at++) {
      hash = rotateLeft(hash ^ (rest[at] & 0xFF) * PRIME_5, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 33) * PRIME_2;
    hash = (hash ^ hash >>> 29) * PRIME_3;
    return hash ^ hash >>> 32;
  }

  /** Processes all whole stripes; returns their end. */
  private int takeStripes(byte[] bytes, int from, int to) {
    int at = from;
    for (; at + STRIPE <= to; at += STRIPE) {
      lane1 = round(lane1, (long) LONG.get(bytes, at));
      lane2 = round(lane2, (long) LONG.get(bytes, at + 8));
      lane3 = round(lane3, (long) LONG.get(bytes, at + 16));
      lane4 = round(lane4, (long) LONG.get(bytes, at + 24));
    }
    return at;
  }

  private static long round(long lane, long word) {
    return rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
  }

  private static long merged(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }
}
