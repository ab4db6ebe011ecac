package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.Limit;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that send much and bring little, and traffic that only looks so. */
final class FloodsTest {
  static Stream<Arguments> floods() {
    return Stream.of(
        flood("PING", (wire, _) -> wire.server.ping(new byte[8], 0)),
        flood("PING answers", (wire, _) -> wire.server.pingAck(new byte[8], 0)),
        flood("SETTINGS", (wire, _) -> wire.server.settings()),
        flood("SETTINGS answers", (wire, _) -> wire.server.settingsAck()),
        flood("PRIORITY", (wire, i) -> wire.server.priority(2 * i + 1, 0, 1)),
        flood("RST_STREAM", (wire, _) -> wire.server.rstStream(3, ErrorCode.CANCEL)),
        flood("WINDOW_UPDATE", (wire, _) -> wire.server.windowUpdate(0, 1)),
        flood("WINDOW_UPDATE of a stream", (wire, _) -> wire.server.windowUpdate(1, 1)),
        flood("GOAWAY", (wire, _) -> wire.server.goAway(1, ErrorCode.NO_ERROR)),
        flood("unknown", (wire, _) -> wire.server.frame(0x77, 0, 0, Wire.NOTHING)),
        flood("large unknown", (wire, _) -> wire.server.frame(0x77, 0, 0, new byte[10_000])),
        flood("empty DATA", (wire, _) -> wire.data(1, false, "")),
        flood(
            "heads of a stream that was reset",
            (wire, _) -> wire.fields(3, false, ":status", "200")),
        flood("tiny DATA of a stream that was reset", (wire, _) -> wire.data(3, false, "a")),
        flood("CONTINUATION", (wire, i) -> wire.server.frame(i == 0 ? 1 : 9, 0, 1, Wire.NOTHING)),
        flood(
            "large CONTINUATION",
            (wire, i) -> wire.server.frame(i == 0 ? 1 : 9, 0, 1, new byte[16_000])));
  }

  private interface Frame {
    void send(Wire wire, int number);
  }

  private static Arguments flood(String name, Frame frame) {
    return arguments(name, frame);
  }

  @ParameterizedTest
  @MethodSource("floods")
  void aFloodOfFramesThatBringNothingEndsTheConnection(String name, Frame frame) {
    Wire wire = Wire.open();
    wire.get();
    int reset = wire.get();
    if (!name.equals("RST_STREAM")) {
      wire.client.reset(reset, ErrorCode.CANCEL);
    }
    if (name.equals("empty DATA")) {
      wire.fields(1, false, ":status", "200");
    }
    for (int i = 0; i < 2_000; i++) {
      frame.send(wire, i);
      String told = wire.play();
      if (told.contains("Broken")) {
        assertTrue(
            told.contains(Http2Violation.TOO_MUCH_OVERHEAD.toString())
                || told.contains(Http2Violation.TOO_MANY_CONTINUATIONS.toString()),
            told);
        assertTrue(wire.answers.getLast().equals("GOAWAY 0 ENHANCE_YOUR_CALM"));
        return;
      }
    }
    throw new AssertionError("2,000 frames were read");
  }

  @Test
  void moreSettingsThanThereAreEndTheConnection() {
    Wire wire = Wire.open();
    int[] many = new int[2 * 33];
    Arrays.fill(many, 0x77);
    wire.server.settings(many);
    assertEquals(" " + new ConnectionFault.Broken(Http2Violation.TOO_MANY_SETTINGS), wire.play());
  }

  @Test
  void tinyPiecesOfABodyMayNotBeMostlyFraming() {
    Wire wire = Wire.open();
    int stream = wire.get();
    wire.fields(stream, false, ":status", "200");
    for (int i = 0; i < 200_000; i++) {
      wire.data(stream, false, "a");
      wire.client.grant(stream, 1);
      wire.client.takeOutput();
    }
    assertTrue(wire.play().contains(Limit.FRAMING_BYTES.toString()), "no bound");
  }

  @Test
  void windowsOfOneByteStarveNoBodyForEver() {
    Wire wire = Wire.open();
    wire.server.settings(Setting.INITIAL_WINDOW_SIZE, 1);
    wire.play();
    int stream = wire.ask(HttpMethod.POST);
    byte[] body = new byte[5_000];
    int sent = 0;
    String told = "";
    for (int i = 0; i < 3_000 && told.isEmpty(); i++) {
      sent += wire.client.sendData(stream, body, sent, body.length);
      wire.server.windowUpdate(stream, 1);
      told = wire.play();
    }
    assertEquals(" " + new ConnectionFault.Broken(Http2Violation.TOO_MUCH_OVERHEAD), told);
  }

  @Test
  void aLongUploadIsNotAFlood() {
    Wire wire = Wire.open();
    int stream = wire.ask(HttpMethod.POST);
    byte[] body = new byte[30_000_000];
    for (int sent = 0; sent < body.length; ) {
      int count = wire.client.sendData(stream, body, sent, body.length);
      sent += count;
      wire.client.takeOutput();
      for (int left = count; left > 0; left -= 16_384) {
        wire.server.windowUpdate(0, Math.min(left, 16_384));
        wire.server.windowUpdate(stream, Math.min(left, 16_384));
      }
      assertEquals("", wire.play());
    }
    wire.fields(stream, true, ":status", "201");
    assertEquals("1:201{} 1:[]", wire.play());
  }
}
