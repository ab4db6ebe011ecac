package dev.arachne.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.Bytes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Recognises tag or attribute names in the input without a String. A name of up to 16 bytes is two
 * words, which are hashed into an open-addressed table and compared there. Immutable.
 */
public final class NameTable<T> {
  private static final int LONGEST = 2 * Long.BYTES;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /** By length, the initial letters of names, a bit each: rejects most unknown names. */
  private final int[] initials = new int[LONGEST + 1];

  private final long[] firsts;
  private final long[] seconds;
  private final @Nullable Object[] values;
  private final int shift;

  /** A table of lower-case names and their meanings. */
  public NameTable(Map<String, T> meanings) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(meanings.size() * 4);
    firsts = new long[1 << bits];
    seconds = new long[1 << bits];
    values = new @Nullable Object[1 << bits];
    shift = Long.SIZE - bits;
    meanings.forEach(this::put);
  }

  private void put(String text, T value) {
    byte[] name = text.getBytes(US_ASCII);
    if (name.length == 0 || name.length > LONGEST) {
      throw new IllegalArgumentException("a name has 1 to " + LONGEST + " bytes: " + text);
    }
    initials[name.length] |= 1 << (name[0] & 0x1F);
    long first = first(name, 0, name.length);
    long second = second(name, 0, name.length);
    int slot = slot(first, second);
    firsts[slot] = first;
    seconds[slot] = second;
    values[slot] = value;
  }

  /** The meaning of the name {@code in[from, to)}, in any case, or null. */
  @SuppressWarnings("unchecked")
  public @Nullable T find(byte[] in, int from, int to) {
    int length = to - from;
    if (length == 0 || length > LONGEST || (initials[length] & (1 << (in[from] & 0x1F))) == 0) {
      return null;
    }
    return (T) values[slot(first(in, from, length), second(in, from, length))];
  }

  /** The slot of a name, or the free slot for it. */
  private int slot(long first, long second) {
    int slot = (int) ((((first * MIX) ^ (second * ((MIX << 1) | 1))) * MIX) >>> shift);
    while (values[slot] != null && (firsts[slot] != first || seconds[slot] != second)) {
      slot = (slot + 1) & (values.length - 1);
    }
    return slot;
  }

  private static long first(byte[] in, int from, int length) {
    return Bytes.lowerCaseWord(in, from, Math.min(length, Long.BYTES));
  }

  private static long second(byte[] in, int from, int length) {
    return length <= Long.BYTES
        ? 0
        : Bytes.lowerCaseWord(in, from + Long.BYTES, length - Long.BYTES);
  }
}
