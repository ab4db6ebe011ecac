package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.protocol.ResponseFault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that break a rule or a limit: of a stream, which ends alone, or of the connection. */
final class BrokenRulesTest {
  private static final HttpLimits SMALL =
      HttpLimits.DEFAULT.withHeadBytes(4_096).withFields(50).withBodyBytes(50_000, 50_000);

  @Test
  void moreThanTheWindowEndsTheStreamPaddingIncluded() {
    Wire wire = Wire.open();
    int stream = wire.get();
    wire.fields(stream, false, ":status", "200");
    for (int i = 0; i < 4; i++) {
      wire.server.frame(0, 0x8, stream, padding(16_383, 255));
    }
    assertEquals("1:200{}", wire.play());
    wire.server.frame(0, 0, stream, new byte[4]);
    assertEquals(
        "1:200{} 1:" + new StreamFault.Broken(Http2Violation.WINDOW_EXCEEDED), wire.play());
    assertEquals("RST_STREAM 1 FLOW_CONTROL_ERROR", wire.answers.getLast());
  }

  static Stream<Arguments> brokenStreams() {
    return Stream.of(
        stream(
            ProtocolViolation.PSEUDO_FIELD,
            wire -> wire.fields(1, true, "content-type", "text/plain")),
        stream(ProtocolViolation.PSEUDO_FIELD, wire -> wire.fields(1, true)),
        stream(
            ProtocolViolation.PSEUDO_FIELD,
            wire -> wire.fields(1, true, ":status", "200", ":status", "200")),
        stream(
            ProtocolViolation.PSEUDO_FIELD,
            wire -> wire.fields(1, true, "a", "b", ":status", "200")),
        stream(
            ProtocolViolation.PSEUDO_FIELD,
            wire -> wire.fields(1, true, ":status", "200", ":path", "/")),
        stream(ProtocolViolation.PSEUDO_FIELD, wire -> wire.fields(1, true, ":status", "20")),
        stream(ProtocolViolation.PSEUDO_FIELD, wire -> wire.fields(1, true, ":status", "2000")),
        stream(ProtocolViolation.STATUS_CODE, wire -> wire.fields(1, true, ":status", "2x0")),
        stream(ProtocolViolation.STATUS_CODE, wire -> wire.fields(1, true, ":status", "099")),
        stream(
            ProtocolViolation.PSEUDO_FIELD,
            wire -> wire.fields(1, false, ":status", "200").fields(1, true, ":status", "200")),
        stream(ProtocolViolation.FIELD_NAME, wire -> head(wire, "X-Upper", "a")),
        stream(ProtocolViolation.FIELD_NAME, wire -> head(wire, "", "a")),
        stream(ProtocolViolation.FIELD_NAME, wire -> head(wire, "a b", "a")),
        stream(ProtocolViolation.FIELD_NAME, wire -> head(wire, "a\r\nb", "a")),
        stream(ProtocolViolation.FIELD_VALUE, wire -> head(wire, "x", "a\r\nb: c")),
        stream(ProtocolViolation.FIELD_VALUE, wire -> head(wire, "x", "a\nb")),
        stream(ProtocolViolation.FIELD_VALUE, wire -> head(wire, "x", "a\0")),
        stream(ProtocolViolation.CONNECTION_FIELD, wire -> head(wire, "connection", "close")),
        stream(
            ProtocolViolation.CONNECTION_FIELD, wire -> head(wire, "transfer-encoding", "chunked")),
        stream(ProtocolViolation.CONNECTION_FIELD, wire -> head(wire, "keep-alive", "1")),
        stream(ProtocolViolation.CONNECTION_FIELD, wire -> head(wire, "upgrade", "h2c")),
        stream(ProtocolViolation.CONNECTION_FIELD, wire -> head(wire, "proxy-connection", "a")),
        stream(ProtocolViolation.UPGRADE, wire -> wire.fields(1, false, ":status", "101")),
        stream(ProtocolViolation.INTERIM_END, wire -> wire.fields(1, true, ":status", "103")),
        stream(ProtocolViolation.DATA_BEFORE_HEAD, wire -> wire.data(1, true, "a")),
        stream(
            ProtocolViolation.TRAILERS_END,
            wire -> wire.fields(1, false, ":status", "200").fields(1, false, "a", "b")),
        stream(
            ProtocolViolation.FIELD_NAME,
            wire -> wire.fields(1, false, ":status", "200").fields(1, true, "A", "b")),
        stream(ProtocolViolation.CONTENT_LENGTH, wire -> head(wire, "content-length", "-1")),
        stream(ProtocolViolation.CONTENT_LENGTH, wire -> head(wire, "content-length", "1, 2")),
        stream(
            ProtocolViolation.BODY_LENGTH,
            wire ->
                wire.fields(1, false, ":status", "200", "content-length", "3").data(1, true, "ab")),
        stream(
            ProtocolViolation.BODY_LENGTH,
            wire ->
                wire.fields(1, false, ":status", "200", "content-length", "3")
                    .data(1, false, "abcd")),
        stream(
            ProtocolViolation.BODY_LENGTH,
            wire -> wire.fields(1, true, ":status", "200", "content-length", "3")),
        stream(
            ProtocolViolation.BODY_LENGTH,
            wire ->
                wire.fields(1, false, ":status", "200", "content-length", "3")
                    .fields(1, true, "a", "b")),
        stream(
            ProtocolViolation.BODY_FORBIDDEN,
            wire -> wire.fields(1, false, ":status", "204").data(1, true, "ab")),
        stream(
            Limit.HEAD_BYTES,
            4_096,
            wire -> {
              wire.fields(3, true, ":status", "200", "user-agent", "x".repeat(3_000));
              wire.fields(
                  1,
                  true,
                  ":status",
                  "200",
                  "user-agent",
                  "x".repeat(3_000),
                  "accept",
                  "x".repeat(1_100));
            }),
        stream(
            Limit.FIELDS,
            50,
            wire -> {
              String[] many = new String[104];
              Arrays.fill(many, "a");
              many[0] = ":status";
              many[1] = "200";
              wire.fields(1, true, many);
            }),
        stream(
            Limit.INTERIM_RESPONSES,
            16,
            wire -> {
              for (int i = 0; i < 17; i++) {
                wire.fields(1, false, ":status", "102");
              }
            }),
        stream(
            Limit.BODY_BYTES,
            50_000,
            wire -> wire.fields(1, false, ":status", "200", "content-length", "50001")),
        stream(
            Limit.BODY_BYTES,
            50_000,
            wire -> {
              wire.fields(1, false, ":status", "200");
              for (int i = 0; i < 6; i++) {
                wire.data(1, false, "x".repeat(10_000));
              }
            }),
        broken(Http2Violation.WINDOW_INCREMENT, wire -> wire.server.windowUpdate(1, 0)),
        broken(
            Http2Violation.WINDOW_OVERFLOW,
            wire -> wire.server.windowUpdate(1, Integer.MAX_VALUE)));
  }

