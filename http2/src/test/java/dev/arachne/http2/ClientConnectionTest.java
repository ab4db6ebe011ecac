package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the client's side of a connection makes of what a server says. */
final class ClientConnectionTest {
  @Test
  void theFirstBytesAreThePrefaceSettingsWithoutPushAndAWindow() {
    var client = new ClientConnection(HttpLimits.DEFAULT);
    String said = new String(Wire.bytes(client.takeOutput()), StandardCharsets.ISO_8859_1);
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
  void paddingAndPrioritiesAreNotContent() {
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
    byte[] sent = Wire.bytes(wire.client.takeOutput());
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
  void framesInTransitOfManyResetStreamsHarmNoOthers() {
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

  @Test
  void oneStreamIsOpenedUntilTheServerHasSaidHowManyItAllows() {
    for (int most : List.of(2, 100)) {
      Wire wire = Wire.silent(HttpLimits.DEFAULT);
      wire.get();
      assertEquals(0, wire.client.freeStreams());
      if (most == 100) {
        wire.server.settings();
      } else {
        wire.server.settings(Setting.MAX_CONCURRENT_STREAMS, most);
      }
      wire.play();
      assertEquals(most - 1, wire.client.freeStreams());
    }
  }

  @Test
  void howFramesAreCutChangesNothing() {
    byte[] said = Wire.bytes(conversation().server.take());
    String whole = asked().play(said, () -> Integer.MAX_VALUE);
    assertTrue(whole.endsWith("1:[" + "abc".repeat(500) + "]"), whole);
    assertEquals(whole, asked().play(said, () -> 1));
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      assertEquals(whole, asked().play(said, () -> 1 + random.nextInt(30)));
    }
  }

  private static Wire asked() {
    Wire wire = Wire.open();
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
