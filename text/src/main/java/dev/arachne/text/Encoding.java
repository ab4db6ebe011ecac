package dev.arachne.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A character encoding of the web, with its labels in pages (WHATWG Encoding 4). The tables of its
 * characters come from the JDK's charsets, where these agree with the standard.
 */
public enum Encoding {
  UTF_8(
      "UTF-8",
      "UTF-8",
      Form.MULTI_BYTE,
      "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8"),
  IBM866("IBM866", "IBM866", Form.SINGLE_BYTE, "866 cp866 csibm866 ibm866"),
  ISO_8859_2(
      "ISO-8859-2",
      "ISO-8859-2",
      Form.SINGLE_BYTE,
      "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 "
          + "iso_8859-2:1987 l2 latin2"),
  ISO_8859_3(
      "ISO-8859-3",
      "ISO-8859-3",
      Form.SINGLE_BYTE,
      "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 "
          + "iso_8859-3:1988 l3 latin3"),
  ISO_8859_4(
      "ISO-8859-4",
      "ISO-8859-4",
      Form.SINGLE_BYTE,
      "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 "
          + "iso_8859-4:1988 l4 latin4"),
  ISO_8859_5(
      "ISO-8859-5",
      "ISO-8859-5",
      Form.SINGLE_BYTE,
      "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 "
          + "iso_8859-5 iso_8859-5:1988"),
  ISO_8859_6(
      "ISO-8859-6",
      "ISO-8859-6",
      Form.SINGLE_BYTE,
      "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 "
          + "iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 "
          + "iso_8859-6:1987"),
  ISO_8859_7(
      "ISO-8859-7",
      "ISO-8859-7",
      Form.SINGLE_BYTE,
      "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 "
          + "iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek"),
  ISO_8859_8(
      "ISO-8859-8",
      "ISO-8859-8",
      Form.SINGLE_BYTE,
      "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 "
          + "iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual"),
  ISO_8859_8_I("ISO-8859-8-I", "ISO-8859-8", Form.SINGLE_BYTE, "csiso88598i iso-8859-8-i logical"),
  ISO_8859_10(
      "ISO-8859-10",
      "",
      Form.SINGLE_BYTE,
      "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
  ISO_8859_13("ISO-8859-13", "ISO-8859-13", Form.SINGLE_BYTE, "iso-8859-13 iso8859-13 iso885913"),
  ISO_8859_14("ISO-8859-14", "", Form.SINGLE_BYTE, "iso-8859-14 iso8859-14 iso885914"),
  ISO_8859_15(
      "ISO-8859-15",
      "ISO-8859-15",
      Form.SINGLE_BYTE,
      "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9"),
  ISO_8859_16("ISO-8859-16", "ISO-8859-16", Form.SINGLE_BYTE, "iso-8859-16"),
  KOI8_R("KOI8-R", "KOI8-R", Form.SINGLE_BYTE, "cskoi8r koi koi8 koi8-r koi8_r"),
  KOI8_U("KOI8-U", "KOI8-U", Form.SINGLE_BYTE, "koi8-ru koi8-u"),
  MACINTOSH("macintosh", "x-MacRoman", Form.SINGLE_BYTE, "csmacintosh mac macintosh x-mac-roman"),
  WINDOWS_874(
      "windows-874",
      "x-windows-874",
      Form.SINGLE_BYTE,
      "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
  WINDOWS_1250("windows-1250", "windows-1250", Form.SINGLE_BYTE, "cp1250 windows-1250 x-cp1250"),
  WINDOWS_1251("windows-1251", "windows-1251", Form.SINGLE_BYTE, "cp1251 windows-1251 x-cp1251"),
  WINDOWS_1252(
      "windows-1252",
      "windows-1252",
      Form.SINGLE_BYTE,
      "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
          + "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 "
          + "x-cp1252"),
  WINDOWS_1253("windows-1253", "windows-1253", Form.SINGLE_BYTE, "cp1253 windows-1253 x-cp1253"),
  WINDOWS_1254(
      "windows-1254",
      "windows-1254",
      Form.SINGLE_BYTE,
      "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 "
          + "iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254"),
  WINDOWS_1255("windows-1255", "windows-1255", Form.SINGLE_BYTE, "cp1255 windows-1255 x-cp1255"),
  WINDOWS_1256("windows-1256", "windows-1256", Form.SINGLE_BYTE, "cp1256 windows-1256 x-cp1256"),
  WINDOWS_1257("windows-1257", "windows-1257", Form.SINGLE_BYTE, "cp1257 windows-1257 x-cp1257"),
  WINDOWS_1258("windows-1258", "windows-1258", Form.SINGLE_BYTE, "cp1258 windows-1258 x-cp1258"),
  X_MAC_CYRILLIC(
      "x-mac-cyrillic", "x-MacUkraine", Form.SINGLE_BYTE, "x-mac-cyrillic x-mac-ukrainian"),
  GBK(
      "GBK",
      "GB18030",
      Form.MULTI_BYTE,
      "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
  GB18030("gb18030", "GB18030", Form.MULTI_BYTE, "gb18030"),
  BIG5("Big5", "Big5-HKSCS", Form.MULTI_BYTE, "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
  EUC_JP("EUC-JP", "EUC-JP", Form.MULTI_BYTE, "cseucpkdfmtjapanese euc-jp x-euc-jp"),
  ISO_2022_JP("ISO-2022-JP", "ISO-2022-JP", Form.NOT_ASCII, "csiso2022jp iso-2022-jp"),
  SHIFT_JIS(
      "Shift_JIS",
      "windows-31j",
      Form.MULTI_BYTE,
      "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
  EUC_KR(
      "EUC-KR",
      "x-windows-949",
      Form.MULTI_BYTE,
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 "
          + "ksc5601 ksc_5601 windows-949"),
  REPLACEMENT(
      "replacement",
      "",
      Form.NOT_ASCII,
      "csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement"),
  UTF_16BE("UTF-16BE", "UTF-16BE", Form.NOT_ASCII, "unicodefffe utf-16be"),
  UTF_16LE(
      "UTF-16LE",
      "UTF-16LE",
      Form.NOT_ASCII,
      "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le"),
  X_USER_DEFINED("x-user-defined", "", Form.SINGLE_BYTE, "x-user-defined");

  /** The relation of a page's bytes to ASCII, which determines its conversion to UTF-8. */
  enum Form {
    /** Each byte is a character; those below 0x80 are ASCII. */
    SINGLE_BYTE,
    /**
     * A page of bytes below 0x80 is ASCII, but such a byte may be the second half of a character.
     */
    MULTI_BYTE,
    /** A byte below 0x80 may have any meaning. */
    NOT_ASCII
  }

  private static final int HIGH_HALF = 128;

  /** The upper 96 characters of the two encodings that the JDK lacks. */
  private static final String LATIN_6 =
      "\u00A0\u0104\u0112\u0122\u012A\u0128\u0136\u00A7\u013B\u0110\u0160\u0166\u017D\u00AD\u016A\u014A"
          + "\u00B0\u0105\u0113\u0123\u012B\u0129\u0137\u00B7\u013C\u0111\u0161\u0167\u017E\u2015\u016B\u014B"
          + "\u0100\u00C1\u00C2\u00C3\u00C4\u00C5\u00C6\u012E\u010C\u00C9\u0118\u00CB\u0116\u00CD\u00CE\u00CF"
          + "\u00D0\u0145\u014C\u00D3\u00D4\u00D5\u00D6\u0168\u00D8\u0172\u00DA\u00DB\u00DC\u00DD\u00DE\u00DF"
          + "\u0101\u00E1\u00E2\u00E3\u00E4\u00E5\u00E6\u012F\u010D\u00E9\u0119\u00EB\u0117\u00ED\u00EE\u00EF"
          + "\u00F0\u0146\u014D\u00F3\u00F4\u00F5\u00F6\u0169\u00F8\u0173\u00FA\u00FB\u00FC\u00FD\u00FE\u0138";

  private static final String LATIN_8 =
      "\u00A0\u1E02\u1E03\u00A3\u010A\u010B\u1E0A\u00A7\u1E80\u00A9\u1E82\u1E0B\u1EF2\u00AD\u00AE\u0178"
          + "\u1E1E\u1E1F\u0120\u0121\u1E40\u1E41\u00B6\u1E56\u1E81\u1E57\u1E83\u1E60\u1EF3\u1E84\u1E85\u1E61"
          + "\u00C0\u00C1\u00C2\u00C3\u00C4\u00C5\u00C6\u00C7\u00C8\u00C9\u00CA\u00CB\u00CC\u00CD\u00CE\u00CF"
          + "\u0174\u00D1\u00D2\u00D3\u00D4\u00D5\u00D6\u1E6A\u00D8\u00D9\u00DA\u00DB\u00DC\u00DD\u0176\u00DF"
          + "\u00E0\u00E1\u00E2\u00E3\u00E4\u00E5\u00E6\u00E7\u00E8\u00E9\u00EA\u00EB\u00EC\u00ED\u00EE\u00EF"
          + "\u0175\u00F1\u00F2\u00F3\u00F4\u00F5\u00F6\u1E6B\u00F8\u00F9\u00FA\u00FB\u00FC\u00FD\u0177\u00FF";

  private final String standardName;
  private final String charsetName;
  private final Form form;
  private final String labels;

  Encoding(String standardName, String charsetName, Form form, String labels) {
    this.standardName = standardName;
    this.charsetName = charsetName;
    this.form = form;
    this.labels = labels;
  }

  /** The encoding with this label, in any case and between any white space. */
  public static Optional<Encoding> forLabel(String label) {
    String key = stripAsciiSpace(label).toLowerCase(Locale.ROOT);
    return Optional.ofNullable(Labels.ALL.get(key));
  }

  /** The name the standard writes, such as {@code windows-1252} or {@code Shift_JIS}. */
  public String standardName() {
    return standardName;
  }

  /**
   * The charset of the queries of URLs on a page in this encoding (WHATWG Encoding 4.3, "get an
   * output encoding"): UTF-8 for encodings that cannot encode, and for three that the JDK lacks.
   */
  public Charset queryCharset() {
    if (this == GBK) {
      return Charset.forName("GBK"); // decoded as GB18030, but not encoded as it
    }
    boolean cannotEncode = charsetName.isEmpty() || this == UTF_16BE || this == UTF_16LE;
    return cannotEncode ? StandardCharsets.UTF_8 : charset();
  }

  Form form() {
    return form;
  }

  /**
   * The JDK's charset, which differs from the standard in some characters: pages are read by {@link
   * TextDecoder}.
   */
  private Charset charset() {
    return charsetName.isEmpty() ? StandardCharsets.UTF_8 : Charset.forName(charsetName);
  }

  /** The characters of the bytes from 0x80, of a single-byte encoding. */
  String highHalf() {
    byte[] bytes = new byte[HIGH_HALF];
    for (int i = 0; i < HIGH_HALF; i++) {
      bytes[i] = (byte) (HIGH_HALF + i);
    }
    String controls = new String(bytes, 0, 32, ISO_8859_1);
    return switch (this) {
      case ISO_8859_10 -> controls + LATIN_6;
      case ISO_8859_14 -> controls + LATIN_8;
      case X_USER_DEFINED -> privateUse();
      case KOI8_U ->
          new String(bytes, charset()).replace('\u255D', '\u045E').replace('\u256C', '\u040E');
      case WINDOWS_1255 -> {
        StringBuilder all = new StringBuilder(withControls(new String(bytes, charset())));
        all.setCharAt(0xCA - HIGH_HALF, '\u05BA');
        yield all.toString();
      }
      case X_MAC_CYRILLIC -> new String(bytes, charset()).replace('\u00A4', '\u20AC');
      default -> withControls(new String(bytes, charset()));
    };
  }

  /**
   * The standard maps bytes below 0xA0 that code pages leave undefined to the control characters of
   * that number.
   */
  private static String withControls(String decoded) {
    StringBuilder out = new StringBuilder(decoded);
    for (int i = 0; i < 32; i++) {
      if (out.charAt(i) == '\uFFFD') {
        out.setCharAt(i, (char) (HIGH_HALF + i));
      }
    }
    return out.toString();
  }

  private static String privateUse() {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < HIGH_HALF; i++) {
      out.append((char) (0xF780 + i));
    }
    return out.toString();
  }

  private static String stripAsciiSpace(String label) {
    int from = 0;
    int to = label.length();
    while (from < to && isSpace(label.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(label.charAt(to - 1))) {
      to--;
    }
    return label.substring(from, to);
  }

  private static boolean isSpace(char c) {
    return c < 0x80 && Bytes.isSpace((byte) c);
  }

  private static final class Labels {
    static final Map<String, Encoding> ALL = new HashMap<>();

    static {
      for (Encoding encoding : values()) {
        for (String label : encoding.labels.split(" ", -1)) {
          ALL.put(label, encoding);
        }
      }
    }
  }
}
