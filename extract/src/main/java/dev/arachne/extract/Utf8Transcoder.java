package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.EnumMap;
import java.util.Map;

/**
 * Brings a document into UTF-8, so that the tokenizer, and whoever gets a range from it, knows one
 * encoding only. Most pages of the web need nothing: they are in UTF-8, or in ASCII whatever they
 * say. Of the others, those in a single-byte encoding are copied with a table, and the rest go
 * through the JDK's decoders. Confined to one thread.
 */
final class Utf8Transcoder {
  private static final int CHUNK = 8192;

  /**
   * Bytes of text beyond twice those of the document: pages with more of them, in an encoding that
   * has three bytes of UTF-8 for one of its own, are not read to their end.
   */
  private static final int MOST_EXTRA = 1 << 20;

  private static final byte[] NOTHING = {};

  private final Map<Encoding, byte[][]> highHalves = new EnumMap<>(Encoding.class);
  private final ByteScratch out = new ByteScratch();

  private byte[] bytes = NOTHING;
  private int from;
  private int to;
  private boolean truncated;

  /** Bytes of text at most. */
  private long most;

  /**
   * Decodes {@code in[from, to)}, dropping its byte order mark; the result is in {@link #bytes}.
   */
  void decode(byte[] in, int from, int to, Encoding encoding) {
    int start = from + byteOrderMark(in, from, to, encoding);
    bytes = in;
    truncated = false;
    this.from = start;
    this.to = to;
    if (encoding == Encoding.UTF_8) {
      return;
    }
    int ascii = Bytes.indexOfNonAscii(in, start, to);
    if (ascii == to && encoding.form() != Encoding.Form.NOT_ASCII) {
      return;
    }
    out.clear();
    most = MOST_EXTRA + 2L * (to - start);
    if (encoding == Encoding.REPLACEMENT) {
      out.appendCodePoint(0xFFFD);
    } else if (encoding.form() == Encoding.Form.SINGLE_BYTE) {
      appendSingleByte(in, start, to, highHalf(encoding));
    } else {
      appendDecoded(in, start, to, encoding);
    }
    bytes = out.bytes();
    this.from = 0;
    this.to = out.length();
  }

  /** Forgets the document, and the array if it is large. */
  void clear() {
    out.clear();
    bytes = NOTHING;
    from = 0;
    to = 0;
  }

  /** The input itself, or an array of this transcoder's that the next call overwrites. */
  byte[] bytes() {
    return bytes;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Whether the rest of the document was left out, since its text would be too long. */
  boolean truncated() {
    return truncated;
  }

  private boolean hasRoom() {
    truncated = out.length() > most;
    return !truncated;
  }

  private static int byteOrderMark(byte[] in, int from, int to, Encoding encoding) {
    boolean marked =
        EncodingSniffer.ofByteOrderMark(in, from, to).filter(encoding::equals).isPresent();
    if (!marked) {
      return 0;
    }
    return encoding == Encoding.UTF_8 ? 3 : 2;
  }

  private void appendSingleByte(byte[] in, int from, int to, byte[][] highHalf) {
    int p = from;
    while (p < to && hasRoom()) {
      int high = Bytes.indexOfNonAscii(in, p, to);
      out.append(in, p, high);
      p = high;
      while (p < to && in[p] < 0) {
        byte[] utf8 = highHalf[in[p++] & 0x7F];
        out.append(utf8, 0, utf8.length);
      }
    }
  }

  private byte[][] highHalf(Encoding encoding) {
    return highHalves.computeIfAbsent(
        encoding,
        e ->
            e.highHalf()
                .chars()
                .mapToObj(c -> String.valueOf((char) c).getBytes(UTF_8))
                .toArray(byte[][]::new));
  }

  private void appendDecoded(byte[] in, int from, int to, Encoding encoding) {
    CharsetDecoder decoder =
        encoding
            .charset()
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    ByteBuffer bytes = ByteBuffer.wrap(in, from, to - from);
    CharBuffer chars = CharBuffer.allocate(CHUNK);
    boolean more = true;
    while (more && hasRoom()) {
      more = decoder.decode(bytes, chars, true).isOverflow();
      chars.flip();
      appendUtf8(chars, !more);
      chars.compact(); // half a surrogate pair may wait for its other half
    }
  }

  private void appendUtf8(CharBuffer chars, boolean last) {
    while (chars.hasRemaining()) {
      char c = chars.get();
      if (!Character.isHighSurrogate(c)) {
        out.appendCodePoint(c);
      } else if (chars.hasRemaining()) {
        out.appendCodePoint(Character.toCodePoint(c, chars.get()));
      } else if (last) {
        out.appendCodePoint(0xFFFD);
      } else {
        chars.position(chars.position() - 1);
        return;
      }
    }
  }
}
