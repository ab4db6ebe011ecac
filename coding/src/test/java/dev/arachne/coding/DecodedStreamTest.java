package dev.arachne.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class DecodedStreamTest {
  private static final CodingLimits LIMITS = new CodingLimits(1, 250, 2);
  private static final List<ContentCoding> GZIP = List.of(ContentCoding.GZIP);

  private static byte[] gzip(byte[] plain) throws IOException {
    var coded = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(coded)) {
      gzip.write(plain);
    }
    return coded.toByteArray();
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = DecodedStreamTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static byte[] random(int bytes) {
    byte[] plain = new byte[bytes];
    new Random(1).nextBytes(plain);
    return plain;
  }

  private static byte[] decoded(List<ContentCoding> codings, byte[] coded) throws IOException {
    try (var in = stream(codings, coded)) {
      return in.readAllBytes();
    }
  }

  private static DecodedStream stream(List<ContentCoding> codings, byte[] coded) {
    return new DecodedStream(new ByteArrayInputStream(coded), coded.length, codings, LIMITS);
  }

  private static CodingFault fault(List<ContentCoding> codings, byte[] coded) {
    return assertThrows(CodingException.class, () -> decoded(codings, coded)).fault();
  }

  @Test
  void eachCodingIsUndoneWithoutABoundOnItsSize() throws IOException {
    byte[] words = resource("words.txt");
    assertArrayEquals(words, decoded(List.of(ContentCoding.BROTLI), resource("words.br")));
    assertArrayEquals(words, decoded(List.of(ContentCoding.ZSTD), resource("words.19.zst")));
    byte[] plain = random(5_000_000);
    assertArrayEquals(plain, decoded(GZIP, gzip(plain)));
    byte[] twice = gzip(gzip(plain));
    assertArrayEquals(plain, decoded(List.of(ContentCoding.GZIP, ContentCoding.GZIP), twice));
  }

  @Test
  void truncatedAndMiscodedBodiesAreReported() throws IOException {
    byte[] coded = gzip(random(100_000));
    assertEquals(new CodingFault.Unfinished(), fault(GZIP, Arrays.copyOf(coded, coded.length - 9)));
    coded[50_000] ^= 1;
    assertEquals(new CodingFault.Corrupt(ContentCoding.GZIP), fault(GZIP, coded));
  }

  @Test
  void aBombEndsWhereItShowsThatItIsOne() throws IOException {
    byte[] bomb = gzip(new byte[10_000_000]);
    assertEquals(new CodingFault.TooLarge(CodingLimits.Kind.DECODED_RATIO, 250), fault(GZIP, bomb));
    byte[] nothing = gzip(new byte[0]);
    byte[] members = new byte[nothing.length * 20_000];
    for (int at = 0; at < members.length; at += nothing.length) {
      System.arraycopy(nothing, 0, members, at, nothing.length);
    }
    assertEquals(
        new CodingFault.TooLarge(CodingLimits.Kind.CODED_BYTES, ContentDecoder.OVERHEAD_FLOOR),
        fault(GZIP, members));
    assertEquals(
        new CodingFault.TooLarge(CodingLimits.Kind.CODINGS, 2),
        fault(List.of(ContentCoding.GZIP, ContentCoding.GZIP, ContentCoding.GZIP), bomb));
  }

  @Test
  void aReadOfNoBytesEnds() throws IOException {
    try (var in = stream(GZIP, gzip(random(100_000)))) {
      assertEquals(0, in.read(new byte[1], 1, 0));
    }
  }

  @Test
  void aFailingSourceIsNotAFaultOfTheBody() {
    var failure = new IOException("a disk");
    var source =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw failure;
          }
        };
    try (var in = new DecodedStream(source, 1_000, GZIP, LIMITS)) {
      assertSame(failure, assertThrows(IOException.class, in::readAllBytes));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
