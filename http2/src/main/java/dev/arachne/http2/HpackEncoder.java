package dev.arachne.http2;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * Writes compressed field sections (RFC 7541). Fields that are equal in successive requests go to
 * the table. Secrets never do, and intermediaries must not index them either (7.1.3). All others
 * are literals. Confined to its connection.
 */
final class HpackEncoder {

  /** The largest table used, regardless of the peer's offer. */
  static final int LARGEST_TABLE = 4096;

  private static final Set<String> REPEATED =
      Set.of(":authority", "user-agent", "accept", "accept-encoding", "accept-language");

  private static final Set<String> SECRET = Set.of("authorization", "cookie");

  private final DynamicTable table = new DynamicTable(LARGEST_TABLE);
  private byte[] bytes = new byte[256];
  private int length;

  /** The least size that the peer has allowed since the last section, if that was less. */
  private int leastTable = LARGEST_TABLE;

  private int allowedTable = LARGEST_TABLE;

  /** Sets the table size that the peer allows (SETTINGS_HEADER_TABLE_SIZE). */
  void allowTable(long size) {
    allowedTable = (int) Math.min(size, LARGEST_TABLE);
    leastTable = Math.min(leastTable, allowedTable);
  }

  /** Begins a section. */
  void begin() {
    length = 0;
    if (leastTable < table.maximum()) {
      resize(leastTable);
    }
    if (allowedTable != table.maximum()) {
      resize(allowedTable);
    }
    leastTable = allowedTable;
  }

  private void resize(int size) {
    table.resize(size);
    integer(0x20, 5, size);
  }

  /**
   * Adds a field.
   *
   * @param name in lower case
   * @param value each character a byte
   */
  void field(String name, String value) {
    int index = StaticTable.find(name, value);
    if (index > 0) {
      integer(0x80, 7, index);
      return;
    }
    byte[] itsValue = value.getBytes(StandardCharsets.ISO_8859_1);
    int nameIndex = StaticTable.find(name);
    if (!REPEATED.contains(name)) {
      literal(SECRET.contains(name) ? 0x10 : 0, 4, nameIndex, name, itsValue);
      return;
    }
    byte[] itsName = name.getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < table.count(); i++) {
      if (Arrays.equals(table.name(i), itsName) && Arrays.equals(table.value(i), itsValue)) {
        integer(0x80, 7, StaticTable.SIZE + 1 + i);
        return;
      }
    }
    literal(0x40, 6, nameIndex, name, itsValue);
    table.add(itsName, itsValue);
  }

  /** The array with the section, {@link #length()} bytes. */
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  private void literal(int kind, int prefixBits, int nameIndex, String name, byte[] value) {
    integer(kind, prefixBits, nameIndex);
    if (nameIndex == 0) {
      string(name.getBytes(StandardCharsets.ISO_8859_1));
    }
    string(value);
  }

  private void string(byte[] plain) {
    int coded = Huffman.encodedLength(plain);
    if (coded < plain.length) {
      integer(0x80, 7, coded);
      room(coded);
      Huffman.encode(plain, bytes, length);
      length += coded;
    } else {
      integer(0, 7, plain.length);
      room(plain.length);
      System.arraycopy(plain, 0, bytes, length, plain.length);
      length += plain.length;
    }
  }

  private void integer(int kind, int prefixBits, int number) {
    room(6);
    int mask = (1 << prefixBits) - 1;
    if (number < mask) {
      bytes[length++] = (byte) (kind | number);
      return;
    }
    bytes[length++] = (byte) (kind | mask);
    int rest = number - mask;
    while (rest >= 0x80) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  private void room(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
