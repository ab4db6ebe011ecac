package dev.arachne.http;

import dev.arachne.network.Channel;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.protocol.ResponseParser;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.tls.TlsExcessException;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Receives one response: feeds the parser from a channel and gathers the body. Confined to its
 * exchange; between two reads it holds only the body received until then.
 */
final class ResponseReader {

  /** Reads in a row without a wait, each of which filled the receive buffer. */
  private static final int READS_AT_ONCE = 32;

  private final ExchangeProgress exchange;
  private final ResponseParser parser;
  private final ReceiveBuffer arrivals;
  private final @Nullable WireTap tap;
  private final Overflow overflow;
  private final ReadThrottle pace;
  private final BodyBounds bounds;
  private BodyBuffer pieces = BodyBuffer.NONE;
  private @Nullable Body inOnePiece;
  private Completeness completeness = Completeness.COMPLETE;
  private long wireBytes;
  private long bodyBytes;
  private int untapped;

  /** Bytes of the exchange's share that are for the pieces. */
  private long held;

  /** A reception that has not begun. */
  ResponseReader(ExchangeProgress exchange, HttpLimits limits, ReceiveBuffer arrivals) {
    this.exchange = exchange;
    HttpRequest request = exchange.request();
    this.parser = new ResponseParser(request.method(), BodyBounds.ofResponse(request, limits));
    this.arrivals = arrivals;
    this.overflow = new Overflow(exchange, limits.coding());
    this.pace = new ReadThrottle(exchange);
    this.bounds = new BodyBounds(request, limits, overflow);
    this.tap = exchange.request().tap();
  }

  /** Receives until the response is whole, cut, or unusable. */
  void receive(Channel channel) throws IOException {
    try {
      feed(channel);
    } catch (Throwable e) {
      showTap();
      overflow.breakOff();
      throw e;
    }
    showTap();
  }

  private void feed(Channel channel) throws IOException {
    Deadline wait = exchange.enter(Phase.FIRST_BYTE);
    int readsLeft = 0;
    while (true) {
      switch (parser.next()) {
        case NEED_INPUT -> {
          showTap();
          if (overflow.isDue(pieces, readsLeft == 0)) {
            overflowed();
            wait = exchange.nextWait();
          }
          if (pieces != BodyBuffer.NONE) {
            hold(pieces.bytesWith(ReceiveBuffer.BYTES));
          }
          if (exchange.end().hasPassed()) {
            throw new DeadlineException("the end of the answer");
          }
          if (readsLeft == 0) {
            channel.awaitReadable(wait);
            readsLeft = READS_AT_ONCE;
          }
          int room = pace.isBounded() ? pace.await(ReceiveBuffer.BYTES) : ReceiveBuffer.BYTES;
          int n = read(channel, room);
          pace.read(room, n);
          readsLeft = arrivals.areFull() ? readsLeft - 1 : 0;
          if (n > 0) {
            wait = wireBytes == n ? exchange.enter(Phase.BETWEEN_BYTES) : exchange.nextWait();
          }
        }
        case HEAD -> {
          overflow.begin(parser.head(), parser.expectedBytes());
          if (isOver(bounds.announced(parser.expectedBytes()))) {
            return;
          }
          pieces = pieces(parser.expectedBytes());
        }
        case BODY -> {
          take(parser.from(), parser.to());
          if (isOver(bounds.come(bodyBytes))) {
            return;
          }
        }
        case COMPLETE -> {
          return;
        }
        case TRUNCATED -> {
          if (completeness instanceof Completeness.Complete) {
            completeness = Completeness.truncated(Completeness.Cause.CLOSED);
          }
          return;
        }
        case FAILED -> throw exchange.failure(HttpFailure.of(parser.fault()));
      }
    }
  }

  /** Whether no more of the body is received. */
  private boolean isOver(Completeness judged) {
    if (judged instanceof Completeness.Complete) {
      return false;
    }
    completeness = judged;
    if (judged instanceof Completeness.TooLarge) {
      pieces = BodyBuffer.NONE;
      inOnePiece = null;
    } else {
      dropExcess();
    }
    return true;
  }

