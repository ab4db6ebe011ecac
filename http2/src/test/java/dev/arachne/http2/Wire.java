package dev.arachne.http2;

import dev.arachne.http2.ClientConnection.Event;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.IntSupplier;

/** A connection whose server is written by hand, frame by frame; what came of it as a text. */
final class Wire {

  static final byte[] NOTHING = {};

  final ClientConnection client;

  /** What the server says next. */
  final FrameWriter server = new FrameWriter();

  /** The answers of the client, frame by frame, without those of its beginning. */
  final List<String> answers = new ArrayList<>();

  private final HpackEncoder encoder = new HpackEncoder();
  private final FrameReader answered = new FrameReader();
  private final Map<Integer, ByteArrayOutputStream> bodies = new HashMap<>();
  private final StringJoiner told = new StringJoiner(" ");

  private final long largestBody;

  private Wire(HttpLimits limits) {
    largestBody = limits.bodyBytes();
    client = new ClientConnection(limits);
  }

  /** A connection on which both sides have said their settings. */
  static Wire open() {
    return open(HttpLimits.DEFAULT);
  }

  static Wire open(HttpLimits limits) {
    Wire wire = silent(limits);
    wire.server.settings();
    wire.play();
    wire.answers.clear();
    return wire;
  }

  /** A connection whose server has said nothing. */
  static Wire silent(HttpLimits limits) {
    var wire = new Wire(limits);
    wire.client.takeOutput();
    return wire;
  }

  int get() {
    return ask(HttpMethod.GET);
  }

  int ask(HttpMethod method) {
    int stream =
        client.request(
            method, "http", "a.example", "/", List.of(), method == HttpMethod.POST, largestBody);
    client.takeOutput();
    return stream;
  }

  /** The server sends a field section: a name, its value, and so on. */
  Wire fields(int stream, boolean end, String... fields) {
    byte[] section = section(fields);
    server.headers(stream, section, section.length, 16_384, end);
    return this;
  }

  byte[] section(String... fields) {
    encoder.begin();
    for (int i = 0; i < fields.length; i += 2) {
      encoder.field(fields[i], fields[i + 1]);
    }
    return Arrays.copyOf(encoder.bytes(), encoder.length());
  }

  Wire data(int stream, boolean end, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    server.data(stream, bytes, 0, bytes.length, end);
    return this;
  }

  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** Has the client read what the server has said; what it was told so far. */
  String play() {
    return play(bytes(server.take()), () -> Integer.MAX_VALUE);
  }

  String play(byte[] bytes, IntSupplier pieces) {
    int at = 0;
    while (true) {
      switch (client.next()) {
        case NEED_INPUT -> {
          if (at == bytes.length) {
            readAnswers();
            return told.toString();
          }
          int length = Math.clamp(pieces.getAsInt(), 1, bytes.length - at);
          byte[] piece = new byte[length + 2];
          System.arraycopy(bytes, at, piece, 1, length);
          client.input(piece, 1, length + 1);
          at += length;
        }
        case FAILED -> {
          readAnswers();
          return told + " " + client.fault();
        }
        case Event event -> tell(event);
      }
    }
  }

  /** What has come of a body. */
  String body(int stream) {
    return bodies
        .getOrDefault(stream, new ByteArrayOutputStream())
        .toString(StandardCharsets.ISO_8859_1);
  }

  private void tell(Event event) {
    if (event == Event.ROOM) {
      return;
    }
    int stream = client.stream();
    switch (event) {
      case HEAD -> {
        ResponseHead head = client.head();
        String fields = head.headers().toString().replace("\r\n", ";");
        told.add(stream + ":" + head.status() + "{" + fields + "}");
      }
      case DATA ->
          bodies
              .computeIfAbsent(stream, _ -> new ByteArrayOutputStream())
              .write(client.bytes(), client.from(), client.to() - client.from());
      case END -> told.add(stream + ":[" + body(stream) + "]");
      case FAILED_STREAM -> told.add(stream + ":" + client.streamFault());
      default -> throw new IllegalStateException(event.toString());
    }
  }

  private void readAnswers() {
    byte[] output = bytes(client.takeOutput());
    answered.input(output, 0, output.length);
    try {
      String header = "";
      while (true) {
        switch (answered.next()) {
          case NEED_INPUT -> {
            return;
          }
          case HEADER -> header = answered.type() + " " + answered.stream();
          case PAYLOAD -> answers.add(header + payload());
        }
      }
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private String payload() {
    return switch (answered.type()) {
      case RST_STREAM -> " " + ErrorCode.of(FrameReader.integer(answered.bytes(), answered.from()));
      case GOAWAY -> " " + ErrorCode.of(FrameReader.integer(answered.bytes(), answered.from() + 4));
      case WINDOW_UPDATE -> " " + FrameReader.integer(answered.bytes(), answered.from());
      case DATA -> " " + answered.length();
      case SETTINGS, PING -> answered.has(FrameType.ACK) ? " ACK" : "";
      default -> "";
    };
  }
}
