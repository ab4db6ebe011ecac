package dev.arachne.http2;

import java.util.Arrays;

/**
 * Reads compressed field sections (RFC 7541). Confined to its connection; it must read all its
 * sections, in order. The {@link FieldSection} bounds the decoded size of a section. Beyond the
 * bound a field of the table is counted and not copied, so the work for a section is proportional
 * to its compressed bytes.
 */
final class HpackDecoder {

  /** Size updates in one section: to the least size since the last section, and to the present. */
  private static final int SIZE_UPDATES = 2;

  /** No integer of HPACK is larger in practice; larger ones are refused (RFC 7541 5.1). */
  private static final int MOST = 1 << 24;

  private static final byte[] NOTHING = {};

  private final int largestTable;
  private final DynamicTable table;

  private byte[] block = NOTHING;
  private int position;
  private int end;

  /** The name and the value that were read last, if they were literals. */
  private byte[] name = NOTHING;

  private int nameTo;
  private byte[] value = NOTHING;
  private int valueTo;

  /** The properties of the next string. */
  private boolean isHuffman;

  private int stringTo;

  /**
   * A decoder with an empty table.
   *
   * @param largestTable SETTINGS_HEADER_TABLE_SIZE, as announced to the peer
   */
  HpackDecoder(int largestTable) {
    this.largestTable = largestTable;
    this.table = new DynamicTable(largestTable);
  }

  /** Reads a whole section. */
  void decode(byte[] block, int from, int to, FieldSection into) throws Http2Exception {
    this.block = block;
    position = from;
    end = to;
    updateSizes();
    while (position < end) {
      int first = block[position] & 0xFF;
      if (first >= 0x80) {
        indexed(integer(7), into);
      } else if (first >= 0x40) {
        literal(integer(6));
        into.add(name, nameTo, value, 0, valueTo);
        table.add(Arrays.copyOf(name, nameTo), Arrays.copyOf(value, valueTo));
      } else if (first >= 0x20) {
        throw broken(); // A size update comes first (RFC 7541 4.2).
      } else {
        literal(integer(4));
        into.add(name, nameTo, value, 0, valueTo);
      }
    }
    this.block = NOTHING;
    name = kept(name);
    value = kept(value);
  }

  private void updateSizes() throws Http2Exception {
    for (int i = 0; position < end && (block[position] & 0xE0) == 0x20; i++) {
      int size = integer(5);
      if (size > largestTable || i == SIZE_UPDATES) {
        throw broken();
      }
      table.resize(size);
    }
  }

  private void indexed(int index, FieldSection into) throws Http2Exception {
    byte[] itsName = nameAt(index);
    byte[] itsValue =
        index <= StaticTable.SIZE
            ? StaticTable.value(index)
            : table.value(index - StaticTable.SIZE - 1);
    into.add(itsName, itsName.length, itsValue, 0, itsValue.length);
  }

  /** Reads name and value of a literal, the name at {@code index} unless that is 0. */
  private void literal(int index) throws Http2Exception {
    if (index == 0) {
      int most = stringBytes();
      name = room(name, most);
      nameTo = string(name);
    } else {
      byte[] its = nameAt(index);
      name = room(name, its.length);
      System.arraycopy(its, 0, name, 0, its.length);
      nameTo = its.length;
    }
    int most = stringBytes();
    value = room(value, most);
    valueTo = string(value);
  }

  private byte[] nameAt(int index) throws Http2Exception {
    if (index == 0 || index > StaticTable.SIZE + table.count()) {
      throw broken();
    }
    return index <= StaticTable.SIZE
        ? StaticTable.name(index)
        : table.name(index - StaticTable.SIZE - 1);
  }

  /** Reads the length of a string; returns its largest decoded size in bytes. */
  private int stringBytes() throws Http2Exception {
    if (position == end) {
      throw broken();
    }
    isHuffman = block[position] < 0;
    int length = integer(7);
    if (length > end - position) {
      throw broken();
    }
    stringTo = position + length;
    return isHuffman ? Huffman.mostDecoded(length) : length;
  }

  /** Reads the string whose length was read; returns its end in {@code into}. */
  private int string(byte[] into) throws Http2Exception {
    int from = position;
    position = stringTo;
    if (isHuffman) {
      int to = Huffman.decode(block, from, stringTo, into, 0);
      if (to < 0) {
        throw broken();
      }
      return to;
    }
    System.arraycopy(block, from, into, 0, stringTo - from);
    return stringTo - from;
  }

  /** Reads an integer with a prefix of {@code prefixBits} in its first byte. */
  private int integer(int prefixBits) throws Http2Exception {
    int mask = (1 << prefixBits) - 1;
    int number = block[position++] & mask;
    if (number < mask) {
      return number;
    }
    for (int shift = 0; ; shift += 7) {
      if (position == end || shift > 21) {
        throw broken();
      }
      byte next = block[position++];
      number += (next & 0x7F) << shift;
      if (number > MOST) {
        throw broken();
      }
      if (next >= 0) {
        return number;
      }
    }
  }

  private static byte[] room(byte[] array, int bytes) {
    return array.length >= bytes ? array : new byte[Math.max(bytes, 256)];
  }

  /** A waiting connection holds no large array. */
  private static byte[] kept(byte[] array) {
    return array.length > 4096 ? NOTHING : array;
  }

  private static Http2Exception broken() {
    return new Http2Exception(Http2Violation.COMPRESSION);
  }
}
