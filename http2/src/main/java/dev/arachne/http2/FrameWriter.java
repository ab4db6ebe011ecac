package dev.arachne.http2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes frames (RFC 9113 6), one behind the other, until they are taken. Confined to its user. */
final class FrameWriter {

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private static final byte[] NOTHING = {};

  /** Room for the frame of a usual request, in bytes. */
  private static final int LEAST = 128;

  private byte[] bytes = NOTHING;
  private int length;

  /** The number of bytes that wait to be taken. */
  int length() {
    return length;
  }

  /** Returns all bytes; the caller owns them. */
  ByteBuffer take() {
    ByteBuffer taken = ByteBuffer.wrap(bytes, 0, length);
    bytes = NOTHING;
    length = 0;
    return taken;
  }

  /** The preface of a client (RFC 9113 3.4). */
  void preface() {
    append(PREFACE, 0, PREFACE.length);
  }

  void data(int stream, byte[] from, int offset, int count, boolean end) {
    header(count, FrameType.DATA, end ? FrameType.END_STREAM : 0, stream);
    append(from, offset, count);
  }

  /** Fields, in as many frames as they need. */
  void headers(int stream, byte[] section, int count, int frameSize, boolean end) {
    int first = Math.min(count, frameSize);
    int flags = (end ? FrameType.END_STREAM : 0) | (first == count ? FrameType.END_HEADERS : 0);
    header(first, FrameType.HEADERS, flags, stream);
    append(section, 0, first);
    for (int at = first; at < count; ) {
      int more = Math.min(count - at, frameSize);
      boolean isLast = at + more == count;
      header(more, FrameType.CONTINUATION, isLast ? FrameType.END_HEADERS : 0, stream);
      append(section, at, more);
      at += more;
    }
  }

  void priority(int stream, int dependsOn, int weight) {
    header(5, FrameType.PRIORITY, 0, stream);
    integer(dependsOn);
    bytes[length++] = (byte) weight;
  }

  void rstStream(int stream, ErrorCode code) {
    header(4, FrameType.RST_STREAM, 0, stream);
    integer(code.code());
  }

  /** Settings: an identifier, its value, and so on. */
  void settings(int... identifiersAndValues) {
    header(identifiersAndValues.length * 3, FrameType.SETTINGS, 0, 0);
    for (int i = 0; i < identifiersAndValues.length; i += 2) {
      bytes[length++] = 0;
      bytes[length++] = (byte) identifiersAndValues[i];
      integer(identifiersAndValues[i + 1]);
    }
  }

  void settingsAck() {
    header(0, FrameType.SETTINGS, FrameType.ACK, 0);
  }

  /** A response without a request; for servers in tests. */
  void pushPromise(int stream, int promised, byte[] section) {
    header(4 + section.length, FrameType.PUSH_PROMISE, FrameType.END_HEADERS, stream);
    integer(promised);
    append(section, 0, section.length);
  }

  /** Eight bytes of any content. */
  void ping(byte[] content, int from) {
    header(8, FrameType.PING, 0, 0);
    append(content, from, 8);
  }

  void pingAck(byte[] content, int from) {
    header(8, FrameType.PING, FrameType.ACK, 0);
    append(content, from, 8);
  }

  void goAway(int lastStream, ErrorCode code) {
    header(8, FrameType.GOAWAY, 0, 0);
    integer(lastStream);
    integer(code.code());
  }

  void windowUpdate(int stream, int increment) {
    header(4, FrameType.WINDOW_UPDATE, 0, stream);
    integer(increment);
  }

  /** A frame of any kind. */
  void frame(int type, int flags, int stream, byte[] payload) {
    header(payload.length, type, flags, stream);
    append(payload, 0, payload.length);
  }

  private void header(int payload, FrameType type, int flags, int stream) {
    header(payload, type.code(), flags, stream);
  }

  /** Begins a frame and makes room for its payload. */
  private void header(int payload, int type, int flags, int stream) {
    room(FrameReader.HEADER_BYTES + payload);
    bytes[length++] = (byte) (payload >>> 16);
    bytes[length++] = (byte) (payload >>> 8);
    bytes[length++] = (byte) payload;
    bytes[length++] = (byte) type;
    bytes[length++] = (byte) flags;
    integer(stream);
  }

  private void integer(int number) {
    bytes[length++] = (byte) (number >>> 24);
    bytes[length++] = (byte) (number >>> 16);
    bytes[length++] = (byte) (number >>> 8);
    bytes[length++] = (byte) number;
  }

  private void append(byte[] more, int from, int count) {
    room(count);
    System.arraycopy(more, from, bytes, length, count);
    length += count;
  }

  private void room(int more) {
    if (more > bytes.length - length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.max(LEAST, 2 * bytes.length)));
    }
  }
}
