package dev.arachne.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Decodes the encodings of one byte a character (WHATWG Encoding 9.1), with a table. */
final class SingleByteDecoder implements TextDecoder {
  /** By encoding, the UTF-8 form of each byte from 0x80 on. */
  private static final Map<Encoding, byte[][]> HIGH_HALVES = new ConcurrentHashMap<>();

  private final byte[][] highHalf;

  SingleByteDecoder(Encoding encoding) {
    highHalf = HIGH_HALVES.computeIfAbsent(encoding, SingleByteDecoder::highHalf);
  }

  @Override
  public void decode(byte[] in, int from, int to, ByteScratch out) {
    int p = from;
    while (p < to) {
      int high = Bytes.indexOfNonAscii(in, p, to);
      out.append(in, p, high);
      p = high;
      while (p < to && in[p] < 0) {
        byte[] utf8 = highHalf[in[p++] & 0x7F];
        out.append(utf8, 0, utf8.length);
      }
    }
  }

  @Override
  public void finish(ByteScratch out) {}

  private static byte[][] highHalf(Encoding encoding) {
    return encoding
        .highHalf()
        .chars()
        .mapToObj(c -> String.valueOf((char) c).getBytes(UTF_8))
        .toArray(byte[][]::new);
  }
}
