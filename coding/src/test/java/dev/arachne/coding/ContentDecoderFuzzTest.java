package dev.arachne.coding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;

/** What must hold of any coded body; {@code .ci/fuzz} searches for one of which it does not. */
final class ContentDecoderFuzzTest {

  private static final CodingLimits LIMITS = new CodingLimits(1 << 20, 250, 4);

  @FuzzTest
  void anyBytesAreDecodedOrRefusedWithinTheBounds(byte[] coded) {
    if (coded.length == 0) {
      return;
    }
    try (var decoder = new ContentDecoder(LIMITS)) {
      for (ContentCoding coding : ContentCoding.values()) {
        switch (decoder.decode(List.of(coding), coded, ContentDecoder.Ending.COMPLETE)) {
          case ContentDecoder.Outcome.Decoded(byte[] _, int length) -> assertBounded(length);
          case ContentDecoder.Outcome.Unfinished(byte[] _, int length) -> assertBounded(length);
          case ContentDecoder.Outcome.TooLarge _ -> {}
          case ContentDecoder.Outcome.Corrupt(ContentCoding named) -> assertEquals(coding, named);
        }
      }
    }
  }

  private static void assertBounded(int length) {
    assertTrue(length <= LIMITS.decodedBytes());
  }
}
