package dev.arachne.text;

/** Decodes gb18030, and GBK, which the standard reads in the same way (WHATWG Encoding 10.2.1). */
final class Gb18030Decoder extends LeadByteDecoder {
  private final Gb18030Table table = Gb18030Table.get();

  /** The bytes of a character that has begun, or 0. */
  private int first;

  private int second;
  private int third;

  @Override
  boolean hasBegun() {
    return first != 0;
  }

  @Override
  void reset() {
    begin(0);
  }

  private void begin(int first) {
    this.first = first;
    second = 0;
    third = 0;
  }

  @Override
  void first(int b, ByteScratch out) {
    if (isLead(b)) {
      begin(b);
    } else {
      out.appendCodePoint(b == 0x80 ? 0x20AC : REPLACEMENT);
    }
  }

  @Override
  int next(int b, ByteScratch out) {
    if (third != 0) {
      return fourth(b, out);
    }
    if (second != 0) {
      return third(b, out);
    }
    if (isDigit(b)) {
      second = b;
      return 1;
    }
    int character = table.pair(first, b);
    begin(0);
    out.appendCodePoint(character == 0 ? REPLACEMENT : character);
    return character == 0 && b < 0x80 ? 0 : 1;
  }

  private int third(int b, ByteScratch out) {
    if (isLead(b)) {
      third = b;
      return 1;
    }
    out.appendCodePoint(REPLACEMENT);
    out.append(second);
    begin(0);
    return 0;
  }

  private int fourth(int b, ByteScratch out) {
    if (isDigit(b)) {
      int pointer = (((first - 0x81) * 10 + second - '0') * 126 + third - 0x81) * 10 + b - '0';
      int character = table.four(pointer);
      begin(0);
      out.appendCodePoint(character == 0 ? REPLACEMENT : character);
      return 1;
    }
    out.appendCodePoint(REPLACEMENT);
    out.append(second);
    begin(third);
    return 0;
  }

  private static boolean isLead(int b) {
    return b >= 0x81 && b <= 0xFE;
  }

  private static boolean isDigit(int b) {
    return b >= '0' && b <= '9';
  }
}
