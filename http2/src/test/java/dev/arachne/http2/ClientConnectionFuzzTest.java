package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What must hold of any bytes of a server; {@code .ci/fuzz} searches for some of which it does not.
 */
final class ClientConnectionFuzzTest {

  private static final HttpLimits LIMITS =
      HttpLimits.DEFAULT.withHeadBytes(4096).withFields(100).withBodyBytes(1 << 20, 1 << 20);

  @FuzzTest
  void anyBytesAreReadTheSameHoweverTheyAreCut(byte[] said) {
    for (boolean isFirst : List.of(true, false)) {
      String whole = play(said, isFirst, Integer.MAX_VALUE);
      assertEquals(whole, play(said, isFirst, 1));
      assertEquals(whole, play(said, isFirst, 9));
    }
  }

  /**
   * Has a connection read bytes.
   *
   * @param isFirst whether they are the first that the server says: then one stream is open
   */
  private static String play(byte[] said, boolean isFirst, int most) {
    Wire wire = isFirst ? Wire.silent(LIMITS) : Wire.open(LIMITS);
    int upload = wire.ask(isFirst ? HttpMethod.POST : HttpMethod.GET);
    if (!isFirst) {
      wire.ask(HttpMethod.HEAD);
      upload = wire.ask(HttpMethod.POST);
      wire.client.reset(wire.get(), ErrorCode.CANCEL);
    }
    var random = new SplittableRandom(said.length);
    String told = wire.play(said, () -> most == 9 ? 1 + random.nextInt(most) : most);
    wire.client.sendData(upload, new byte[100_000], 0, 100_000);
    assertTrue(wire.client.outputBytes() < 200_000, "the output is bounded");
    return told + wire.body(1);
  }
}
