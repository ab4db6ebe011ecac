package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.protocol.ResponseParser.Event;
import java.util.SplittableRandom;

/** What must hold of any reply; {@code .ci/fuzz} searches for one of which it does not. */
final class ResponseFuzzTest {

  private static final HttpLimits LIMITS =
      HttpLimits.DEFAULT.withHeadBytes(4096).withFields(100).withBodyBytes(1 << 20, 1 << 20);

  @FuzzTest
  void anyReplyIsReadTheSameHoweverItIsCut(byte[] reply) {
    assertReadTheSame(reply);
  }

  static void assertReadTheSame(byte[] reply) {
    Parsed whole = parse(reply, () -> Integer.MAX_VALUE);
    assertNotEquals(Event.NEED_INPUT, whole.end());
    assertEquals(whole, parse(reply, () -> 1));
    var random = new SplittableRandom(reply.length);
    assertEquals(whole, parse(reply, () -> 1 + random.nextInt(10)));
  }

  private static Parsed parse(byte[] reply, Parsed.Pieces pieces) {
    return Parsed.of(reply, HttpMethod.GET, LIMITS, pieces);
  }
}
