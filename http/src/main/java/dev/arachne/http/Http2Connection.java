package dev.arachne.http;

import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.http2.ClientConnection;
import dev.arachne.http2.ConnectionFault;
import dev.arachne.http2.ErrorCode;
import dev.arachne.network.Channel;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Three kinds of coroutines are at work on a connection:
 *
 *      reader   one, as long as the connection is open: reads, and adds the frames to the streams
 *      writer   one while there is something to send: sends all output, whole and in order
 *      fetchers one a stream: encode the request, wait on their stream
 *
 * A fetcher never writes to the channel itself. So a fetcher that is cancelled or fails leaves no
 * partial frame there: it resets its stream, and the others are not affected.
 */

/**
 * One connection of HTTP/2, on which many exchanges have streams at once. Confined to its event
 * loop.
 */
final class Http2Connection {

  /** Reads in a row without a wait, each of which filled the receive buffer. */
  private static final int READS_AT_ONCE = 32;

  private static final int WRITE_BYTES = 64 << 10;

  /** The time that the server has for the last frame before the connection is closed. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final EventLoop loop;
  private final Channel channel;
  private final ReceiveBuffer arrivals;
  private final Duration writePatience;
  private final ClientConnection protocol;
  private final Map<Integer, Http2Stream> streams = new HashMap<>();

  /** Streams whose requests are being sent. */
  private final Set<Http2Stream> sending = new LinkedHashSet<>();

  /** Signalled when a stream may be openable. */
  private final Condition room;

  private boolean writing;

  /**
   * Whether the writer is in a write, which ends at once unless the server accepts no more bytes.
   */
  private boolean isInWrite;

  /** Whether a request waits for progress of the writer. */
  private boolean waitsForWriter;

  /** The number of bytes encoded, and the number of them sent. */
  private long said;

  private long sent;

  private @Nullable IOException lost;

  /** The number of exchanges that may use it, those without a stream included. */
  private int users;

  /** Exchanges that have begun. */
  private int uses;

  /** Exchanges that are about to open a stream. */
  private int reserved;

  private long lastArrival;

  /** Whether no further streams are opened. */
  private boolean retired;

  /** A connection on an open channel, which it owns from now on. */
  Http2Connection(
      EventLoop loop,
      Channel channel,
      ReceiveBuffer arrivals,
      HttpLimits limits,
      Duration writePatience) {
    this.loop = loop;
    this.channel = channel;
    this.arrivals = arrivals;
    this.writePatience = writePatience;
    this.protocol = new ClientConnection(limits);
    this.room = new Condition(loop, "a stream to " + channel.peer());
    flush();
    loop.spawn("HTTP/2 from " + channel.peer(), this::read);
  }

  InetSocketAddress peer() {
    return channel.peer();
  }

  /** Whether another exchange may begin, at once or when a stream has ended. */
  boolean isUsable() {
    return lost == null && !retired && protocol.canOpen() && channel.isOpen();
  }

  /** Another exchange may use it from now on. */
  void join() {
    users++;
  }

  /** An exchange does not use it any more; after the last it is closed. */
  void leave() {
    if (--users == 0) {
      close();
    }
  }

  /** Whether there are users other than the caller. */
  boolean hasOtherUsers() {
    return users > 1;
  }

  /** Counts the exchange that begins: 1 for the first, 2 for the next. */
  int beginUse() {
    return ++uses;
  }

  /**
   * Waits until a stream may be opened and its request would be sent at once. The stream is kept
   * for the caller until {@link #exchange}, or {@link #giveUpStream}.
   */
  void reserveStream(Deadline deadline) throws IOException {
    while (isUsable() && (protocol.freeStreams() <= reserved || isBehind())) {
      room.await(deadline);
    }
    reserved++;
  }

  /** Whether a request would wait behind others that the server has not accepted yet. */
  private boolean isBehind() {
    boolean isBehind = isInWrite || said - sent + protocol.outputBytes() >= WRITE_BYTES;
    waitsForWriter |= isBehind;
    return isBehind;
  }

  void giveUpStream() {
    reserved--;
    room.signal();
  }