  private void dropExcess() {
    int excess = bounds.excess(bodyBytes);
    if (excess > 0 && inOnePiece != null) {
      pieces.append(inOnePiece.toArray(), 0, inOnePiece.length());
      inOnePiece = null;
    }
    pieces.dropLast(excess);
    bodyBytes -= excess;
  }

  /** Writes the received bytes, and continues with a small buffer. */
  private void overflowed() throws HttpException {
    overflow.append(pieces);
    if (pieces.bytes() > Overflow.BUFFER) {
      pieces = BodyBuffer.of(arrivals.arrays(), Long.MAX_VALUE);
      exchange.giveBack(held);
      held = 0;
    }
  }

  /**
   * Reads the available bytes into the parser; a connection that breaks within a body truncates it.
   */
  private int read(Channel channel, int room) throws IOException {
    int n;
    try {
      n = arrivals.read(channel, room);
    } catch (IOException e) {
      if (pieces == BodyBuffer.NONE
          || e instanceof TlsExcessException
          || e instanceof StoredAnswerException) {
        throw e;
      }
      completeness =
          Completeness.truncated(
              e instanceof EOFException ? Completeness.Cause.CLOSED : Completeness.Cause.RESET);
      n = -1;
    }
    if (n < 0) {
      parser.endOfInput();
    } else if (n > 0) {
      wireBytes += n;
      parser.input(arrivals.bytes(), 0, n);
      untapped = n;
    }
    return n;
  }

  /** A buffer whose first piece need not wait for memory. */
  private BodyBuffer pieces(long expected) {
    long first = BodyBuffer.firstBytes(expected);
    if (exchange.mayHold(first)) {
      held = first;
      return BodyBuffer.of(arrivals.arrays(), expected);
    }
    return BodyBuffer.wary(arrivals.arrays(), expected);
  }

  /** Waits until there is memory for a buffer of {@code bytes}. */
  private void hold(long bytes) {
    if (bytes > held) {
      exchange.hold(bytes - held);
      held = bytes;
    }
  }

  private void take(int from, int to) {
    bodyBytes += to - from;
    if (pieces.isEmpty() && parser.expectedBytes() == 0 && !overflow.isUsed()) {
      inOnePiece = arrivals.lend(from, to);
    } else {
      pieces.append(arrivals.bytes(), from, to - from);
    }
  }

  /** Shows the read bytes to the tap after the parser is done with them, since a tap may wait. */
  private void showTap() {
    int n = untapped;
    untapped = 0;
    if (tap != null && n > 0) {
      tap.received(arrivals.bytes(), 0, n);
    }
  }

  boolean connectionIsReusable() {
    return parser.connectionIsReusable();
  }

  ResponseHead head() {
    return parser.head();
  }

  /**
   * Writes the rest of the body, if it goes to a file, and waits for it. A truncated body is kept
   * for a later attempt.
   */
  private void end() throws HttpException {
    if (overflow.isUsed()) {
      completeness = overflow.end(pieces, completeness);
      pieces = BodyBuffer.NONE;
      exchange.giveBack(held);
      held = 0;
    }
  }

  private Body body() {
    Body body = inOnePiece == null ? pieces.take() : inOnePiece;
    exchange.settle(held, body.room());
    held = body.room();
    return body;
  }

  /** Drops the body; the exchange's share holds no bytes for it any more. */
  void discard() {
    body().discard();
    exchange.giveBack(held);
    held = 0;
  }

  /**
   * Whether an empty body is complete. If only the end of the connection ends it, it may have been
   * cut before its first byte. Such a response should have content, unless its status is
   * sufficient, as for a redirect.
   */
  private boolean mayBeEmpty() {
    return completeness instanceof Completeness.Complete
        ? !parser.bodyEndsByClose() || head().status() / 100 != 2
        : completeness instanceof Completeness.TooLarge;
  }

  /** The received response; from now on the exchange's share holds exactly its room. */
  Received received() throws HttpException {
    end();
    return new Received(head(), body(), completeness, mayBeEmpty(), wireBytes, overflow);
  }

  /** The number of bytes received. */
  long wireBytes() {
    return wireBytes;
  }
}
