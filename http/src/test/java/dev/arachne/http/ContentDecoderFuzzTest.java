package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;

/** What must hold of any coded body; {@code .ci/fuzz} searches for one of which it does not. */
final class ContentDecoderFuzzTest {

  private static final HttpLimits LIMITS = HttpLimits.DEFAULT.withBodyBytes(1 << 20, 1 << 20);

  @FuzzTest
  void anyBytesAreDecodedOrRefusedWithinTheBounds(byte[] coded) {
    if (coded.length == 0) {
      return;
    }
    try (var decoder = new ContentDecoder(LIMITS)) {
      for (ContentCoding coding : ContentCoding.values()) {
        switch (decoder.decode(List.of(coding), coded, Completeness.WHOLE)) {
          case ContentDecoder.Outcome.Decoded(byte[] body) -> assertBounded(body);
          case ContentDecoder.Outcome.Unfinished(byte[] body) -> assertBounded(body);
          case ContentDecoder.Outcome.Failed(HttpFailure failure) ->
              assertFalse(failure.text().isEmpty());
        }
      }
    }
  }

  private static void assertBounded(byte[] body) {
    assertTrue(body.length <= LIMITS.decodedBytes());
  }
}
