package dev.arachne.coding;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.coding.ContentDecoder.Ending;
import dev.arachne.coding.ContentDecoder.Excess;
import dev.arachne.coding.ContentDecoder.Outcome;
import dev.arachne.coding.ContentDecoder.Pause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ContentDecoderTest {

  private static final List<ContentCoding> GZIP = List.of(ContentCoding.GZIP);
  private static final List<ContentCoding> DEFLATE = List.of(ContentCoding.DEFLATE);
  private static final List<ContentCoding> BROTLI = List.of(ContentCoding.BROTLI);
  private static final List<ContentCoding> ZSTD = List.of(ContentCoding.ZSTD);

  private final byte[] words = resource("words.txt");
  private final ContentDecoder decoder = new ContentDecoder(new CodingLimits(8 << 20, 250, 4));

  @AfterEach
  void end() {
    decoder.close();
  }

  @Test
  void eachCodingIsUndone() {
    assertDecodes(words, GZIP, gzip(words));
    assertDecodes(words, DEFLATE, deflate(words, false));
    assertDecodes(words, DEFLATE, deflate(words, true));
    assertDecodes(words, BROTLI, resource("words.br"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"words.1.zst", "words.3.zst", "words.19.zst"})
  void zstdOfEachLevelIsUndone(String name) {
    assertDecodes(words, ZSTD, resource(name));
  }

  @Test
  void zstdFramesFollowEachOtherAndSkippableOnesAreSkipped() {
    byte[] skippable = {0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};
    byte[] frame = resource("words.3.zst");
    assertDecodes(join(words, words), ZSTD, join(join(frame, skippable), frame));
  }

  @Test
  void aZstdFrameOfAnotherLengthOrChecksumThanItSaysIsRefused() {
    var wrong = new Outcome.Corrupt(ContentCoding.ZSTD);
    byte[] checksum = resource("words.3.zst");
    checksum[checksum.length - 1] ^= 1;
    assertEquals(wrong, decoder.decode(ZSTD, checksum, Ending.COMPLETE));
    // One segment without a checksum, of so many bytes; one raw block of two.
    byte[] two = HexFormat.of().parseHex("28B52FFD" + "20" + "02" + "110000" + "6869");
    assertDecodes("hi".getBytes(StandardCharsets.UTF_8), ZSTD, two);
    for (byte length : new byte[] {0, 1, 3}) {
      two[5] = length;
      assertEquals(wrong, decoder.decode(ZSTD, two, Ending.COMPLETE));
    }
  }

  @Test
  void stackedCodingsAreUndoneLastFirst() {
    var codings = List.of(ContentCoding.DEFLATE, ContentCoding.GZIP, ContentCoding.GZIP);
    assertDecodes(words, codings, gzip(gzip(deflate(words, false))));
  }

  @Test
  void gzipMembersFollowEachOtherAndJunkBehindThemIsIgnored() {
    byte[] two = join(gzip(words), gzip(words));
    assertDecodes(join(words, words), GZIP, two);
    assertDecodes(
        join(words, words), GZIP, join(two, "\0\0 junk".getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void nothingCodedIsSomething() {
    assertDecodes(new byte[0], GZIP, gzip(new byte[0]));
    for (ContentCoding coding : ContentCoding.values()) {
      Outcome outcome = decoder.decode(List.of(coding), new byte[0], Ending.COMPLETE);
      assertEquals(0, assertInstanceOf(Outcome.Unfinished.class, outcome).body().length);
    }
  }

  @Test
  void aCodingThatLiesIsAFailure() {
    byte[] page = "<html>not what the head says</html>".getBytes(StandardCharsets.UTF_8);
    for (ContentCoding coding : ContentCoding.values()) {
      Outcome outcome = decoder.decode(List.of(coding), page, Ending.COMPLETE);
      assertEquals(new Outcome.Corrupt(coding), outcome);
    }
  }

  @Test
  void codedBytesThatEndEarlyAnywhereAreNeverWhole() {
    for (int length = 1; length < gzip(words).length; length += 13) {
      assertNotDecoded(GZIP, Arrays.copyOf(gzip(words), length));
    }
    byte[] zstd = resource("words.3.zst");
    for (int length = 1; length < zstd.length; length += 7) {
      assertNotDecoded(ZSTD, Arrays.copyOf(zstd, length));
    }
    byte[] brotli = resource("words.br");
    for (int length = 1; length < brotli.length; length += 7) {
      assertNotDecoded(BROTLI, Arrays.copyOf(brotli, length));
    }
  }

  @Test
  void aCutBodyIsDecodedAsFarAsItGoes() {
    byte[] half = Arrays.copyOf(gzip(words), gzip(words).length / 2);
    byte[] part =
        assertInstanceOf(Outcome.Unfinished.class, decoder.decode(GZIP, half, Ending.CUT)).body();
    assertTrue(part.length > words.length / 4);
    assertArrayEquals(Arrays.copyOf(words, part.length), part);
  }

  @Test
  void corruptBytesNeverCrashAndAreNeverTakenForTheOriginal() {
    var random = new SplittableRandom(1);
    for (int round = 0; round < 500; round++) {
      assertNoOtherBody(GZIP, corrupt(gzip(words), random));
      assertNoOtherBody(ZSTD, corrupt(resource("words.3.zst"), random));
      assertNoOtherBody(ZSTD, corrupt(resource("words.19.zst"), random));
      // These have no checksum: a wrong body is all that one can see of a flip.
      decoder.decode(ZSTD, corrupt(resource("words.1.zst"), random), Ending.COMPLETE);
      decoder.decode(BROTLI, corrupt(resource("words.br"), random), Ending.COMPLETE);
    }
  }

  private static byte[] corrupt(byte[] coded, SplittableRandom random) {
    byte[] corrupt = coded.clone();
    for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
      corrupt[random.nextInt(corrupt.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return corrupt;
  }

  @Test
  void aBombIsStoppedByItsRatioOrItsSize() {
    byte[] zeros = gzip(new byte[4 << 20]);
    assertEquals(
        new Outcome.TooLarge(CodingLimits.Kind.DECODED_RATIO, 250),
        decoder.decode(GZIP, zeros, Ending.COMPLETE));
    byte[] noise = new byte[9 << 20];
    new SplittableRandom(1).nextBytes(noise);
    assertEquals(
        new Outcome.TooLarge(CodingLimits.Kind.DECODED_BYTES, 8 << 20),
        decoder.decode(GZIP, gzip(noise), Ending.COMPLETE));
  }

  @Test
  void aBombInsideABombIsStopped() {
    byte[] bomb = gzip(gzip(new byte[7 << 20]));
    var twice = List.of(ContentCoding.GZIP, ContentCoding.GZIP);
    assertEquals(
        new Outcome.TooLarge(CodingLimits.Kind.DECODED_RATIO, 250),
        decoder.decode(twice, bomb, Ending.COMPLETE));
  }

  @Test
  void tooManyCodingsAreRefused() {
    var five = Collections.nCopies(5, ContentCoding.GZIP);
    assertEquals(
        new Outcome.TooLarge(CodingLimits.Kind.CODINGS, 4),
        decoder.decode(five, words, Ending.COMPLETE));
  }

  /** Each coding has a way to say nothing, at any length. */
  @Test
  void codedBytesWithoutContentAreRefused() {
    byte[] gzip = gzip(new byte[0]);
    byte[] emptyBlock = {0, 0, 0, (byte) 0xFF, (byte) 0xFF};
    byte[] zstd = HexFormat.of().parseHex("28B52FFD0058");
    byte[] zstdFrame = HexFormat.of().parseHex("28B52FFD2000010000");
    byte[] skipped = HexFormat.of().parseHex("502A4D1800000000");
    assertExcess(GZIP, gzip, gzip);
    assertExcess(GZIP, Arrays.copyOf(gzip, 10), emptyBlock);
    assertExcess(DEFLATE, new byte[0], emptyBlock);
    assertExcess(ZSTD, zstd, new byte[3]);
    assertExcess(ZSTD, zstdFrame, zstdFrame);
    assertExcess(ZSTD, skipped, skipped);
    assertExcess(BROTLI, new byte[] {0x0C}, new byte[] {6});
    assertExcess(
        List.of(ContentCoding.ZSTD, ContentCoding.GZIP), new byte[0], gzip(repeat(zstdFrame)));
  }

  private void assertExcess(List<ContentCoding> codings, byte[] head, byte[] piece) {
    byte[] coded = join(head, codings.size() == 1 ? repeat(piece) : piece);
    assertEquals(
        new Outcome.TooLarge(CodingLimits.Kind.CODED_BYTES, ContentDecoder.OVERHEAD_FLOOR),
        decoder.decode(codings, coded, Ending.COMPLETE),
        codings::toString);
  }

  private static byte[] repeat(byte[] piece) {
    byte[] all = new byte[2 << 20];
    for (int i = 0; i < all.length; i++) {
      all[i] = piece[i % piece.length];
    }
    return all;
  }

  @Test
  void anExceptionOfThePauseEndsTheDecodingAndLeavesTheDecoderUsable() {
    byte[] noise = new byte[1 << 20];
    new SplittableRandom(1).nextBytes(noise);
    byte[] coded = gzip(noise);
    var stop = new IllegalStateException("enough");
    for (Ending ending : Ending.values()) {
      int[] pauses = {0};
      Pause pause =
          () -> {
            if (pauses[0]++ == 20) {
              throw stop;
            }
          };
      assertSame(
          stop,
          assertThrows(
              IllegalStateException.class,
              () ->
                  decoder.decode(
                      GZIP, coded, 0, coded.length, ending, 8 << 20, Excess.REFUSED, pause)));
    }
    assertDecodes(noise, GZIP, coded);
  }

  private void assertDecodes(byte[] plain, List<ContentCoding> codings, byte[] coded) {
    Outcome outcome = decoder.decode(codings, coded, Ending.COMPLETE);
    assertArrayEquals(plain, assertInstanceOf(Outcome.Decoded.class, outcome).body());
  }

  private void assertNotDecoded(List<ContentCoding> codings, byte[] coded) {
    switch (decoder.decode(codings, coded, Ending.COMPLETE)) {
      case Outcome.Decoded decoded -> throw new AssertionError(coded.length + ": " + decoded);
      case Outcome.Unfinished unfinished ->
          assertArrayEquals(Arrays.copyOf(words, unfinished.length()), unfinished.body());
      case Outcome.TooLarge tooLarge -> throw new AssertionError(coded.length + ": " + tooLarge);
      case Outcome.Corrupt _ -> {} // It ends where it cannot.
    }
  }

  /** An error, or what was coded: a flip may be where it does not matter. */
  private void assertNoOtherBody(List<ContentCoding> codings, byte[] coded) {
    if (decoder.decode(codings, coded, Ending.COMPLETE) instanceof Outcome.Decoded decoded) {
      assertArrayEquals(words, decoded.body());
    }
  }

  static byte[] gzip(byte[] plain) {
    var coded = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(coded)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return coded.toByteArray();
  }

  private static byte[] deflate(byte[] plain, boolean raw) {
    var deflater = new Deflater(9, raw);
    deflater.setInput(plain);
    deflater.finish();
    byte[] coded = new byte[plain.length + 100];
    int length = deflater.deflate(coded);
    deflater.end();
    return Arrays.copyOf(coded, length);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  static byte[] resource(String name) {
    try (var in = ContentDecoderTest.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
