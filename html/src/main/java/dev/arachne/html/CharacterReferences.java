package dev.arachne.html;

import dev.arachne.text.ByteScratch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Finds named character references (WHATWG HTML 13.5) by longest match. Confined to one thread.
 *
 * <p>The names are sorted in a text, one a line, each before its code points, as in {@code
 * NotEqualTilde; 2242 338}. The text is searched directly, since parsing it would cost every crawl
 * the time of a hundred pages. A search keeps the range of names with the prefix read and narrows
 * it by one byte at a time. The longest complete name found that way is the match. At most 32 bytes
 * are read.
 */
final class CharacterReferences {
  /** The start of the found name's meaning in the text of names. */
  private int meaning;

  /** The end of that name in the input. */
  private int matchedTo;

  /**
   * Looks for the longest name at {@code in[from, to)}, the {@code &} being before {@code from}.
   */
  boolean find(byte[] in, int from, int to) {
    matchedTo = from;
    int low = 0;
    int high = Table.LINES.length - 1;
    for (int depth = 0; from + depth < to; depth++) {
      int b = in[from + depth] & 0xFF;
      if (b == ' ') {
        break; // The end of names in the text.
      }
      low = firstAtLeast(low, high, depth, b);
      high = firstAtLeast(low, high, depth, b + 1);
      if (low == high) {
        break;
      }
      int behind = Table.LINES[low] + depth + 1;
      if (Table.TEXT[behind] == ' ') {
        meaning = behind;
        matchedTo = from + depth + 1;
      }
    }
    return matchedTo > from;
  }

  /** The index after the last byte of the name that {@link #find} found. */
  int matchedTo() {
    return matchedTo;
  }

  /** Appends the meaning of the name that {@link #find} found: one character or two. */
  void appendMeaning(ByteScratch out) {
    int at = meaning;
    while (Table.TEXT[at] == ' ') {
      int c = 0;
      for (at++; Table.TEXT[at] > ' '; at++) {
        c = c << 4 | Character.digit(Table.TEXT[at], 16);
      }
      out.appendCodePoint(c);
    }
  }

  /**
   * The first line of {@code [low, high)}, all equal up to {@code depth}, whose byte there is at
   * least {@code b}.
   */
  private static int firstAtLeast(int low, int high, int depth, int b) {
    int from = low;
    int to = high;
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Table.TEXT[Table.LINES[middle] + depth] < b) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Loaded when the first page needs it. */
  private static final class Table {
    private static final String RESOURCE = "character-references.txt";
    private static final int NAMES = 2231;

    static final byte[] TEXT = read();

    /** The start of the line with an index in {@link #TEXT}; one entry more than names. */
    static final int[] LINES = lines(TEXT);

    private static byte[] read() {
      try (InputStream in = CharacterReferences.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException(RESOURCE + " is not beside its class");
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static int[] lines(byte[] text) {
      int[] lines = new int[NAMES + 1];
      int count = 0;
      for (int i = 0; i < text.length; i++) {
        if (text[i] == '\n') {
          lines[++count] = i + 1;
        }
      }
      assert count == NAMES;
      return lines;
    }
  }
}
