package dev.arachne.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.http.ResponseParser.Event;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What must hold of any bytes. In a test run, the inputs in the folders {@code
 * ProtocolFuzzTestInputs/METHOD} are tried; with {@code JAZZER_FUZZ=1} a coverage-guided search
 * begins with them, for the duration that the annotation names.
 */
final class ProtocolFuzzTest {

  private static final HttpLimits LIMITS =
      HttpLimits.DEFAULT.withHeadBytes(4096).withFields(100).withBodyBytes(1 << 20, 1 << 20);

  @FuzzTest(maxDuration = "20s")
  void anyReplyIsReadTheSameHoweverItIsCut(byte[] reply) {
    Parsed whole = parse(reply, () -> Integer.MAX_VALUE);
    assertNotEquals(Event.NEED_INPUT, whole.end());
    assertEquals(whole, parse(reply, () -> 1));
    var random = new SplittableRandom(reply.length);
    assertEquals(whole, parse(reply, () -> 1 + random.nextInt(10)));
  }

  @FuzzTest(maxDuration = "20s")
  void anyChunksAreReadTheSameHoweverTheyAreCut(byte[] chunks) {
    byte[] head = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n".getBytes(US_ASCII);
    byte[] reply = Arrays.copyOf(head, head.length + chunks.length);
    System.arraycopy(chunks, 0, reply, head.length, chunks.length);
    anyReplyIsReadTheSameHoweverItIsCut(reply);
  }

  @FuzzTest(maxDuration = "20s")
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
              assertEquals(false, failure.text().isEmpty());
        }
      }
    }
  }

  private static void assertBounded(byte[] body) {
    assertEquals(true, body.length <= LIMITS.decodedBytes());
  }

  private static Parsed parse(byte[] reply, Parsed.Pieces pieces) {
    return Parsed.of(reply, HttpMethod.GET, LIMITS, pieces);
  }
}
