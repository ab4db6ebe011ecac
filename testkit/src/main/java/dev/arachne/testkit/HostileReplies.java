package dev.arachne.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Replies made by a grammar of the faults of servers, by accident or on purpose: heads, framing,
 * codings and ends, each drawn on its own. The same draws make the same reply.
 */
public final class HostileReplies {

  private static final int LARGE = 3 << 20;

  private static final List<String> STATUS_LINES =
      List.of(
          "HTTP/1.1 200 OK",
          "HTTP/1.1 200 OK",
          "HTTP/1.1 200 OK",
          "HTTP/1.0 200",
          "HTTP/1.1 408 Request Timeout",
          "HTTP/1.1 301 Moved",
          "HTTP/1.1 204 No Content",
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 206 Partial",
          "HTTP/1.1 999 ",
          "ICY 200 OK");

  private static final List<String> FIELDS =
      List.of(
          "Content-Type: text/html",
          "Connection: close",
          "Connection: keep-alive",
          "Content-Length: 10",
          "Content-Length: 99999999999999999999",
          "Transfer-Encoding: gzip",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: chunked, identity",
          "Location: //[",
          "Set-Cookie: a=b; Max-Age=99999999999",
          "X: " + "x".repeat(70_000),
          " folded",
          "no colon",
          "Retry-After: 9999999999");

  private HostileReplies() {}

  /** Draws a reply: its pieces, which are sent one after the other, and its end. */
  public static Reply draw(RandomGenerator random) {
    byte[] bytes = bytes(random);
    Step end =
        switch (random.nextInt(8)) {
          case 0 -> new Step.Reset();
          case 1 -> new Step.Hang();
          default -> new Step.Close();
        };
    Step[] steps = {new Step.Send(bytes), end};
    Reply reply = Reply.steps(steps);
    return switch (random.nextInt(8)) {
      case 0 ->
          Reply.steps(new Step.Send(Arrays.copyOf(bytes, Math.min(bytes.length, 5_000))), end)
              .dripping(1, Duration.ZERO);
      case 1 -> reply.dripping(1 + random.nextInt(4_000), Duration.ZERO);
      default -> reply;
    };
  }

  /** The bytes of one reply. */
  public static byte[] bytes(RandomGenerator random) {
    var reply = new ByteArrayOutputStream();
    line(reply, draw(random, STATUS_LINES));
    for (int i = random.nextInt(4); i > 0; i--) {
      line(reply, draw(random, FIELDS));
    }
    byte[] body = body(random, reply);
    switch (random.nextInt(4)) {
      case 0 -> {
        line(reply, "Content-Length: " + (body.length + random.nextInt(3) - 1));
        line(reply, "");
        reply.writeBytes(body);
      }
      case 1 -> {
        line(reply, "");
        reply.writeBytes(body);
      }
      default -> {
        line(reply, "Transfer-Encoding: chunked");
        line(reply, "");
        chunks(random, reply, body);
      }
    }
    if (random.nextInt(10) == 0) { // An answer to the next request, before it is made.
      reply.writeBytes("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison".getBytes(ISO_8859_1));
    }
    return reply.toByteArray();
  }

  /** A body, whose coding is named in the head. */
  private static byte[] body(RandomGenerator random, ByteArrayOutputStream head) {
    var hex = HexFormat.of();
    return switch (random.nextInt(12)) {
      case 0 -> coded(head, "zstd", hex.parseHex("28B52FFD2000010000"), LARGE);
      case 1 -> coded(head, "zstd", hex.parseHex("28B52FFD2001" + "090000" + "61"), LARGE);
      case 2 -> coded(head, "zstd", hex.parseHex("502A4D1800000000"), LARGE);
      case 3 -> coded(head, "br", hex.parseHex("0C" + "06".repeat(1000)), LARGE);
      case 4 -> coded(head, "gzip", Gzip.of(new byte[0]), LARGE);
      case 5 -> coded(head, "gzip", Gzip.of(new byte[16 << 20]), 1);
      case 6 -> coded(head, "gzip", Gzip.of(words(random, LARGE)), 1);
      case 7 -> coded(head, "gzip, gzip", Gzip.of(Gzip.of(words(random, LARGE))), 1);
      case 8 -> coded(head, "deflate", words(random, 10_000), 1);
      case 9 -> words(random, random.nextInt(LARGE));
      default -> words(random, random.nextInt(2_000));
    };
  }

  private static byte[] coded(ByteArrayOutputStream head, String coding, byte[] piece, int length) {
    line(head, "Content-Encoding: " + coding);
    byte[] body = new byte[Math.max(piece.length, length)];
    for (int i = 0; i < body.length; i++) {
      body[i] = piece[i % piece.length];
    }
    return body;
  }

  /** Text that compresses to about a third. */
  private static byte[] words(RandomGenerator random, int length) {
    byte[] words = new byte[length];
    for (int i = 0; i < length; i++) {
      words[i] = (byte) ('a' + Math.min(25, random.nextInt(8) * random.nextInt(5)));
    }
    return words;
  }

  private static void chunks(RandomGenerator random, ByteArrayOutputStream reply, byte[] body) {
    int size = List.of(1, 7, 1_000, 100_000).get(random.nextInt(4));
    String extension = random.nextInt(4) == 0 ? ";" + "x".repeat(random.nextInt(4_000)) : "";
    for (int from = 0; from < body.length && reply.size() < 2 * LARGE; from += size) {
      int count = Math.min(size, body.length - from);
      line(reply, Integer.toHexString(count) + extension);
      reply.write(body, from, count);
      line(reply, "");
    }
    switch (random.nextInt(6)) {
      case 0 -> line(reply, "ffffffffffffffff");
      case 1 -> line(reply, "-1");
      case 2 -> {
        line(reply, "0");
        for (int i = random.nextInt(2_000); i > 0; i--) {
          line(reply, "Trailer: " + i);
        }
        line(reply, "");
      }
      case 3 -> {}
      default -> line(reply, "0\r\n");
    }
  }

  private static String draw(RandomGenerator random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static void line(ByteArrayOutputStream to, String text) {
    to.writeBytes((text + "\r\n").getBytes(ISO_8859_1));
  }
}
