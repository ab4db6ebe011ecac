package dev.arachne.cli;

import dev.arachne.http.WireTap;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Keeps the heads of one exchange as they crossed the wire: the request's, and those of the answer,
 * interim ones included. Bodies pass by. Confined to the client's loop while the exchange lasts.
 */
final class HeadTap implements WireTap {
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final ByteArrayOutputStream heads = new ByteArrayOutputStream();
  private final StringBuilder statusLine = new StringBuilder();
  private boolean inStatusLine = true;
  private boolean whole;
  private int lineBytes;
  private long receivedBytes;

  @Override
  public void begin() {
    sent.reset();
    heads.reset();
    receivedBytes = 0;
    whole = false;
    beginHead();
  }

  @Override
  public void sent(byte[] bytes, int offset, int length) {
    sent.write(bytes, offset, length);
  }

  @Override
  public void received(byte[] bytes, int offset, int length) {
    receivedBytes += length;
    for (int i = offset; i < offset + length && !whole; i++) {
      heads.write(bytes[i]);
      take((char) (bytes[i] & 0xFF));
    }
  }

  /** The bytes received up to now, bodies included. */
  long receivedBytes() {
    return receivedBytes;
  }

  /** The lines of the request's head. */
  List<String> requestLines() {
    return lines(sent.toByteArray());
  }

  /** The lines of the answer's heads, with an empty one after each head that is whole. */
  List<String> responseLines() {
    return lines(heads.toByteArray());
  }

  /** The answer's heads as they came. */
  byte[] responseHeads() {
    return heads.toByteArray();
  }

  private void take(char c) {
    if (c == '\n') {
      if (lineBytes == 0 && !inStatusLine) {
        endHead();
      } else {
        inStatusLine = false;
        lineBytes = 0;
      }
    } else if (c != '\r') {
      lineBytes++;
      if (inStatusLine) {
        statusLine.append(c);
      }
    }
  }

  /** An interim answer is followed by another head (RFC 9110 15.2); 101 is not. */
  private void endHead() {
    String[] words = statusLine.toString().split(" +", 3);
    boolean interim = words.length > 1 && words[1].startsWith("1") && !words[1].equals("101");
    whole = !interim;
    beginHead();
  }

  private void beginHead() {
    statusLine.setLength(0);
    inStatusLine = true;
    lineBytes = 0;
  }

  private static List<String> lines(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).lines().toList();
  }
}
