package dev.arachne.archive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

class FastDeflaterTest {
  private final FastDeflater deflater = new FastDeflater();
  private final Random random = new Random(1);

  /** Sorts of bytes, by a size. */
  private enum Sort {
    NOISE,
    ONE_BYTE,
    FEW_BYTES,
    SKEWED,
    WORDS,
    FAR_REPEATS
  }

  @Test
  void zlibReadsWhatWasCompressed() throws Exception {
    for (int round = 0; round < 3000; round++) {
      Sort sort = Sort.values()[random.nextInt(Sort.values().length)];
      int size = random.nextInt(round % 3 == 0 ? 300_000 : round % 3 == 1 ? 5000 : 200);
      byte[] source = bytes(sort, size);
      byte[] coded = compressed(source, 1 + random.nextInt(70_000));
      assertArrayEquals(source, inflated(coded, size), () -> sort + " of " + size);
      assertTrue(coded.length <= size + 16 + size / 65_535 * 5, () -> sort + " of " + size);
    }
  }

  @Test
  void aStreamIsOfAnyLength() throws Exception {
    byte[] source = bytes(Sort.WORDS, 900_000);
    Arrays.fill(source, 300_000, 600_000, (byte) 0);
    var out = new ByteArrayOutputStream();
    var forgetful = new FastDeflater(100_000);
    for (int round = 0; round < 3; round++) {
      out.reset();
      forgetful.reset();
      forgetful.add(source, 0, source.length, out);
      forgetful.finish();
      forgetful.flush(out);
      assertArrayEquals(source, inflated(out.toByteArray(), source.length));
    }
  }

  @Test
  void noCodeIsLongerThanFifteenBits() throws Exception {
    var out = new ByteArrayOutputStream();
    int times = 1;
    int next = 1;
    for (int octet = 0; octet < 22; octet++) {
      out.write(bytes(octet, times));
      int sum = times + next;
      times = next;
      next = sum;
    }
    byte[] source = out.toByteArray();
    for (int i = source.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      byte held = source[i];
      source[i] = source[other];
      source[other] = held;
    }
    assertArrayEquals(source, inflated(compressed(source, source.length), source.length));
  }

  @Test
  void aStreamThatIsNotFinishedLeavesNothing() throws Exception {
    byte[] source = bytes(Sort.WORDS, 100_000);
    byte[] coded = compressed(source, 4096);
    deflater.reset();
    deflater.add(bytes(Sort.WORDS, 150_000), 0, 150_000, new ByteArrayOutputStream());
    assertArrayEquals(source, inflated(compressed(source, 4096), source.length));
    assertEquals(coded.length, compressed(source, 4096).length);
  }

  @Test
  void textIsAsSmallAsWithTheFastestLevelOfZlib() throws Exception {
    byte[] source = bytes(Sort.WORDS, 200_000);
    var zlib = new Deflater(Deflater.BEST_SPEED, true);
    zlib.setInput(source);
    zlib.finish();
    int theirs = zlib.deflate(new byte[source.length]);
    zlib.end();
    int ours = compressed(source, source.length).length;
    assertTrue(ours < 1.1 * theirs, () -> ours + " bytes, of zlib " + theirs);
  }

  private byte[] bytes(Sort sort, int size) {
    byte[] bytes = new byte[size];
    switch (sort) {
      case NOISE -> random.nextBytes(bytes);
      case ONE_BYTE -> Arrays.fill(bytes, (byte) random.nextInt());
      case FEW_BYTES -> {
        int most = 1 + random.nextInt(6);
        fill(bytes, () -> random.nextInt(most) * random.nextInt(most));
      }
      case SKEWED -> fill(bytes, () -> Integer.numberOfTrailingZeros(random.nextInt() | 1 << 30));
      case WORDS -> {
        byte[][] words = new byte[300][];
        for (int i = 0; i < words.length; i++) {
          words[i] = bytes('a' + random.nextInt(26), 1 + random.nextInt(9));
          fill(words[i], () -> 'a' + random.nextInt(26));
        }
        for (int at = 0; at < size; ) {
          byte[] word = words[Math.min(random.nextInt(300), random.nextInt(300))];
          int length = Math.min(word.length, size - at);
          System.arraycopy(word, 0, bytes, at, length);
          at += length;
        }
      }
      case FAR_REPEATS -> {
        random.nextBytes(bytes);
        int period = 32_700 + random.nextInt(140);
        for (int at = period; at < size; at++) {
          bytes[at] = bytes[at - period];
        }
      }
    }
    return bytes;
  }

  private static byte[] bytes(int octet, int times) {
    byte[] bytes = new byte[times];
    Arrays.fill(bytes, (byte) octet);
    return bytes;
  }

  private interface Octets {
    int next();
  }

  private static void fill(byte[] bytes, Octets octets) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) octets.next();
    }
  }

  private byte[] compressed(byte[] source, int piece) throws IOException {
    var out = new ByteArrayOutputStream();
    deflater.reset();
    for (int at = 0; at < source.length; at += piece) {
      deflater.add(source, at, Math.min(piece, source.length - at), out);
    }
    deflater.finish();
    deflater.flush(out);
    return out.toByteArray();
  }

  private static byte[] inflated(byte[] coded, int size) throws DataFormatException {
    var inflater = new Inflater(true);
    try {
      inflater.setInput(coded);
      byte[] bytes = new byte[size + 1];
      int length = 0;
      while (!inflater.finished() && !inflater.needsInput()) {
        length += inflater.inflate(bytes, length, bytes.length - length);
      }
      assertTrue(inflater.finished());
      assertEquals(0, inflater.getRemaining());
      return Arrays.copyOf(bytes, length);
    } finally {
      inflater.end();
    }
  }
}
