package dev.arachne.protocol;

import dev.arachne.protocol.ResponseParser.Event;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the parser makes of a whole reply that came in certain pieces. */
record Parsed(
    Event end, int status, String headers, String body, boolean reusable, String failure) {

  /** How a reply is cut into pieces: the length of the next one. */
  interface Pieces {
    int next();
  }

  static Parsed whole(byte[] reply) {
    return of(reply, HttpMethod.GET, HttpLimits.DEFAULT, () -> Integer.MAX_VALUE);
  }

  static Parsed whole(String reply) {
    return whole(reply.getBytes(StandardCharsets.ISO_8859_1));
  }

  static Parsed byteByByte(byte[] reply) {
    return of(reply, HttpMethod.GET, HttpLimits.DEFAULT, () -> 1);
  }

  static Parsed inRandomPieces(byte[] reply, RandomGenerator random) {
    return of(reply, HttpMethod.GET, HttpLimits.DEFAULT, () -> 1 + random.nextInt(40));
  }

  static Parsed of(byte[] reply, HttpMethod method, HttpLimits limits, Pieces pieces) {
    var parser = new ResponseParser(method, limits);
    var body = new ByteArrayOutputStream();
    int at = 0;
    byte[] piece = {};
    while (true) {
      Event event = parser.next();
      switch (event) {
        case HEAD -> {}
        case BODY -> body.write(piece, parser.from(), parser.to() - parser.from());
        case NEED_INPUT -> {
          if (at == reply.length) {
            parser.endOfInput();
          } else {
            // A copy with rubbish around it, overwritten later: nobody may look beyond or behind.
            int length = Math.min(pieces.next(), reply.length - at);
            java.util.Arrays.fill(piece, (byte) '\n');
            piece = new byte[length + 2];
            piece[0] = '\n';
            piece[length + 1] = '\n';
            System.arraycopy(reply, at, piece, 1, length);
            parser.input(piece, 1, length + 1);
            at += length;
          }
        }
        case COMPLETE, TRUNCATED, FAILED -> {
          return of(parser, event, body.toString(StandardCharsets.ISO_8859_1), at == reply.length);
        }
      }
    }
  }

  private static Parsed of(ResponseParser parser, Event end, String body, boolean allRead) {
    @Nullable ResponseHead head = headOf(parser);
    return new Parsed(
        end,
        head == null ? 0 : head.status(),
        head == null ? "" : head.headers().toString(),
        end == Event.FAILED ? "" : body,
        allRead && parser.connectionIsReusable(),
        end == Event.FAILED ? parser.fault().toString() : "");
  }

  private static @Nullable ResponseHead headOf(ResponseParser parser) {
    try {
      return parser.head();
    } catch (IllegalStateException _) {
      return null;
    }
  }
}
