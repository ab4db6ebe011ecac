package dev.arachne.http;

import dev.arachne.http2.ClientConnection;
import dev.arachne.http2.StreamFault;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.EventLoop;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/*
 * The bytes that may come on a stream, and the memory held for them:
 *
 *      the first window, 64 KiB     may come at any time; is counted in the share when it has come
 *      each further window          is granted when the share holds the buffer that takes it
 *
 * So a body without memory stops at its first window, and its unread bytes are bounded. The other
 * streams of the connection continue: all bytes that were read refill the connection's window,
 * regardless of their use.
 */

/**
 * Receives one response on a stream of a connection: the connection's reader adds the received
 * frames, the fetching coroutine waits for them. Confined to their event loop.
 */
final class Http2Stream {

  /** The window of a stream whose body has filled the first window, in bytes. */
  private static final int WINDOW = 256 << 10;

  /** The bytes that a server may send at once (RFC 9113 6.9.2). */
  private static final int FIRST_WINDOW = (1 << 16) - 1;

  private final ExchangeProgress exchange;
  private final @Nullable BodyArrays arrays;
  private final Overflow overflow;
  private final BodyBounds bounds;

  /** Signalled when a frame has come, or there is room to send. */
  private final Condition changed;

  private final @Nullable WireTap tap;
  private int id;
  private @Nullable ResponseHead head;
  private BodyBuffer pieces = BodyBuffer.NONE;
  private Completeness completeness = Completeness.COMPLETE;
  private boolean over;
  private @Nullable IOException failure;
  private long bodyBytes;
  private long wireBytes;
  private int tapped;
  private boolean headTapped;
  private boolean isReceived;

  /** Bytes of the exchange's share that are for the pieces. */
  private long held;

  Http2Stream(ExchangeProgress exchange, HttpLimits limits, EventLoop loop, BodyArrays arrays) {
    this.exchange = exchange;
    this.overflow = new Overflow(exchange, limits.coding());
    this.bounds = new BodyBounds(exchange.request(), limits, overflow);
    this.changed = new Condition(loop, "the answer to " + exchange.request());
    this.tap = exchange.request().tap();
    this.arrays = tap == null ? arrays : null; // A tap may read a replaced array.
  }

  /** The stream has this number from now on. */
  void open(int number) {
    id = number;
  }

  int id() {
    return id;
  }

  Condition changed() {
    return changed;
  }

  /** Whether the stream is over: the response is complete, or will not come. */
  boolean isOver() {
    return over;
  }

  /** The number of bytes received on the stream. */
  long wireBytes() {
    return wireBytes;
  }

  // Called by the reader.

  void head(ClientConnection connection) {
    head = connection.head();
    came(connection);
    long expected = connection.expectedBytes();
    try {
      overflow.begin(connection.head(), expected);
    } catch (HttpException e) {
      fail(e);
      return;
    }
    over = isOver(bounds.announced(expected));
    if (!over) {
      pieces = pieces(expected);
    }
  }

  void data(ClientConnection connection) {
    came(connection);
    int count = connection.to() - connection.from();
    bodyBytes += count;
    pieces.append(connection.bytes(), connection.from(), count);
    exchange.settle(held, Math.max(held, pieces.bytes()));
    held = Math.max(held, pieces.bytes());
    over = isOver(bounds.come(bodyBytes));
  }

  void end(ClientConnection connection) {
    came(connection);
    over = true;
  }

  void fail(ClientConnection connection) {
    came(connection);
    StreamFault fault = connection.streamFault();
    if (fault instanceof StreamFault.Reset && head != null) {
      cut(Completeness.Cause.RESET);
    } else {
      fail(exchange.failure(HttpFailure.of(fault)));
    }
  }

  /** The connection is lost. */
  void lose(IOException cause) {
    if (over) {
      return;
    }
    if (head == null || cause instanceof Http2BrokenException) {
      fail(cause);
    } else {
      cut(cause instanceof EOFException ? Completeness.Cause.CLOSED : Completeness.Cause.RESET);
    }
  }

