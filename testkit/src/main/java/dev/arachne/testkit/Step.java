package dev.arachne.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One action of a server on an open connection. */
public sealed interface Step {

  /** Sends these bytes. The array is shared, not copied, and must not be changed. */
  @SuppressWarnings("ArrayRecordComponent") // a script is played once, and never compared
  record Send(byte[] bytes) implements Step {
    static Send latin1(String text) {
      return new Send(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** Waits for this long. */
  record Pause(Duration duration) implements Step {}

  /** Waits until the client closes the connection. */
  record Hang() implements Step {}

  /** Ends the connection in order (FIN). */
  record Close() implements Step {}

  /** Breaks the connection (RST). */
  record Reset() implements Step {}
}
