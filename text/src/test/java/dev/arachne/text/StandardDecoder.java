package dev.arachne.text;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.testkit.Suites;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The decoders of WHATWG Encoding, step by step as they are written there, on a queue of bytes and
 * with the standard's own index files: what our decoders are compared with.
 */
final class StandardDecoder {
  private static final int END_OF_QUEUE = -1;
  private static final int[] CONTINUE = {};
  private static final int[] ERROR = {0xFFFD};
  private static final int[] FINISHED = {};
  private static final Map<String, int[]> INDEXES = new HashMap<>();

  private final Encoding encoding;
  private final Deque<Integer> queue = new ArrayDeque<>();

  private int lead;
  private int second;
  private int third;
  private boolean jis0212;
  private int leadSurrogate = -1;
  private int leadByte = -1;
  private int needed;
  private int lower;
  private int upper;
  private boolean output;
  private String state = "ASCII";
  private String outputState = "ASCII";

  private StandardDecoder(Encoding encoding) {
    this.encoding = encoding;
  }

  static String decode(Encoding encoding, byte[] bytes) {
    var decoder = new StandardDecoder(encoding);
    for (byte b : bytes) {
      decoder.queue.add(b & 0xFF);
    }
    return decoder.run();
  }

  /** The code points of an index by pointer, -1 where there is none. */
  static int[] index(String name) {
    return INDEXES.computeIfAbsent(name, StandardDecoder::read);
  }

  private static int[] read(String name) {
    Optional<Path> file = Suites.file("encoding/index-" + name + ".txt");
    assumeTrue(file.isPresent(), Suites.MISSING);
    int[] index = new int[40_000];
    Arrays.fill(index, -1);
    for (String line : Suites.text(file.get()).split("\n", -1)) {
      String[] fields = line.strip().split("\\s+");
      if (fields.length > 1 && !fields[0].startsWith("#")) {
        int pointer = Integer.parseInt(fields[0]);
        if (pointer < index.length) { // the last of the ranges begins far behind the others
          index[pointer] = Integer.parseInt(fields[1].substring(2), 16);
        }
      }
    }
    return index;
  }

  private String run() {
    var text = new StringBuilder();
    while (true) {
      int b = queue.isEmpty() ? END_OF_QUEUE : queue.poll();
      int[] result = handle(b);
      if (result == FINISHED && b == END_OF_QUEUE && queue.isEmpty()) {
        return text.toString();
      }
      for (int codePoint : result) {
        text.appendCodePoint(codePoint);
      }
    }
  }

  private int[] handle(int b) {
    return switch (encoding) {
      case UTF_8 -> utf8(b);
      case GBK, GB18030 -> gb18030(b);
      case BIG5 -> big5(b);
      case EUC_JP -> eucJp(b);
      case ISO_2022_JP -> iso2022Jp(b);
      case SHIFT_JIS -> shiftJis(b);
      case EUC_KR -> eucKr(b);
      case UTF_16BE, UTF_16LE -> utf16(b);
      default -> singleByte(b);
    };
  }

  private int[] utf8(int b) {
    if (b == END_OF_QUEUE && needed != 0) {
      needed = 0;
      return ERROR;
    }
    if (b == END_OF_QUEUE) {
      return FINISHED;
    }
    if (needed == 0) {
      if (b < 0x80) {
        return of(b);
      }
      if (b < 0xC2 || b > 0xF4) {
        return ERROR;
      }
      lower = b == 0xE0 ? 0xA0 : b == 0xF0 ? 0x90 : 0x80;
      upper = b == 0xED ? 0x9F : b == 0xF4 ? 0x8F : 0xBF;
      needed = b < 0xE0 ? 1 : b < 0xF0 ? 2 : 3;
      lead = b & (b < 0xE0 ? 0x1F : b < 0xF0 ? 0xF : 0x7);
      return CONTINUE;
    }
    if (b < lower || b > upper) {
      needed = 0;
      lower = 0x80;
      upper = 0xBF;
      prepend(b);
      return ERROR;
    }
    lower = 0x80;
    upper = 0xBF;
    lead = (lead << 6) | (b & 0x3F);
    needed--;
    return needed == 0 ? of(lead) : CONTINUE;
  }

