package dev.arachne.protocol;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.testkit.HostileReplies;
import java.util.SplittableRandom;

/**
 * What must hold of any reply of the grammar; {@code .ci/fuzz} searches for one of which it does
 * not.
 */
final class HostileRepliesFuzzTest {

  @FuzzTest
  void anyReplyOfTheGrammarIsReadTheSameHoweverItIsCut(long seed) {
    byte[] reply = HostileReplies.bytes(new SplittableRandom(seed));
    ResponseFuzzTest.assertReadTheSame(
        java.util.Arrays.copyOf(reply, Math.min(reply.length, 100_000)));
  }
}
