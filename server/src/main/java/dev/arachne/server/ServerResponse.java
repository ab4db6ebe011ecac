package dev.arachne.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** An answer to a browser. */
public sealed interface ServerResponse {
  /** The status code. */
  int status();

  /** The value of the field Content-Type. */
  String mediaType();

  /** A complete answer. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Whole(int status, String mediaType, byte[] body) implements ServerResponse {}

  /**
   * An answer that is written in parts, on the thread of its request.
   *
   * @param body writes it; returns at its end, and may throw when the browser has disconnected
   */
  record Streamed(int status, String mediaType, Body body) implements ServerResponse {}

  /** Writes the body of an answer. */
  @FunctionalInterface
  interface Body {
    void write(OutputStream to) throws IOException, InterruptedException;
  }

  /** A page of HTML. */
  static ServerResponse html(int status, String html) {
    return of(status, "text/html; charset=utf-8", html);
  }

  /** Plain text. */
  static ServerResponse text(int status, String text) {
    return of(status, "text/plain; charset=utf-8", text);
  }

  /** A text of the given media type, in UTF-8. */
  static ServerResponse of(int status, String mediaType, String text) {
    return new Whole(status, mediaType, text.getBytes(StandardCharsets.UTF_8));
  }
}
