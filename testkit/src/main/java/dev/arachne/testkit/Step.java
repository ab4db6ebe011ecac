package dev.arachne.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** One thing a server does on an open connection. */
public sealed interface Step {

  /** Sends these bytes. The array is shared, not copied: nobody writes to it. */
  @SuppressWarnings("ArrayRecordComponent") // a script is played once, and compared by nobody
  record Send(byte[] bytes) implements Step {
    static Send latin1(String text) {
      return new Send(text.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** Does nothing for this long. */
  record Pause(Duration duration) implements Step {}

  /** Does nothing until the client gives up; the connection ends there. */
  record Hang() implements Step {}

  /** Ends the connection in order (FIN). */
  record Close() implements Step {}

  /** Breaks the connection (RST). */
  record Reset() implements Step {}
}
