package dev.arachne.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * The answer of a site to a request: a well-formed {@link HttpReply}, or a {@link WireReply} with
 * the events on the connection step by step. Both are immutable and independent of a transport.
 *
 * <p>The factories are made for static import: {@code route("/", html("<a href=/foo>"))}.
 */
public sealed interface Reply permits HttpReply, WireReply {

  /** The steps of the answer to this request. */
  Script play(TestRequest request);

  // How the answer arrives.

  /** The same answer after a silence of {@code delay}. */
  default Reply after(Duration delay) {
    return new WireReply(
        request -> Script.concat(Script.of(List.of(new Step.Pause(delay))), play(request)));
  }

  /** The same answer in pieces of at most {@code pieceBytes}, with a pause after each. */
  default Reply dripping(int pieceBytes, Duration pause) {
    return new WireReply(request -> play(request).dripping(pieceBytes, pause));
  }

  /** The first {@code bytes} bytes of the answer, head included, then an orderly end (FIN). */
  default Reply cutAfter(long bytes) {
    return new WireReply(request -> play(request).endingAfter(bytes, new Step.Close()));
  }

  /** The first {@code bytes} bytes of the answer, head included, then a broken connection (RST). */
  default Reply resetAfter(long bytes) {
    return new WireReply(request -> play(request).endingAfter(bytes, new Step.Reset()));
  }

  /** The first {@code bytes} bytes of the answer, head included, then silence. */
  default Reply hangingAfter(long bytes) {
    return new WireReply(request -> play(request).endingAfter(bytes, new Step.Hang()));
  }

  // Answers that are HTTP.

  /** 200 with a body of this type. */
  static HttpReply ok(String contentType, byte[] body) {
    return HttpReply.of(200).header("Content-Type", contentType).body(body);
  }

  /** 200 with this page in UTF-8. */
  static HttpReply html(String page) {
    return ok("text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }

  /** 200 with this plain text in UTF-8. */
  static HttpReply text(String text) {
    return ok("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /** This status with a short page that names it. */
  static HttpReply status(int status) {
    return HttpReply.of(status)
        .header("Content-Type", "text/html; charset=utf-8")
        .body(("<h1>" + status + "</h1>").getBytes(StandardCharsets.UTF_8));
  }

  /** This status and a Location header with exactly this value. */
  static HttpReply redirect(int status, String location) {
    return HttpReply.of(status).header("Location", location);
  }

  // Answers that are not.

  /** These bytes, then an orderly end of the connection. */
  static Reply raw(byte[] bytes) {
    return steps(new Step.Send(bytes), new Step.Close());
  }

  /** These bytes (ISO-8859-1), then an orderly end of the connection. */
  static Reply raw(String text) {
    return raw(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Exactly these steps. */
  static Reply steps(Step... steps) {
    List<Step> script = List.of(steps);
    return new WireReply(_ -> Script.of(script));
  }

  /** Closes the connection without an answer. */
  static Reply close() {
    return steps(new Step.Close());
  }

  /** Breaks the connection without an answer. */
  static Reply reset() {
    return steps(new Step.Reset());
  }

  /** Never answers. */
  static Reply hang() {
    return steps(new Step.Hang());
  }

  /** A status line, then header lines without end. */
  static Reply endlessHead() {
    return new WireReply(_ ->
        Script.concat(
            Script.of(List.of(Step.Send.latin1("HTTP/1.1 200 OK\r\n"))),
            WireReply.forever("X-More: " + "x".repeat(1000) + "\r\n")));
  }

  /** One header line that never ends. */
  static Reply endlessHeaderLine() {
    return new WireReply(_ ->
        Script.concat(
            Script.of(List.of(Step.Send.latin1("HTTP/1.1 200 OK\r\nX-Long: "))),
            WireReply.forever("x".repeat(1000))));
  }

  /** Interim answers (103) without end. */
  static Reply endlessInterim() {
    return new WireReply(_ -> WireReply.forever("HTTP/1.1 103 Early Hints\r\n\r\n"));
  }

  /** 200 and a page that never ends, without a length. */
  static HttpReply endlessBody() {
    byte[] line = "<p>and on it goes\n".repeat(100).getBytes(StandardCharsets.UTF_8);
    return HttpReply.of(200)
        .header("Content-Type", "text/html; charset=utf-8")
        .body(HttpReply.LENGTH_UNKNOWN, () -> Stream.generate(() -> line).iterator());
  }
}
