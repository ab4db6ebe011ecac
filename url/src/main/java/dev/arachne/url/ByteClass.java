package dev.arachne.url;

/**
 * The meaning of each byte to the parser, as one table of bit sets. One table access decides
 * whether a byte can be copied unchanged, in any component.
 *
 * <p>The percent-encode sets are those of WHATWG URL 1.3 for URLs with a special scheme. A byte of
 * 0x80 and above belongs to every set: its whole character is percent-encoded.
 */
final class ByteClass {
  /** In the special-query percent-encode set. */
  static final int QUERY = 1;

  /** In the path percent-encode set. */
  static final int PATH = 1 << 1;

  /** In the userinfo percent-encode set. */
  static final int USERINFO = 1 << 2;

  /** Not a byte of a plain ASCII host: forbidden there, or {@code %}, or not ASCII. */
  static final int HOST = 1 << 3;

  /** Ends a segment of a path, or the path: {@code / \ ?}. */
  static final int DELIMITER = 1 << 4;

  /** Tab, line feed and carriage return, which are dropped everywhere. */
  static final int DROPPED = 1 << 5;

  /** May occur in a scheme after its first letter. */
  static final int SCHEME = 1 << 6;

  /** Encoded in a path, or special in a URL or in HTML. */
  static final int NOT_PLAIN = 1 << 7;

  static final byte[] UPPER_HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
  };

  private static final byte[] CLASSES = classes();

  private ByteClass() {}

  /** The sets that a byte belongs to, as a sum of the constants above. */
  static int of(byte b) {
    return CLASSES[b & 0xff];
  }

  static boolean isDigit(int b) {
    return b >= '0' && b <= '9';
  }

  static boolean isLetter(int b) {
    int lower = b | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  /** The value of a hexadecimal digit, or -1. */
  static int hexValue(int b) {
    return isDigit(b) ? b - '0' : isLetter(b) && (b | 0x20) <= 'f' ? (b | 0x20) - 'a' + 10 : -1;
  }

  private static byte[] classes() {
    byte[] table = new byte[256];
    for (int b = 0; b < 256; b++) {
      if (b <= ' ' || b >= 0x7f) {
        // U+007F is a C0 control in the standard's percent-encode sets, and forbidden in domains.
        table[b] = (byte) (QUERY | PATH | USERINFO | HOST | NOT_PLAIN);
      }
      if (isDigit(b) || (b < 0x80 && isLetter(b))) {
        table[b] |= SCHEME;
      }
    }
    add(table, SCHEME, "+-.");
    add(table, QUERY | PATH | USERINFO, "\"#<>");
    add(table, QUERY, "'");
    add(table, PATH | USERINFO, "?^`{}");
    add(table, USERINFO, "/:;=@[\\]|");
    add(table, HOST, "#/:<>?@[\\]^|%");
    add(table, DELIMITER, "/\\?");
    add(table, DROPPED, "\t\n\r");
    add(table, NOT_PLAIN, "\"#%&/:<>?@[\\]^`{|}");
    return table;
  }

  private static void add(byte[] table, int sets, String members) {
    for (int i = 0; i < members.length(); i++) {
      table[members.charAt(i)] |= (byte) sets;
    }
  }
}
