package dev.arachne.text;

import java.util.Arrays;

/**
 * The characters of an encoding of one or two bytes, by its bytes (the indexes of WHATWG Encoding
 * 6). Immutable.
 */
final class DoubleByteTable {
  /** The result for two bytes that are not a character. */
  static final int NONE = 0;

  /** A byte that is the first of two. */
  static final int LEAD = -1;

  private static final int FIRST_LEAD = 0x81;
  private static final int LEADS = 126;
  private static final int FIRST_TRAIL = 0x40;
  private static final int TRAILS = 191;

  /**
   * The differences of index Big5 from the JDK's Big5-HKSCS: a pointer and its character, or two of
   * them in the form of {@link #pair}; {@code +n} means n consecutive characters.
   */
  private static final String BIG5_DIFFERENCES =
      "1133:CA0304 1135:CA030C 1164:EA0304 1166:EA030C "
          + "2082:7BB8 2088:7C06 2103:7CCE 2114:7DD2 2123:7E1D 2148:8005 2151:8028 2221:83C1 "
          + "2239:84A8 2244:840F 2303:89A6 2304:89A9 2354:8D77 2400:90FD 2413:92B9 2477:975C "
          + "2498:97FF 2605:9F16 2673:8503 2746:5159 2747:515B 2748:515D+2 2771:936E 2780:7479 "
          + "2990:6D67 3087:799B 3259:9097 3301:975D 3436:701E 3451:5B28 4136:7201 4138:77D7 "
          + "4141:7E87 4182:99D6 4206:91D4 4220:60DE 4230:6FB6 4241:8F36 4258:4FBB 4273:71DF "
          + "4279:9104 4282:9DF0 4294:83CF 4329:5C10 4330:79E3 4349:5A67 4419:8F0B 4422:7B51 "
          + "4494:62D0 4624:6062 4694:75F9 4708:6C4A 4742:9B2E 4748:9F17 4815:50ED 4828:5F0C "
          + "4902:880F 4922:62CE 4982:7468 4992:7162 4997:7250 5029:2027 5038:FE51 5050:2574 "
          + "5120:AF 5121:FFE3 5123:2CD 5153:FF5E 5168:2295 5169:2299 5180:FF0F 5181:FF3C "
          + "5182:2215 5183:FE68 5185:FFE5 5187:FFE0+2 5432:2400+32 5464:2421 5465:20AC "
          + "10942:5EF4 10946:65E0 10948:7676 10950:96B6 10957:3003 10958:4EDD 19028:5029 "
          + "19035:507D 19088:5305 19096:5344 19112:537F 19162:5605 19240:5A77 19299:5E75 "
          + "19305:5ED0 19326:5F58 19355:60A4 19398:6490 19439:6674 19454:675E 19553:6C9C "
          + "19554:6E1D 19557:6E2F 19611:716E 19643:732A 19672:745C 19697:74E9 19748:7809";

  private final int[] singles = new int[0x80];
  private final int[] pairs = new int[LEADS * TRAILS];

  private DoubleByteTable() {
    Arrays.fill(singles, TextDecoder.REPLACEMENT);
  }

  static DoubleByteTable big5() {
    return Big5.TABLE;
  }

  static DoubleByteTable eucKr() {
    return EucKr.TABLE;
  }

  static DoubleByteTable shiftJis() {
    return ShiftJis.TABLE;
  }

  /** The meaning of a byte from 0x80 on: a character, U+FFFD, or {@link #LEAD}. */
  int single(int b) {
    return singles[b & 0x7F];
  }

  /** The character of two bytes, or two as {@code first << 16 | second}, or {@link #NONE}. */
  int pair(int lead, int trail) {
    int at = trail - FIRST_TRAIL;
    return at < 0 || at >= TRAILS ? NONE : pairs[(lead - FIRST_LEAD) * TRAILS + at];
  }

  private void leads(int from, int to) {
    Arrays.fill(singles, from & 0x7F, (to & 0x7F) + 1, LEAD);
  }

  private void put(int lead, int trail, int character) {
    pairs[(lead - FIRST_LEAD) * TRAILS + trail - FIRST_TRAIL] = character;
  }

  /** Copies the JDK's characters for these bytes. */
  private void putAll(JdkCharacters jdk, int lead, int firstTrail, int lastTrail) {
    for (int trail = firstTrail; trail <= lastTrail; trail++) {
      put(lead, trail, jdk.of(lead, trail));
    }
  }

  private static final class Big5 {
    static final DoubleByteTable TABLE = new DoubleByteTable();

    static {
      var jdk = new JdkCharacters("Big5-HKSCS");
      TABLE.leads(0x81, 0xFE);
      for (int lead = 0x81; lead <= 0xFE; lead++) {
        TABLE.putAll(jdk, lead, 0x40, 0x7E);
        TABLE.putAll(jdk, lead, 0xA1, 0xFE);
      }
      for (String difference : BIG5_DIFFERENCES.split(" ", -1)) {
        put(difference.split("[:+]", -1));
      }
    }

    private static void put(String[] difference) {
      int pointer = Integer.parseInt(difference[0]);
      int character = Integer.parseInt(difference[1], 16);
      int count = difference.length > 2 ? Integer.parseInt(difference[2]) : 1;
      for (int i = 0; i < count; i++) {
        int cell = (pointer + i) % 157;
        TABLE.put(0x81 + (pointer + i) / 157, cell + (cell < 0x3F ? 0x40 : 0x62), character + i);
      }
    }
  }

  private static final class EucKr {
    static final DoubleByteTable TABLE = new DoubleByteTable();

    static {
      var jdk = new JdkCharacters("x-windows-949");
      TABLE.leads(0x81, 0xFE);
      for (int lead = 0x81; lead <= 0xFE; lead++) {
        TABLE.putAll(jdk, lead, 0x41, 0xFE);
      }
      for (int i = 0; i < TABLE.pairs.length; i++) {
        if (Character.getType(TABLE.pairs[i]) == Character.PRIVATE_USE) {
          TABLE.pairs[i] = NONE; // which the standard does not assign
        }
      }
    }
  }

  private static final class ShiftJis {
    static final DoubleByteTable TABLE = new DoubleByteTable();

    static {
      JapaneseTables tables = JapaneseTables.get();
      TABLE.leads(0x81, 0x9F);
      TABLE.leads(0xE0, 0xFC);
      TABLE.singles[0] = 0x80;
      for (int b = 0xA1; b <= 0xDF; b++) {
        TABLE.singles[b & 0x7F] = JapaneseTables.KATAKANA + b - 0xA1;
      }
      for (int lead = 0x81; lead <= 0xFC; lead++) {
        for (int trail = 0x40; trail <= 0xFC; trail++) {
          if (TABLE.single(lead) == LEAD && trail != 0x7F) {
            int cell = trail - (trail < 0x7F ? 0x40 : 0x41);
            int row = lead - (lead < 0xA0 ? 0x81 : 0xC1);
            TABLE.put(lead, trail, tables.jis0208(row * 2 * JapaneseTables.CELLS + cell));
          }
        }
      }
    }
  }
}
