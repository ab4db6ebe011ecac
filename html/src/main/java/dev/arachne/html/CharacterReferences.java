package dev.arachne.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.arachne.text.ByteScratch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * The named character references (WHATWG HTML 13.5), found by longest match.
 *
 * <p>The names stand sorted in one byte array. A search keeps the range of names that begin with
 * what has been read and narrows it by one byte at a time; the longest name that was complete on
 * the way is the match. At most 32 bytes are looked at.
 */
final class CharacterReferences {
  private static final String RESOURCE = "character-references.txt";
  private static final int NONE = -1;

  private final byte[] names;

  /** Where the name with an index begins in {@link #names}; one entry more than there are names. */
  private final int[] starts;

  /** The UTF-8 form of the character or characters a name stands for. */
  private final byte[][] values;

  private int matched = NONE;
  private int matchedTo;

  private CharacterReferences(byte[] names, int[] starts, byte[][] values) {
    this.names = names;
    this.starts = starts;
    this.values = values;
  }

  /** A finder over the shared table, with a match of its own: confined to one thread. */
  static CharacterReferences finder() {
    CharacterReferences shared = Table.SHARED;
    return new CharacterReferences(shared.names, shared.starts, shared.values);
  }

  /**
   * Looks for the longest name at {@code in[from, to)}, the {@code &} being before {@code from}.
   */
  boolean find(byte[] in, int from, int to) {
    matched = NONE;
    int low = 0;
    int high = starts.length - 1;
    for (int depth = 0; from + depth < to; depth++) {
      int b = in[from + depth] & 0xFF;
      low = firstAtLeast(low, high, depth, b);
      high = firstAtLeast(low, high, depth, b + 1);
      if (low == high) {
        break;
      }
      if (starts[low + 1] - starts[low] == depth + 1) {
        matched = low;
        matchedTo = from + depth + 1;
      }
    }
    return matched != NONE;
  }

  /** The index after the last byte of the name that {@link #find} found. */
  int matchedTo() {
    return matchedTo;
  }

  /** What the name that {@link #find} found stands for, in UTF-8. */
  byte[] value() {
    return values[matched];
  }

  /**
   * The first name of {@code [low, high)}, all alike up to {@code depth}, whose byte there is at
   * least {@code b}.
   */
  private int firstAtLeast(int low, int high, int depth, int b) {
    while (low < high) {
      int middle = (low + high) >>> 1;
      int at = starts[middle] + depth;
      int there = at < starts[middle + 1] ? names[at] : 0;
      if (there < b) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Read when the first page needs it. */
  private static final class Table {
    static final CharacterReferences SHARED = read();

    private static CharacterReferences read() {
      List<String> lines = lines();
      ByteScratch names = new ByteScratch();
      int[] starts = new int[lines.size() + 1];
      byte[][] values = new byte[lines.size()][];
      for (int i = 0; i < values.length; i++) {
        String[] columns = lines.get(i).split(" ", -1);
        byte[] name = columns[0].getBytes(US_ASCII);
        names.append(name, 0, name.length);
        starts[i + 1] = names.length();
        ByteScratch value = new ByteScratch();
        for (int column = 1; column < columns.length; column++) {
          value.appendCodePoint(Integer.parseInt(columns[column], 16));
        }
        values[i] = Arrays.copyOf(value.bytes(), value.length());
      }
      return new CharacterReferences(names.bytes(), starts, values);
    }

    private static List<String> lines() {
      try (InputStream in = CharacterReferences.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException(RESOURCE + " is not beside its class");
        }
        return new String(in.readAllBytes(), US_ASCII).lines().toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