  private void cut(Completeness.Cause cause) {
    completeness = Completeness.truncated(cause);
    over = true;
    changed.signalAll();
  }

  private void fail(IOException cause) {
    failure = cause;
    over = true;
    changed.signalAll();
  }

  private void came(ClientConnection connection) {
    wireBytes = connection.wireBytes();
    changed.signalAll();
  }

  /** Whether no more of the body is received. */
  private boolean isOver(Completeness judged) {
    if (judged instanceof Completeness.Complete) {
      return false;
    }
    completeness = judged;
    if (judged instanceof Completeness.TooLarge) {
      pieces = BodyBuffer.NONE;
    } else {
      int excess = bounds.excess(bodyBytes);
      pieces.dropLast(excess);
      bodyBytes -= excess;
      tapped = Math.min(tapped, pieces.length());
    }
    return true;
  }

  /** A buffer whose first piece need not wait for memory. */
  private BodyBuffer pieces(long expected) {
    long first = BodyBuffer.firstBytes(expected);
    if (exchange.mayHold(first)) {
      held = first;
      return BodyBuffer.of(arrays, expected);
    }
    return BodyBuffer.wary(arrays, expected);
  }

  // Called by the fetching coroutine.

  /** Waits for memory; returns the bytes to add to the window, or 0 while it is large enough. */
  int moreWindow(long window) {
    if (over || head == null || bodyBytes == 0 || window >= WINDOW / 2) {
      return 0;
    }
    long needed = pieces.bytesWith((int) (window + WINDOW));
    if (needed > held) {
      exchange.hold(needed - held);
      held = Math.max(held, needed);
    }
    return WINDOW;
  }

  /** Shows the received bytes to the tap, as text, since a tap may wait. */
  void showTap() {
    ResponseHead its = head;
    if (tap == null || its == null) {
      return;
    }
    if (!headTapped) {
      headTapped = true;
      String text = HttpVersion.HTTP_2.text() + " " + its.status() + " \r\n" + its.headers();
      byte[] bytes = (text + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
      tap.received(bytes, 0, bytes.length);
    }
    int to = pieces.length();
    if (to > tapped) {
      int from = tapped;
      tapped = to;
      tap.received(pieces.array(), from, to - from);
    }
  }

  /** The number of bytes of the first window, which came without a grant. */
  int firstBytes() {
    return (int) Math.min(bodyBytes, FIRST_WINDOW);
  }

  /**
   * Writes the received bytes, if that is due, and waits for it; more may come meanwhile. Returns
   * whether it was due.
   */
  boolean overflow() throws HttpException {
    boolean isSeen = tap == null || tapped == pieces.length();
    if (!isSeen || !overflow.isDue(pieces, true)) {
      return false;
    }
    BodyBuffer full = pieces;
    pieces = BodyBuffer.of(arrays, Long.MAX_VALUE);
    tapped = 0;
    overflow.append(full);
    exchange.settle(held, pieces.bytes());
    held = pieces.bytes();
    return true;
  }

  /** Stops receiving: the part in a file is kept for a later attempt, unless it is whole. */
  void breakOff() {
    if (!isReceived) {
      overflow.breakOff();
    }
  }

  /** Returns the response, or throws its failure. */
  Received received() throws IOException {
    if (failure != null) {
      throw failure;
    }
    ResponseHead its = head;
    if (its == null) {
      throw new IllegalStateException("no head yet");
    }
    if (overflow.isUsed()) {
      completeness = overflow.end(pieces, completeness);
      pieces = BodyBuffer.NONE;
      exchange.giveBack(held);
      held = 0;
    }
    isReceived = true;
    Body body = pieces.take();
    exchange.settle(held, body.room());
    held = body.room();
    boolean mayBeEmpty = !(completeness instanceof Completeness.Truncated);
    return new Received(its, body, completeness, mayBeEmpty, wireBytes, overflow);
  }
}
