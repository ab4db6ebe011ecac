package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.MalformedRule;
import dev.arachne.protocol.RequestField;
import dev.arachne.protocol.ResponseFault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the client's side of a connection makes of what a server says. */
final class ClientConnectionTest {

  private static final HttpLimits SMALL =
      HttpLimits.DEFAULT.withHeadBytes(4_096).withFields(50).withBodyBytes(50_000, 50_000);

  @Test
  void theFirstBytesAreThePrefaceSettingsWithoutPushAndAWindow() {
    var client = new ClientConnection(HttpLimits.DEFAULT);
    String said = new String(client.takeOutput(), StandardCharsets.ISO_8859_1);
    assertTrue(said.startsWith("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    assertTrue(said.substring(24).startsWith("\0\0\14\4\0\0\0\0\0\0\2\0\0\0\0\0\6"), said);
  }

  @Test
  void aResponseHasItsHeadItsBodyAndItsEnd() {
    Wire wire = Wire.open();
    int stream = wire.get();
    wire.fields(stream, false, ":status", "200", "content-type", "text/plain", "x", "a b");
    wire.data(stream, false, "hel").data(stream, true, "lo");
    assertEquals("1:200{content-type: text/plain;x: a b;} 1:[hello]", wire.play());
    assertEquals(List.of(), wire.answers);
    assertEquals(0, wire.client.openStreams());
  }

  @Test
  void streamsAreReadAsTheyAreInterleaved() {
    Wire wire = Wire.open();
    int first = wire.get();
    int second = wire.get();
    wire.fields(second, false, ":status", "404").fields(first, false, ":status", "200");
    wire.data(first, false, "a").data(second, false, "x").data(first, true, "b");
    wire.data(second, true, "y");
    assertEquals("3:404{} 1:200{} 1:[ab] 3:[xy]", wire.play());
  }

  @Test
  void interimHeadsAndTrailersAreReadAndDropped() {
    Wire wire = Wire.open();
    int stream = wire.get();
    wire.fields(stream, false, ":status", "103", "link", "</a>");
    wire.fields(stream, false, ":status", "200").data(stream, false, "a");
    wire.fields(stream, true, "x-end", "yes");
    assertEquals("1:200{} 1:[a]", wire.play());
  }

  @Test
  void responsesWithoutABodyMayPromiseALength() {
    Wire wire = Wire.open();
    int head = wire.ask(HttpMethod.HEAD);
    int notModified = wire.get();
    int noContent = wire.get();
    wire.fields(head, true, ":status", "200", "content-length", "7");
    wire.fields(notModified, true, ":status", "304", "content-length", "7");
    wire.fields(noContent, false, ":status", "204").data(noContent, true, "");
    assertEquals(
        "1:200{content-length: 7;} 1:[] 3:304{content-length: 7;} 3:[] 5:204{} 5:[]", wire.play());
  }

  @Test
  void paddingAndPrioritiesAreNoContent() {
    Wire wire = Wire.open();
    int stream = wire.get();
    byte[] section = wire.section(":status", "200");
    byte[] padded = new byte[1 + 5 + section.length + 3];
    padded[0] = 3;
    padded[4] = 9; // Depends on stream 9.
    System.arraycopy(section, 0, padded, 6, section.length);
    wire.server.frame(FrameType.HEADERS.code(), 0x4 | 0x8 | 0x20, stream, padded);
    wire.server.frame(0, 0x8, stream, new byte[] {2, 'h', 'i', 0, 0});
    wire.server.frame(0, 0x8 | 0x1, stream, new byte[] {0, '!'});
    assertEquals("1:200{} 1:[hi!]", wire.play());
  }

  @Test
  void aHeadMayComeInManyFrames() {
    Wire wire = Wire.open();
    int stream = wire.get();
    byte[] section = wire.section(":status", "200", "x", "y");
    wire.server.headers(stream, section, section.length, 1, true);
    assertTrue(section.length < 9);
    assertEquals("1:200{x: y;} 1:[]", wire.play());
  }

  @Test
  void framesThatAreNotKnownAreIgnored() {
    Wire wire = Wire.open();
    int stream = wire.get();
    wire.server.frame(0xBE, 0xFF, stream, new byte[100]);
    wire.server.frame(10, 0, 0, "altsvc".getBytes(StandardCharsets.ISO_8859_1));
    wire.server.priority(77, 3, 16);
    wire.fields(stream, true, ":status", "200");
    assertEquals("1:200{} 1:[]", wire.play());
  }

  @Test
  void aPingAndSettingsAreAnswered() {
    Wire wire = Wire.open();
    wire.server.ping("12345678".getBytes(StandardCharsets.ISO_8859_1), 0);
    wire.server.settings(Setting.MAX_CONCURRENT_STREAMS, 1, 99, 1);
    wire.play();
    assertEquals(List.of("PING 0 ACK", "SETTINGS 0 ACK"), wire.answers);
    assertTrue(wire.client.mayOpen());
    wire.get();
    assertFalse(wire.client.mayOpen());
    assertTrue(wire.client.canOpen());
  }

  @Test
  void theWindowOfTheConnectionIsRefilledAndThatOfAStreamOnlyByAGrant() {
    Wire wire = Wire.open();
    for (int i = 0; i < 9; i++) {
      int stream = wire.get();
      wire.fields(stream, false, ":status", "200");
      for (int j = 0; j < 4; j++) {
        wire.data(stream, j == 3, "x".repeat(j == 3 ? 16_000 : 16_384));
      }
      wire.play();
    }
    List<String> updates = wire.answers;
    assertEquals(1, updates.size());
    assertTrue(updates.getFirst().startsWith("WINDOW_UPDATE 0 "), updates::toString);
    int stream = wire.get();
    wire.client.grant(stream, 1_000);
    wire.play();
    assertEquals("WINDOW_UPDATE " + stream + " 1000", wire.answers.getLast());
    assertEquals(66_535, wire.client.receiveWindow(stream));
  }

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
    assertEquals("1:200{} 1:" + new StreamFault.Broken(Rule.WINDOW_EXCEEDED), wire.play());
    assertEquals("RST_STREAM 1 FLOW_CONTROL_ERROR", wire.answers.getLast());
  }

  @Test
  void aBodyIsSentAsFarAsTheWindowsGo() {
    Wire wire = Wire.open();
    wire.server.settings(Setting.INITIAL_WINDOW_SIZE, 10);
    wire.play();
    wire.answers.clear();
    int stream = wire.ask(HttpMethod.POST);
    byte[] body = new byte[100];
    assertEquals(10, wire.client.sendData(stream, body, 0, 100));
    assertEquals(0, wire.client.sendData(stream, body, 10, 100));
    wire.server.windowUpdate(stream, 20);
    wire.play();
    assertEquals(20, wire.client.sendData(stream, body, 10, 100));
    wire.server.settings(Setting.INITIAL_WINDOW_SIZE, 5); // Takes five back: they are a debt.
    wire.server.windowUpdate(stream, 5);
    wire.play();
    assertEquals(0, wire.client.sendData(stream, body, 30, 100));
    wire.server.windowUpdate(stream, 70);
    wire.play();
    assertEquals(70, wire.client.sendData(stream, body, 30, 100));
    wire.play();
    assertEquals(
        List.of("DATA 1 10", "DATA 1 20", "DATA 1 70"),
        wire.answers.stream().filter(it -> it.startsWith("DATA")).toList());
  }

  @Test
  void anUnboundedWindowLetsNoMoreWaitThanTheOutputHolds() {
    Wire wire = Wire.open();
    wire.server.settings(Setting.INITIAL_WINDOW_SIZE, Integer.MAX_VALUE);
    wire.server.windowUpdate(0, 1 << 30);
    wire.play();
    int stream = wire.ask(HttpMethod.POST);
    byte[] body = new byte[1 << 20];
    int sent = wire.client.sendData(stream, body, 0, body.length);
    assertTrue(sent < 70_000 && sent > 40_000, () -> "sent " + sent);
  }

  @Test
  void fieldsAboutTheConnectionAreNotSent() throws Exception {
    Wire wire = Wire.open();
    wire.client.request(
        HttpMethod.GET,
        "http",
        "a.example",
        "/",
        List.of(
            new RequestField("Connection", "close"),
            new RequestField("TE", "trailers"),
            new RequestField("X-Mine", "Yes")),
        false,
        Long.MAX_VALUE);
    byte[] sent = wire.client.takeOutput();
    var fields = new FieldSection(HttpLimits.DEFAULT);
    new HpackDecoder(4096).decode(sent, 9, sent.length, fields);
    assertEquals(
        ":method: GET\r\n:scheme: http\r\n:authority: a.example\r\n:path: /\r\nx-mine: Yes\r\n",
        fields.headers(0).toString());
  }

  @Test
  void aStreamThatWasResetIsOverAndLateFramesOnItAreIgnored() {
    Wire wire = Wire.open();
    int stream = wire.get();
    int other = wire.get();
    wire.client.reset(stream, ErrorCode.CANCEL);
    wire.fields(stream, false, ":status", "200", "user-agent", "kept in the table");
    wire.data(stream, true, "late");
    wire.server.rstStream(stream, ErrorCode.CANCEL);
    wire.fields(other, true, ":status", "200", "user-agent", "kept in the table");
    assertEquals("3:200{user-agent: kept in the table;} 3:[]", wire.play());
    assertEquals(List.of("RST_STREAM 1 CANCEL"), wire.answers);
  }

  @Test
  void whatIsOnItsWayWhenManyStreamsAreResetHarmsNoOther() {
    Wire wire = Wire.open();
    int survivor = wire.get();
    for (int i = 0; i < 50; i++) {
      int stream = wire.get();
      wire.client.reset(stream, ErrorCode.CANCEL);
      wire.fields(stream, false, ":status", "200");
      for (int j = 0; j < 3; j++) {
        wire.data(stream, false, "x".repeat(16_384));
      }
      wire.play();
    }
    wire.fields(survivor, true, ":status", "200");
    assertEquals("1:200{} 1:[]", wire.play());
  }

  @Test
  void aResetByTheServerSaysWhetherTheRequestWasProcessed() {
    Wire wire = Wire.open();
    int refused = wire.get();
    int reset = wire.get();
    int old = wire.get();
    wire.server.rstStream(refused, ErrorCode.REFUSED_STREAM);
    wire.server.rstStream(reset, ErrorCode.INTERNAL_ERROR);
    wire.server.rstStream(old, ErrorCode.HTTP_1_1_REQUIRED);
    assertEquals(
        "1:"
            + new StreamFault.Unprocessed(StreamFault.Sign.REFUSED_STREAM)
            + " 3:"
            + new StreamFault.Reset(ErrorCode.INTERNAL_ERROR)
            + " 5:"
            + new StreamFault.Unprocessed(StreamFault.Sign.HTTP_1_1_REQUIRED),
        wire.play());
  }

  @Test
  void aServerThatWantsHttp1AmidAnAnswerHasProcessedTheRequest() {
    Wire wire = Wire.open();
    int stream = wire.get();
    wire.fields(stream, false, ":status", "200");
    wire.server.rstStream(stream, ErrorCode.HTTP_1_1_REQUIRED);
    assertEquals("1:200{} 1:" + new StreamFault.Reset(ErrorCode.HTTP_1_1_REQUIRED), wire.play());
  }

  @Test
  void aGoAwayFailsTheStreamsAboveItsLastAndLetsTheOthersEnd() {
    Wire wire = Wire.open();
    int first = wire.get();
    wire.get();
    wire.get();
    wire.server.goAway(first, ErrorCode.NO_ERROR);
    wire.fields(first, true, ":status", "200");
    String unprocessed = new StreamFault.Unprocessed(StreamFault.Sign.GOAWAY).toString();
    assertEquals("3:" + unprocessed + " 5:" + unprocessed + " 1:200{} 1:[]", wire.play());
    assertFalse(wire.client.canOpen());
  }

  @Test
  void aResponseThatEndsBeforeTheRequestStopsIt() {
    Wire wire = Wire.open();
    int stream = wire.ask(HttpMethod.POST);
    wire.fields(stream, true, ":status", "413");
    assertEquals("1:413{} 1:[]", wire.play());
    assertEquals(List.of("RST_STREAM 1 NO_ERROR"), wire.answers);
    assertEquals(0, wire.client.sendData(stream, new byte[9], 0, 9));
  }

  static Stream<Arguments> brokenStreams() {
    return Stream.of(
        stream(
            MalformedRule.PSEUDO_FIELD, wire -> wire.fields(1, true, "content-type", "text/plain")),
        stream(MalformedRule.PSEUDO_FIELD, wire -> wire.fields(1, true)),
        stream(
            MalformedRule.PSEUDO_FIELD,
            wire -> wire.fields(1, true, ":status", "200", ":status", "200")),
        stream(
            MalformedRule.PSEUDO_FIELD, wire -> wire.fields(1, true, "a", "b", ":status", "200")),
        stream(
            MalformedRule.PSEUDO_FIELD,
            wire -> wire.fields(1, true, ":status", "200", ":path", "/")),
        stream(MalformedRule.PSEUDO_FIELD, wire -> wire.fields(1, true, ":status", "20")),
        stream(MalformedRule.PSEUDO_FIELD, wire -> wire.fields(1, true, ":status", "2000")),
        stream(MalformedRule.STATUS_CODE, wire -> wire.fields(1, true, ":status", "2x0")),
        stream(MalformedRule.STATUS_CODE, wire -> wire.fields(1, true, ":status", "099")),
        stream(
            MalformedRule.PSEUDO_FIELD,
            wire -> wire.fields(1, false, ":status", "200").fields(1, true, ":status", "200")),
        stream(MalformedRule.FIELD_NAME, wire -> head(wire, "X-Upper", "a")),
        stream(MalformedRule.FIELD_NAME, wire -> head(wire, "", "a")),
        stream(MalformedRule.FIELD_NAME, wire -> head(wire, "a b", "a")),
        stream(MalformedRule.FIELD_NAME, wire -> head(wire, "a\r\nb", "a")),
        stream(MalformedRule.FIELD_VALUE, wire -> head(wire, "x", "a\r\nb: c")),
        stream(MalformedRule.FIELD_VALUE, wire -> head(wire, "x", "a\nb")),
        stream(MalformedRule.FIELD_VALUE, wire -> head(wire, "x", "a\0")),
        stream(MalformedRule.CONNECTION_FIELD, wire -> head(wire, "connection", "close")),
        stream(MalformedRule.CONNECTION_FIELD, wire -> head(wire, "transfer-encoding", "chunked")),
        stream(MalformedRule.CONNECTION_FIELD, wire -> head(wire, "keep-alive", "1")),
        stream(MalformedRule.CONNECTION_FIELD, wire -> head(wire, "upgrade", "h2c")),
        stream(MalformedRule.CONNECTION_FIELD, wire -> head(wire, "proxy-connection", "a")),
        stream(MalformedRule.UPGRADE, wire -> wire.fields(1, false, ":status", "101")),
        stream(MalformedRule.INTERIM_END, wire -> wire.fields(1, true, ":status", "103")),
        stream(MalformedRule.DATA_BEFORE_HEAD, wire -> wire.data(1, true, "a")),
        stream(
            MalformedRule.TRAILERS_END,
            wire -> wire.fields(1, false, ":status", "200").fields(1, false, "a", "b")),
        stream(
            MalformedRule.FIELD_NAME,
            wire -> wire.fields(1, false, ":status", "200").fields(1, true, "A", "b")),
        stream(MalformedRule.CONTENT_LENGTH, wire -> head(wire, "content-length", "-1")),
        stream(MalformedRule.CONTENT_LENGTH, wire -> head(wire, "content-length", "1, 2")),
        stream(
            MalformedRule.BODY_LENGTH,
            wire ->
                wire.fields(1, false, ":status", "200", "content-length", "3").data(1, true, "ab")),
        stream(
            MalformedRule.BODY_LENGTH,
            wire ->
                wire.fields(1, false, ":status", "200", "content-length", "3")
                    .data(1, false, "abcd")),
        stream(
            MalformedRule.BODY_LENGTH,
            wire -> wire.fields(1, true, ":status", "200", "content-length", "3")),
        stream(
            MalformedRule.BODY_LENGTH,
            wire ->
                wire.fields(1, false, ":status", "200", "content-length", "3")
                    .fields(1, true, "a", "b")),
        stream(
            MalformedRule.BODY_FORBIDDEN,
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
        broken(Rule.WINDOW_INCREMENT, wire -> wire.server.windowUpdate(1, 0)),
        broken(Rule.WINDOW_OVERFLOW, wire -> wire.server.windowUpdate(1, Integer.MAX_VALUE)));
  }

  private static byte[] padding(int length, int padding) {
    byte[] payload = new byte[length];
    payload[0] = (byte) padding;
    return payload;
  }

  private static void head(Wire wire, String name, String value) {
    wire.fields(1, true, ":status", "200", name, value);
  }

  private static Arguments stream(MalformedRule rule, Consumer<Wire> server) {
    return arguments(new StreamFault.Unusable(new ResponseFault.Malformed(rule)), server);
  }

  private static Arguments stream(Limit limit, long bound, Consumer<Wire> server) {
    return arguments(new StreamFault.Unusable(new ResponseFault.TooLarge(limit, bound)), server);
  }

  private static Arguments broken(Rule rule, Consumer<Wire> server) {
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
        connection(Rule.CONTINUATION, wire -> wire.server.frame(9, 0x4, 1, new byte[3])),
        connection(
            Rule.CONTINUATION,
            wire -> {
              wire.server.frame(1, 0, 1, new byte[0]);
              wire.server.frame(9, 0x4, 3, new byte[0]);
            }),
        connection(
            Rule.CONTINUATION,
            wire -> {
              wire.server.frame(1, 0, 1, new byte[0]);
              wire.server.ping(new byte[8], 0);
            }),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(6, 0, 0, new byte[7])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(4, 0, 0, new byte[5])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(4, 1, 0, new byte[6])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(3, 0, 1, new byte[5])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(8, 0, 1, new byte[3])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(2, 0, 1, new byte[4])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(7, 0, 0, new byte[7])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(0, 0, 1, new byte[16_385])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(0xBE, 0, 1, new byte[16_385])),
        connection(Rule.FRAME_SIZE, wire -> wire.server.frame(0, 0x8, 1, new byte[0])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(0, 0, 0, new byte[1])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(1, 0x4, 0, new byte[1])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(1, 0x4, 2, new byte[1])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(2, 0, 0, new byte[5])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(3, 0, 0, new byte[4])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(4, 0, 1, new byte[6])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(6, 0, 1, new byte[8])),
        connection(Rule.FRAME_STREAM, wire -> wire.server.frame(7, 0, 1, new byte[8])),
        connection(Rule.IDLE_STREAM, wire -> wire.data(5, true, "a")),
        connection(Rule.IDLE_STREAM, wire -> wire.fields(5, true, ":status", "200")),
        connection(Rule.IDLE_STREAM, wire -> wire.server.rstStream(5, ErrorCode.CANCEL)),
        connection(Rule.IDLE_STREAM, wire -> wire.server.windowUpdate(5, 1)),
        connection(
            Rule.CLOSED_STREAM,
            wire -> wire.fields(1, true, ":status", "200").data(1, true, "late")),
        connection(
            Rule.CLOSED_STREAM,
            wire -> wire.fields(1, true, ":status", "200").fields(1, true, ":status", "200")),
        connection(
            Rule.CLOSED_STREAM,
            wire -> {
              wire.server.rstStream(1, ErrorCode.CANCEL);
              wire.data(1, true, "late");
            }),
        connection(
            Rule.PADDING,
            wire -> {
              wire.fields(1, false, ":status", "200");
              wire.server.frame(0, 0x8, 1, padding(5, 5));
            }),
        connection(Rule.PADDING, wire -> wire.server.frame(1, 0x4 | 0x8, 1, padding(5, 5))),
        connection(Rule.DEPENDENCY, wire -> wire.server.priority(3, 3, 1)),
        connection(Rule.SETTING, wire -> wire.server.settings(Setting.ENABLE_PUSH, 1)),
        connection(Rule.SETTING, wire -> wire.server.settings(Setting.MAX_FRAME_SIZE, 16_383)),
        connection(Rule.SETTING, wire -> wire.server.settings(Setting.MAX_FRAME_SIZE, 1 << 24)),
        connection(
            Rule.WINDOW_SETTING, wire -> wire.server.settings(Setting.INITIAL_WINDOW_SIZE, -1)),
        connection(
            Rule.WINDOW_OVERFLOW,
            wire -> {
              wire.server.windowUpdate(1, 1 << 30);
              wire.server.settings(Setting.INITIAL_WINDOW_SIZE, Integer.MAX_VALUE);
            }),
        connection(Rule.WINDOW_INCREMENT, wire -> wire.server.windowUpdate(0, 0)),
        connection(Rule.WINDOW_OVERFLOW, wire -> wire.server.windowUpdate(0, Integer.MAX_VALUE)),
        connection(Rule.PUSH, wire -> wire.server.pushPromise(1, 2, wire.section(":path", "/"))),
        connection(
            Rule.COMPRESSION, wire -> wire.server.frame(1, 0x5, 1, new byte[] {(byte) 0x80})));
  }