  private int[] singleByte(int b) {
    if (b == END_OF_QUEUE) {
      return FINISHED;
    }
    if (b < 0x80) {
      return of(b);
    }
    if (encoding == Encoding.X_USER_DEFINED) {
      return of(0xF780 + b - 0x80);
    }
    String name = encoding == Encoding.ISO_8859_8_I ? "ISO-8859-8" : encoding.standardName();
    return orError(index(name.toLowerCase(Locale.ROOT))[b - 0x80]);
  }

  private int[] gb18030(int b) {
    if (b == END_OF_QUEUE && lead == 0 && second == 0 && third == 0) {
      return FINISHED;
    }
    if (b == END_OF_QUEUE) {
      lead = 0;
      second = 0;
      third = 0;
      return ERROR;
    }
    if (third != 0) {
      if (b < 0x30 || b > 0x39) {
        prepend(second, third, b);
        lead = 0;
        second = 0;
        third = 0;
        return ERROR;
      }
      int pointer =
          (lead - 0x81) * (10 * 126 * 10)
              + (second - 0x30) * (10 * 126)
              + (third - 0x81) * 10
              + b
              - 0x30;
      lead = 0;
      second = 0;
      third = 0;
      return orError(gb18030Ranges(pointer));
    }
    if (second != 0) {
      if (b >= 0x81 && b <= 0xFE) {
        third = b;
        return CONTINUE;
      }
      prepend(second, b);
      lead = 0;
      second = 0;
      return ERROR;
    }
    if (lead != 0) {
      if (b >= 0x30 && b <= 0x39) {
        second = b;
        return CONTINUE;
      }
      int first = lead;
      lead = 0;
      int offset = b < 0x7F ? 0x40 : 0x41;
      int codePoint = -1;
      if ((b >= 0x40 && b <= 0x7E) || (b >= 0x80 && b <= 0xFE)) {
        codePoint = index("gb18030")[(first - 0x81) * 190 + (b - offset)];
      }
      return pair(codePoint, b);
    }
    if (b < 0x80) {
      return of(b);
    }
    if (b == 0x80) {
      return of(0x20AC);
    }
    if (b <= 0xFE) {
      lead = b;
      return CONTINUE;
    }
    return ERROR;
  }

