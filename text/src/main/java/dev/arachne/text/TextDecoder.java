package dev.arachne.text;

import java.nio.ByteOrder;

/**
 * Decodes the bytes of one document into UTF-8, part by part, as the decoders of WHATWG Encoding
 * do. Invalid bytes become U+FFFD, and an ASCII byte behind the first half of a character is read
 * again as itself. Confined to one thread.
 */
sealed interface TextDecoder
    permits LeadByteDecoder,
        Iso2022JpDecoder,
        ReplacementDecoder,
        SingleByteDecoder,
        Utf16Decoder,
        Utf8Decoder {

  /** The replacement for bytes that are not a character. */
  int REPLACEMENT = 0xFFFD;

  /** A decoder for a document in {@code encoding}. */
  static TextDecoder of(Encoding encoding) {
    return switch (encoding) {
      case UTF_8 -> new Utf8Decoder();
      case GBK, GB18030 -> new Gb18030Decoder();
      case BIG5 -> new DoubleByteDecoder(DoubleByteTable.big5());
      case EUC_KR -> new DoubleByteDecoder(DoubleByteTable.eucKr());
      case SHIFT_JIS -> new DoubleByteDecoder(DoubleByteTable.shiftJis());
      case EUC_JP -> new EucJpDecoder();
      case ISO_2022_JP -> new Iso2022JpDecoder();
      case REPLACEMENT -> new ReplacementDecoder();
      case UTF_16BE -> new Utf16Decoder(ByteOrder.BIG_ENDIAN);
      case UTF_16LE -> new Utf16Decoder(ByteOrder.LITTLE_ENDIAN);
      default -> new SingleByteDecoder(encoding);
    };
  }

  /** Decodes the next part; a character that its end cuts is kept for the part that follows. */
  void decode(byte[] in, int from, int to, ByteScratch out);

  /** Ends the document: a character that has been cut becomes U+FFFD. */
  void finish(ByteScratch out);
}