  private static byte[] padding(int length, int padding) {
    byte[] payload = new byte[length];
    payload[0] = (byte) padding;
    return payload;
  }

  private static void head(Wire wire, String name, String value) {
    wire.fields(1, true, ":status", "200", name, value);
  }

  private static Arguments stream(ProtocolViolation rule, Consumer<Wire> server) {
    return arguments(new StreamFault.Unusable(new ResponseFault.Malformed(rule)), server);
  }

  private static Arguments stream(Limit limit, long bound, Consumer<Wire> server) {
    return arguments(new StreamFault.Unusable(new ResponseFault.TooLarge(limit, bound)), server);
  }

  private static Arguments broken(Http2Violation rule, Consumer<Wire> server) {
    return arguments(new StreamFault.Broken(rule), server);
  }

  @ParameterizedTest
  @MethodSource("brokenStreams")
  void aResponseThatBreaksARuleEndsItsStreamAlone(StreamFault expected, Consumer<Wire> server) {
    Wire wire = Wire.open(SMALL);
    int stream = wire.get();
    int other = wire.get();
    server.accept(wire);
    String told = wire.play();
    if (wire.client.openStreams() == 1) {
      wire.fields(other, true, ":status", "200");
      told = wire.play();
      assertTrue(told.endsWith("3:200{} 3:[]"), told);
    }
    assertTrue(told.contains(stream + ":" + expected), told);
    assertFalse(told.contains("1:["), told);
    assertTrue(
        wire.answers.stream().anyMatch(it -> it.startsWith("RST_STREAM 1")),
        wire.answers::toString);
  }