  private static int gb18030Ranges(int pointer) {
    if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) {
      return -1;
    }
    if (pointer == 7457) {
      return 0xE7C7;
    }
    var last = Ranges.ALL.floorEntry(pointer);
    return last.getValue() + pointer - last.getKey();
  }

  /** The ranges by their first pointer. */
  private static final class Ranges {
    static final TreeMap<Integer, Integer> ALL = new TreeMap<>(Map.of(189000, 0x10000));

    static {
      int[] index = index("gb18030-ranges");
      for (int pointer = 0; pointer < index.length; pointer++) {
        if (index[pointer] >= 0) {
          ALL.put(pointer, index[pointer]);
        }
      }
    }
  }

  private int[] big5(int b) {
    if (b == END_OF_QUEUE) {
      return endOfPair();
    }
    if (lead != 0) {
      int first = lead;
      lead = 0;
      int offset = b < 0x7F ? 0x40 : 0x62;
      int codePoint = -1;
      if ((b >= 0x40 && b <= 0x7E) || (b >= 0xA1 && b <= 0xFE)) {
        int pointer = (first - 0x81) * 157 + (b - offset);
        switch (pointer) {
          case 1133:
            return of(0x00CA, 0x0304);
          case 1135:
            return of(0x00CA, 0x030C);
          case 1164:
            return of(0x00EA, 0x0304);
          case 1166:
            return of(0x00EA, 0x030C);
          default:
            codePoint = index("big5")[pointer];
        }
      }
      return pair(codePoint, b);
    }
    return first(b, 0x81, 0xFE);
  }

  private int[] eucKr(int b) {
    if (b == END_OF_QUEUE) {
      return endOfPair();
    }
    if (lead != 0) {
      int first = lead;
      lead = 0;
      int codePoint = -1;
      if (b >= 0x41 && b <= 0xFE) {
        codePoint = index("euc-kr")[(first - 0x81) * 190 + (b - 0x41)];
      }
      return pair(codePoint, b);
    }
    return first(b, 0x81, 0xFE);
  }

  private int[] shiftJis(int b) {
    if (b == END_OF_QUEUE) {
      return endOfPair();
    }
    if (lead != 0) {
      int first = lead;
      lead = 0;
      int offset = b < 0x7F ? 0x40 : 0x41;
      int leadOffset = first < 0xA0 ? 0x81 : 0xC1;
      int codePoint = -1;
      if ((b >= 0x40 && b <= 0x7E) || (b >= 0x80 && b <= 0xFC)) {
        int pointer = (first - leadOffset) * 188 + b - offset;
        if (pointer >= 8836 && pointer <= 10715) {
          return of(0xE000 - 8836 + pointer);
        }
        codePoint = index("jis0208")[pointer];
      }
      return pair(codePoint, b);
    }
    if (b <= 0x80) {
      return of(b);
    }
    if (b >= 0xA1 && b <= 0xDF) {
      return of(0xFF61 - 0xA1 + b);
    }
    if ((b >= 0x81 && b <= 0x9F) || (b >= 0xE0 && b <= 0xFC)) {
      lead = b;
      return CONTINUE;
    }
    return ERROR;
  }

  private int[] eucJp(int b) {
    if (b == END_OF_QUEUE) {
      return endOfPair();
    }
    if (lead == 0x8E && b >= 0xA1 && b <= 0xDF) {
      lead = 0;
      return of(0xFF61 - 0xA1 + b);
    }
    if (lead == 0x8F && b >= 0xA1 && b <= 0xFE) {
      jis0212 = true;
      lead = b;
      return CONTINUE;
    }
    if (lead != 0) {
      int first = lead;
      lead = 0;
      int codePoint = -1;
      if (first >= 0xA1 && first <= 0xFE && b >= 0xA1 && b <= 0xFE) {
        codePoint = index(jis0212 ? "jis0212" : "jis0208")[(first - 0xA1) * 94 + b - 0xA1];
      }
      jis0212 = false;
      return pair(codePoint, b);
    }
    if (b < 0x80) {
      return of(b);
    }
    if (b == 0x8E || b == 0x8F || (b >= 0xA1 && b <= 0xFE)) {
      lead = b;
      return CONTINUE;
    }
    return ERROR;
  }

  private int[] iso2022Jp(int b) {
    switch (state) {
      case "ASCII", "Roman" -> {
        if (b == 0x1B) {
          state = "escape start";
          return CONTINUE;
        }
        if (state.equals("Roman") && b == 0x5C) {
          output = false;
          return of(0xA5);
        }
        if (state.equals("Roman") && b == 0x7E) {
          output = false;
          return of(0x203E);
        }
        if (b >= 0 && b <= 0x7F && b != 0x0E && b != 0x0F) {
          output = false;
          return of(b);
        }
        if (b == END_OF_QUEUE) {
          return FINISHED;
        }
        output = false;
        return ERROR;
      }
      case "katakana" -> {
        if (b == 0x1B) {
          state = "escape start";
          return CONTINUE;
        }
        if (b >= 0x21 && b <= 0x5F) {
          output = false;
          return of(0xFF61 - 0x21 + b);
        }
        if (b == END_OF_QUEUE) {
          return FINISHED;
        }
        output = false;
        return ERROR;
      }
      case "lead byte" -> {
        if (b == 0x1B) {
          state = "escape start";
          return CONTINUE;
        }
        if (b >= 0x21 && b <= 0x7E) {
          output = false;
          lead = b;
          state = "trail byte";
          return CONTINUE;
        }
        if (b == END_OF_QUEUE) {
          return FINISHED;
        }
        output = false;
        return ERROR;
      }
      case "trail byte" -> {
        if (b == 0x1B) {
          state = "escape start";
          return ERROR;
        }
        state = "lead byte";
        if (b >= 0x21 && b <= 0x7E) {
          return orError(index("jis0208")[(lead - 0x21) * 94 + b - 0x21]);
        }
        if (b == END_OF_QUEUE) {
          prepend(b);
        }
        return ERROR;
      }
      case "escape start" -> {
        if (b == 0x24 || b == 0x28) {
          lead = b;
          state = "escape";
          return CONTINUE;
        }
        prepend(b);
        output = false;
        state = outputState;
        return ERROR;
      }
      case "escape" -> {
        int first = lead;
        lead = 0;
        String next =
            first == 0x28 && b == 0x42
                ? "ASCII"
                : first == 0x28 && b == 0x4A
                    ? "Roman"
                    : first == 0x28 && b == 0x49
                        ? "katakana"
                        : first == 0x24 && (b == 0x40 || b == 0x42) ? "lead byte" : "";
        if (!next.isEmpty()) {
          state = next;
          outputState = next;
          boolean before = output;
          output = true;
          return before ? ERROR : CONTINUE;
        }
        prepend(first, b);
        output = false;
        state = outputState;
        return ERROR;
      }
      default -> throw new AssertionError(state);
    }
  }

  private int[] utf16(int b) {
    if (b == END_OF_QUEUE && (leadByte >= 0 || leadSurrogate >= 0)) {
      leadByte = -1;
      leadSurrogate = -1;
      return ERROR;
    }
    if (b == END_OF_QUEUE) {
      return FINISHED;
    }
    if (leadByte < 0) {
      leadByte = b;
      return CONTINUE;
    }
    boolean isBigEndian = encoding == Encoding.UTF_16BE;
    int unit = isBigEndian ? (leadByte << 8) + b : (b << 8) + leadByte;
    leadByte = -1;
    if (leadSurrogate >= 0) {
      int surrogate = leadSurrogate;
      leadSurrogate = -1;
      if (unit >= 0xDC00 && unit <= 0xDFFF) {
        return of(0x10000 + ((surrogate - 0xD800) << 10) + (unit - 0xDC00));
      }
      if (isBigEndian) {
        prepend(unit >> 8, unit & 0xFF);
      } else {
        prepend(unit & 0xFF, unit >> 8);
      }
      return ERROR;
    }
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      leadSurrogate = unit;
      return CONTINUE;
    }
    return unit >= 0xDC00 && unit <= 0xDFFF ? ERROR : of(unit);
  }

  private int[] endOfPair() {
    if (lead == 0) {
      return FINISHED;
    }
    lead = 0;
    return ERROR;
  }

  private int[] first(int b, int lowestLead, int highestLead) {
    if (b < 0x80) {
      return of(b);
    }
    if (b >= lowestLead && b <= highestLead) {
      lead = b;
      return CONTINUE;
    }
    return ERROR;
  }

  private int[] pair(int codePoint, int b) {
    if (codePoint >= 0) {
      return of(codePoint);
    }
    if (b < 0x80) {
      prepend(b);
    }
    return ERROR;
  }

  private void prepend(int... bytes) {
    for (int i = bytes.length - 1; i >= 0; i--) {
      if (bytes[i] != END_OF_QUEUE) {
        queue.addFirst(bytes[i]);
      }
    }
  }

  private static int[] orError(int codePoint) {
    return codePoint < 0 ? ERROR : of(codePoint);
  }

  private static int[] of(int... codePoints) {
    return codePoints;
  }

  static List<Encoding> decoded() {
    return Arrays.stream(Encoding.values())
        .filter(it -> it != Encoding.UTF_8 && it != Encoding.REPLACEMENT)
        .toList();
  }
}