  /**
   * One exchange on a stream that was reserved.
   *
   * @param fields all of the request
   * @throws IOException if the connection was lost or the answer cannot be read
   */
  Received exchange(
      ExchangeProgress exchange, List<RequestField> fields, long largestBody, HttpLimits limits)
      throws IOException {
    var stream = new Http2Stream(exchange, limits, loop, arrivals.arrays());
    try {
      open(stream, exchange, fields, largestBody);
      sending.add(stream);
      send(stream, exchange);
      sending.remove(stream);
      receive(stream, exchange);
      return stream.received();
    } catch (DeadlineException e) {
      retireIfSilent(exchange);
      throw e;
    } finally {
      stream.breakOff();
      end(stream);
    }
  }

  private void open(
      Http2Stream stream, ExchangeProgress exchange, List<RequestField> fields, long largestBody)
      throws IOException {
    giveUpStream();
    if (!isUsable() || !protocol.mayOpen()) {
      throw exchange.failure(new HttpFailure.StaleConnection(Sign.UNPROCESSED));
    }
    HttpRequest request = exchange.request();
    exchange.enter(Phase.SEND);
    int id =
        protocol.request(
            request.method(),
            request.url().scheme(),
            request.url().hostAndPort(),
            RequestEncoder.checked(request.url().pathAndQuery()),
            fields,
            request.method() == HttpMethod.POST,
            largestBody);
    stream.open(id);
    streams.put(id, stream);
    flush();
  }

  /** Waits until the request has been sent; the server may answer, or refuse, before. */
  private void send(Http2Stream stream, ExchangeProgress exchange) {
    HttpRequest request = exchange.request();
    if (request.method() == HttpMethod.POST) {
      byte[] body = request.body();
      int from = protocol.sendData(stream.id(), body, 0, body.length);
      flush();
      while (from < body.length && !stream.isOver()) {
        stream.changed().await(exchange.nextWait());
        from += protocol.sendData(stream.id(), body, from, body.length);
        flush();
      }
    }
    long end = said;
    while (sent < end && !stream.isOver()) {
      stream.changed().await(exchange.nextWait());
    }
  }

  private void receive(Http2Stream stream, ExchangeProgress exchange) throws HttpException {
    var pace = new ReadThrottle(exchange);
    Deadline wait = exchange.enter(Phase.FIRST_BYTE);
    long seen = 0;
    while (true) {
      if (stream.wireBytes() > seen) {
        wait = seen == 0 ? exchange.enter(Phase.BETWEEN_BYTES) : exchange.nextWait();
        seen = stream.wireBytes();
        stream.showTap();
        if (stream.overflow()) {
          wait = exchange.nextWait();
        }
      }
      if (stream.isOver()) {
        pace.pay(stream.firstBytes());
        return;
      }
      if (exchange.end().hasPassed()) {
        throw new DeadlineException("the end of the answer");
      }
      int more = stream.moreWindow(protocol.receiveWindow(stream.id()));
      if (more > 0 && pace.isBounded()) {
        more = pace.await(more);
        wait = exchange.nextWait();
      }
      if (more > 0) {
        protocol.grant(stream.id(), more);
        flush();
      }
      if (stream.wireBytes() == seen && !stream.isOver()) {
        stream.changed().await(wait);
      }
    }
  }

  /** Retires the connection if the server has sent nothing since the exchange began. */
  private void retireIfSilent(ExchangeProgress exchange) {
    if (lastArrival - exchange.begin() < 0) {
      retire();
    }
  }

  private void end(Http2Stream stream) {
    sending.remove(stream);
    if (streams.remove(stream.id()) != null) {
      protocol.reset(stream.id(), ErrorCode.CANCEL);
      flush();
    }
    room.signalAll();
  }

  /** Opens no more streams; open streams continue. */
  private void retire() {
    retired = true;
    room.signalAll();
  }

  /** Closes the connection, with a GOAWAY to the server; all waits for it end. */
  void close() {
    protocol.goAway();
    lose(new ClosedChannelException());
  }

  // The reader.

  private boolean read() {
    try {
      converse();
    } catch (IOException e) {
      lose(e);
    } catch (CancelledException e) {
      lose(new ClosedChannelException());
      throw e;
    } catch (Throwable e) {
      lose(new IOException("the reader of the connection failed", e));
      throw e;
    }
    return true;
  }