  static Stream<Arguments> brokenConnections() {
    return Stream.of(
        connection(Http2Violation.CONTINUATION, wire -> wire.server.frame(9, 0x4, 1, new byte[3])),
        connection(
            Http2Violation.CONTINUATION,
            wire -> {
              wire.server.frame(1, 0, 1, new byte[0]);
              wire.server.frame(9, 0x4, 3, new byte[0]);
            }),
        connection(
            Http2Violation.CONTINUATION,
            wire -> {
              wire.server.frame(1, 0, 1, new byte[0]);
              wire.server.ping(new byte[8], 0);
            }),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(6, 0, 0, new byte[7])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(4, 0, 0, new byte[5])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(4, 1, 0, new byte[6])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(3, 0, 1, new byte[5])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(8, 0, 1, new byte[3])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(2, 0, 1, new byte[4])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(7, 0, 0, new byte[7])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(0, 0, 1, new byte[16_385])),
        connection(
            Http2Violation.FRAME_SIZE, wire -> wire.server.frame(0xBE, 0, 1, new byte[16_385])),
        connection(Http2Violation.FRAME_SIZE, wire -> wire.server.frame(0, 0x8, 1, new byte[0])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(0, 0, 0, new byte[1])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(1, 0x4, 0, new byte[1])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(1, 0x4, 2, new byte[1])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(2, 0, 0, new byte[5])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(3, 0, 0, new byte[4])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(4, 0, 1, new byte[6])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(6, 0, 1, new byte[8])),
        connection(Http2Violation.FRAME_STREAM, wire -> wire.server.frame(7, 0, 1, new byte[8])),
        connection(Http2Violation.IDLE_STREAM, wire -> wire.data(5, true, "a")),
        connection(Http2Violation.IDLE_STREAM, wire -> wire.fields(5, true, ":status", "200")),
        connection(Http2Violation.IDLE_STREAM, wire -> wire.server.rstStream(5, ErrorCode.CANCEL)),
        connection(Http2Violation.IDLE_STREAM, wire -> wire.server.windowUpdate(5, 1)),
        connection(
            Http2Violation.CLOSED_STREAM,
            wire -> wire.fields(1, true, ":status", "200").data(1, true, "late")),
        connection(
            Http2Violation.CLOSED_STREAM,
            wire -> wire.fields(1, true, ":status", "200").fields(1, true, ":status", "200")),
        connection(
            Http2Violation.CLOSED_STREAM,
            wire -> {
              wire.server.rstStream(1, ErrorCode.CANCEL);
              wire.data(1, true, "late");
            }),
        connection(
            Http2Violation.PADDING,
            wire -> {
              wire.fields(1, false, ":status", "200");
              wire.server.frame(0, 0x8, 1, padding(5, 5));
            }),
        connection(
            Http2Violation.PADDING, wire -> wire.server.frame(1, 0x4 | 0x8, 1, padding(5, 5))),
        connection(Http2Violation.DEPENDENCY, wire -> wire.server.priority(3, 3, 1)),
        connection(Http2Violation.SETTING, wire -> wire.server.settings(Setting.ENABLE_PUSH, 1)),
        connection(
            Http2Violation.SETTING, wire -> wire.server.settings(Setting.MAX_FRAME_SIZE, 16_383)),
        connection(
            Http2Violation.SETTING, wire -> wire.server.settings(Setting.MAX_FRAME_SIZE, 1 << 24)),
        connection(
            Http2Violation.WINDOW_SETTING,
            wire -> wire.server.settings(Setting.INITIAL_WINDOW_SIZE, -1)),
        connection(
            Http2Violation.WINDOW_OVERFLOW,
            wire -> {
              wire.server.windowUpdate(1, 1 << 30);
              wire.server.settings(Setting.INITIAL_WINDOW_SIZE, Integer.MAX_VALUE);
            }),
        connection(Http2Violation.WINDOW_INCREMENT, wire -> wire.server.windowUpdate(0, 0)),
        connection(
            Http2Violation.WINDOW_OVERFLOW, wire -> wire.server.windowUpdate(0, Integer.MAX_VALUE)),
        connection(
            Http2Violation.PUSH, wire -> wire.server.pushPromise(1, 2, wire.section(":path", "/"))),
        connection(
            Http2Violation.COMPRESSION,
            wire -> wire.server.frame(1, 0x5, 1, new byte[] {(byte) 0x80})));
  }

  private static Arguments connection(Http2Violation rule, Consumer<Wire> server) {
    return arguments(rule, server);
  }

  @ParameterizedTest
  @MethodSource("brokenConnections")
  void aFrameThatBreaksARuleOfTheConnectionEndsIt(Http2Violation rule, Consumer<Wire> server) {
    Wire wire = Wire.open();
    wire.get();
    wire.get();
    server.accept(wire);
    String told = wire.play();
    assertTrue(told.endsWith(" " + new ConnectionFault.Broken(rule)), told);
    assertEquals("GOAWAY 0 " + rule.code(), wire.answers.getLast());
    assertFalse(wire.client.canOpen());
  }

  @Test
  void aServerBeginsWithItsSettings() {
    Wire wire = Wire.silent(HttpLimits.DEFAULT);
    wire.server.ping(new byte[8], 0);
    assertEquals(" " + new ConnectionFault.Broken(Http2Violation.FIRST_FRAME), wire.play());
    Wire other = Wire.silent(HttpLimits.DEFAULT);
    String notHttp2 = "HTTP/1.1 400 Bad Request\r\n\r\n";
    assertEquals(
        " " + new ConnectionFault.Broken(Http2Violation.FRAME_SIZE),
        other.play(notHttp2.getBytes(StandardCharsets.ISO_8859_1), () -> 1));
  }
}