  private static Arguments connection(Rule rule, Consumer<Wire> server) {
    return arguments(rule, server);
  }

  @ParameterizedTest
  @MethodSource("brokenConnections")
  void aFrameThatBreaksARuleOfTheConnectionEndsIt(Rule rule, Consumer<Wire> server) {
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
    assertEquals(" " + new ConnectionFault.Broken(Rule.FIRST_FRAME), wire.play());
    Wire other = Wire.silent(HttpLimits.DEFAULT);
    String notHttp2 = "HTTP/1.1 400 Bad Request\r\n\r\n";
    assertEquals(
        " " + new ConnectionFault.Broken(Rule.FRAME_SIZE),
        other.play(notHttp2.getBytes(StandardCharsets.ISO_8859_1), () -> 1));
  }

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
            told.contains(Rule.TOO_MUCH_OVERHEAD.toString())
                || told.contains(Rule.TOO_MANY_CONTINUATIONS.toString()),
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
    assertEquals(" " + new ConnectionFault.Broken(Rule.TOO_MANY_SETTINGS), wire.play());
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
    assertEquals(" " + new ConnectionFault.Broken(Rule.TOO_MUCH_OVERHEAD), told);
  }

  @Test
  void aLongUploadIsNoFlood() {
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

  @Test
  void howFramesAreCutChangesNothing() {
    byte[] said = conversation().server.take();
    String whole = asked().play(said, () -> Integer.MAX_VALUE);
    assertTrue(whole.endsWith("1:[" + "abc".repeat(500) + "]"), whole);
    assertEquals(whole, asked().play(said, () -> 1));
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      assertEquals(whole, asked().play(said, () -> 1 + random.nextInt(30)));
    }
  }

  private static Wire asked() {
    Wire wire = Wire.silent(HttpLimits.DEFAULT);
    for (int i = 0; i < 3; i++) {
      wire.get();
    }
    return wire;
  }

  private static Wire conversation() {
    Wire wire = asked();
    wire.server.settings(Setting.MAX_CONCURRENT_STREAMS, 7, Setting.HEADER_TABLE_SIZE, 100);
    wire.fields(1, false, ":status", "200", "server", "x", "user-agent", "repeated");
    wire.data(1, false, "abc".repeat(300));
    byte[] section = wire.section(":status", "200", "user-agent", "repeated");
    wire.server.headers(3, section, section.length, 2, false);
    wire.server.frame(0, 0x8, 3, new byte[] {3, 'p', 0, 0, 0});
    wire.server.frame(0x55, 1, 3, new byte[500]);
    wire.server.rstStream(5, ErrorCode.CANCEL);
    wire.fields(3, true, "trailer", "yes");
    return wire.data(1, true, "abc".repeat(200));
  }
}