  private void converse() throws IOException {
    int readsLeft = 0;
    while (lost == null) {
      ClientConnection.Event event = protocol.next();
      switch (event) {
        case NEED_INPUT -> {
          flush();
          if (readsLeft == 0) {
            channel.awaitReadable(Deadline.NEVER);
            readsLeft = READS_AT_ONCE;
          }
          int n = arrivals.read(channel, ReceiveBuffer.BYTES);
          readsLeft = arrivals.areFull() ? readsLeft - 1 : 0;
          lastArrival = loop.time().nanos();
          if (n < 0) {
            protocol.endOfInput();
          } else if (n > 0) {
            protocol.input(arrivals.bytes(), 0, n);
          }
        }
        case ROOM -> {
          room.signalAll();
          wakeSenders();
        }
        case FAILED ->
            throw switch (protocol.fault()) {
              case ConnectionFault.Broken(var rule) -> new Http2BrokenException(rule);
              case ConnectionFault.Ended _ -> new EOFException();
            };
        case HEAD, DATA, END, FAILED_STREAM -> tell(event);
      }
    }
  }

  private void tell(ClientConnection.Event event) {
    Http2Stream stream = streams.get(protocol.stream());
    if (stream == null) {
      return; // The fetcher has failed or was cancelled.
    }
    switch (event) {
      case HEAD -> stream.head(protocol);
      case DATA -> stream.data(protocol);
      case END -> stream.end(protocol);
      default -> stream.fail(protocol);
    }
    if (stream.isOver()) {
      streams.remove(stream.id());
      protocol.reset(stream.id(), ErrorCode.CANCEL); // If it has not ended by itself.
    }
  }

  private void wakeSenders() {
    sending.forEach(stream -> stream.changed().signalAll());
  }

  // The writer.

  /** Has all output sent. */
  private void flush() {
    if (protocol.outputBytes() > 0 && lost == null) {
      startWriter();
    }
  }

  private void startWriter() {
    if (!writing) {
      writing = true;
      said += protocol.outputBytes();
      ByteBuffer first = protocol.takeOutput();
      loop.spawn("HTTP/2 to " + channel.peer(), () -> write(first));
    }
  }

  private boolean write(ByteBuffer first) {
    try {
      ByteBuffer output = first;
      while (output.hasRemaining()) {
        for (int end = output.limit(); output.position() < end; ) {
          int from = output.position();
          output.limit(Math.min(from + WRITE_BYTES, end));
          isInWrite = true;
          channel.write(output, Deadline.after(loop.time(), writePatience));
          isInWrite = false;
          sent += output.position() - from;
          output.limit(end);
        }
        wakeSenders();
        said += protocol.outputBytes();
        output = protocol.takeOutput();
        if (waitsForWriter) {
          waitsForWriter = false;
          room.signalAll();
        }
      }
      writing = false;
      if (lost != null) {
        endOutput();
      }
    } catch (IOException e) {
      lose(e);
    } catch (DeadlineException e) {
      lose(new IOException("the server takes nothing", e));
    } finally {
      if (writing || lost != null) {
        lose(new ClosedChannelException()); // If it was cancelled.
        channel.close();
      }
    }
    return true;
  }

  /** Ends the connection; each of its streams gets the cause. */
  private void lose(IOException cause) {
    if (lost != null) {
      return;
    }
    lost = cause;
    var open = new ArrayList<>(streams.values());
    streams.clear();
    for (Http2Stream stream : open) {
      stream.lose(cause);
    }
    room.signalAll();
    boolean isOurs =
        cause instanceof Http2BrokenException || cause instanceof ClosedChannelException;
    if (isOurs && channel.isOpen() && (writing || protocol.outputBytes() > 0)) {
      loop.after(FAREWELL, channel::close);
      startWriter(); // Which closes the channel.
    } else {
      channel.close();
    }
  }

  /**
   * Ends the connection behind its last frame. A server that broke a rule may be in the middle of a
   * frame. Its further bytes are read and dropped for a moment: unread bytes would cause an RST,
   * and the server would lose the last frame.
   */
  private void endOutput() throws IOException {
    if (!(lost instanceof Http2BrokenException)) {
      return;
    }
    Deadline end = Deadline.after(loop.time(), FAREWELL);
    channel.shutdownOutput();
    for (int reads = 0;
        reads < READS_AT_ONCE && arrivals.read(channel, ReceiveBuffer.BYTES) >= 0;
        reads++) {
      channel.awaitReadable(end);
    }
  }
}
