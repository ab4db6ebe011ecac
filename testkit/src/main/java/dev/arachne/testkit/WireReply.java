package dev.arachne.testkit;

import java.util.function.Function;

/**
 * An answer given as its events on the connection, well-formed or not.
 *
 * @param script makes a fresh script for each request
 */
public record WireReply(Function<TestRequest, Script> script) implements Reply {

  @Override
  public Script play(TestRequest request) {
    return script.apply(request);
  }

  /** This text (ISO-8859-1) again and again, in sends of about 4 KiB. */
  static Script forever(String text) {
    var send = Step.Send.latin1(text.repeat(1 + 4096 / text.length()));
    return () -> send;
  }
}
