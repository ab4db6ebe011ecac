package dev.arachne.http;

import dev.arachne.coding.ContentCoding;
import dev.arachne.coding.ContentDecoder;
import dev.arachne.coding.ContentDecoder.Ending;
import dev.arachne.coding.ContentDecoder.Outcome;
import dev.arachne.cookies.CookieJar;
import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.http.HttpRequest.Reuse;
import dev.arachne.network.Channel;
import dev.arachne.network.LocalShortageException;
import dev.arachne.network.LocalShortageException.Resource;
import dev.arachne.network.NameCache;
import dev.arachne.network.Resolver;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.Origin;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Fetches over HTTP/1.1. Confined to the loop on which it was made; {@link #fetch} waits as if it
 * blocked, and any number of coroutines may fetch at once. No server can make it wait beyond the
 * deadline, take more memory than the limits allow, or pass a cut body off as whole.
 *
 * <p>It follows no redirects and obeys no robots rules: whoever crawls decides.
 */
public final class HttpClient implements AutoCloseable {

  /** A selector lets go of closed sockets when it is next asked for ready ones. */
  private static final Duration UNTIL_CLOSED = Duration.ofMillis(5);

  private static final int REQUEST_TIMEOUT = 408;
  private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

  /** Bytes of a request that the timeout between two writes is for. */
  private static final int WRITE_BYTES = 64 << 10;

  /** Which use of a connection an exchange is, kept since others have the connection after it. */
  private record Use(InetSocketAddress peer, int number) {}

  private final EventLoop loop;
  private final HttpOptions options;
  private final ConnectionPool pool;
  private final Connector connector;
  private final ArrayDeque<RequestEncoder> idleEncoders = new ArrayDeque<>();
  private final ContentDecoder decoder;
  private final SlowLane lane = new SlowLane();
  private final Arrivals arrivals;
  private final @Nullable CookieJar cookies;

  /** To whom requests for plain http go; null if they go to their origin. */
  private final Proxy.@Nullable Http proxy;

  /** Where connections are read to that should have nothing to say. */
  private final ByteBuffer probe = ByteBuffer.allocateDirect(1);

  private boolean closed;

  /** A client of the calling coroutine's loop. */
  public HttpClient(HttpOptions options) {
    this.loop = EventLoop.current();
    this.options = options;
    this.pool =
        new ConnectionPool(
            loop, options.connectionsPerOrigin(), options.connections(), options.idleExpiry());
    Resolver resolver =
        options
            .resolver()
            .orElseGet(() -> new NameCache(Resolver.of(loop), NameCache.USUAL_LIFETIME));
    this.connector = new Connector(options, resolver);
    this.decoder = new ContentDecoder(options.limits().coding());
    this.arrivals = new Arrivals(loop);
    this.cookies = options.cookies().orElse(null);
    this.proxy = options.proxy().orElse(null) instanceof Proxy.Http http ? http : null;
  }

  /**
   * Asks and waits for the whole answer, whatever its status.
   *
   * @param deadline bounds all of it, beside the bounds of {@link Timeouts}
   * @throws HttpException if no answer came that could be read
   */
  public HttpResponse fetch(HttpRequest request, Deadline deadline) throws HttpException {
    assert loop.inLoop();
    var exchange = new Exchange(request, options.timeouts(), loop.time(), deadline);
    try {
      return attempt(exchange, request.reuse());
    } catch (HttpException e) {
      if (e.failure() instanceof HttpFailure.StaleConnection stale && exchange.mayBeResent(stale)) {
        return attempt(exchange, Reuse.FRESH_ONLY);
      }
      throw e;
    }
  }

  /**
   * The address to which a connection to {@code origin} is tried first; empty if there is none, or
   * a proxy looks after that. Waits for the name.
   */
  public Optional<InetAddress> address(Origin origin) {
    if (options.proxy().isPresent()) {
      return Optional.empty();
    }
    try {
      Deadline patience = loop.deadline(options.timeouts().of(Phase.NAME));
      return Optional.of(connector.addresses(origin, patience).getFirst());
    } catch (IOException | DeadlineException e) {
      return Optional.empty(); // Whoever fetches is told why.
    }
  }

  /** Closes all connections, those in use when their exchange ends. */
  @Override
  public void close() {
    closed = true;
    arrivals.detach();
    pool.close();
    decoder.close();
  }

  private HttpResponse attempt(Exchange exchange, Reuse reuse) throws HttpException {
    try {
      return converse(exchange, reuse);
    } catch (IOException | DeadlineException e) {
      throw exchange.failure(e);
    }
  }

  /** One exchange on one connection. */
  private HttpResponse converse(Exchange exchange, Reuse reuse) throws IOException {
    if (closed) {
      throw exchange.failure(new HttpFailure.ClientClosed());
    }
    HttpRequest request = exchange.request();
    Origin origin = request.url().origin();
    if (!options.ports().permits(origin)) {
      throw exchange.failure(new HttpFailure.PortRefused(origin.port()));
    }
    Connection connection = pool.acquire(origin, exchange.enter(Phase.QUEUE));
    var reception = new Reception(exchange, options.limits(), arrivals);
    Use used;
    try {
      if (closed) {
        throw new ClosedChannelException();
      }
      if (reuse == Reuse.FRESH_ONLY) {
        connection.drop();
      }
      prepare(connection, exchange);
      connection.beginUse();
      used = new Use(connection.channel().peer(), connection.uses());
      request.departs(used.peer());
      requireQuiet(connection, exchange);
      send(request, connection.channel(), exchange);
      reception.receive(connection.channel());
      if (connection.isKept() && reception.head().status() == REQUEST_TIMEOUT) {
        reception.discard();
        throw exchange.failure(new HttpFailure.StaleConnection(Sign.REQUEST_TIMEOUT));
      }
      if (isOfProxy(request) && reception.head().status() == PROXY_AUTHENTICATION_REQUIRED) {
        reception.discard();
        throw new ProxyException("status " + PROXY_AUTHENTICATION_REQUIRED);
      }
      if (reception.connectionIsReusable()) {
        connection.earnReuse();
      }
    } catch (IOException e) {
      throw connection.isKept() && reception.wireBytes() == 0 ? exchange.stale(e) : e;
    } finally {
      pool.release(connection);
    }
    return decoded(reception, used, exchange);
  }

  /** Whether a proxy answers the request itself, or for its origin. */
  private boolean isOfProxy(HttpRequest request) {
    return proxy != null && request.url().scheme().equals("http");
  }

  /** Opens a connection; if that needs room, idle connections make it. */
  private Channel connect(Origin origin, Exchange exchange) throws IOException {
    try {
      return connector.connect(origin, exchange);
    } catch (LocalShortageException e) {
      if (e.resource() != Resource.DESCRIPTORS || !pool.closeIdle()) {
        throw e;
      }
      EventLoop.sleep(UNTIL_CLOSED);
      return connector.connect(origin, exchange);
    }
  }

  /** Opens the connection, also in place of a kept one that has ended, and ends the turn. */
  private void prepare(Connection connection, Exchange exchange) throws IOException {
    boolean isKept = connection.isOpen();
    if (!isKept) {
      connection.open(connect(connection.origin(), exchange));
    }
    exchange.enter(
        Phase.EXCHANGE); // Neither the turn nor the departure counts for the phase before.
    // Requests of a turn leave one after the other (ADR 46): a server that sleeps is woken once.
    EventLoop.yieldNow();
    if (isKept && !connection.isQuiet(probe)) {
      connection.drop();
      connection.open(connect(connection.origin(), exchange));
      exchange.enter(Phase.EXCHANGE);
    }
  }

  /** What came before the first byte of the request is no answer to it (RFC 9112 9.2). */
  private void requireQuiet(Connection connection, Exchange exchange) throws IOException {
    int early = connection.peek(probe);
    if (early < 0) {
      throw new EOFException();
    }
    if (early > 0) {
      throw exchange.failure(new HttpFailure.StaleConnection(Sign.UNREQUESTED));
    }
  }

  private void send(HttpRequest request, Channel channel, Exchange exchange) throws IOException {
    exchange.enter(Phase.SEND);
    // Nearly always the same one: only a send that has to wait keeps its encoder from others.
    RequestEncoder encoder =
        idleEncoders.isEmpty()
            ? new RequestEncoder(options.commonFields(), proxy)
            : idleEncoders.pop();
    try {
      encoder.encode(request, cookiesFor(request));
      WireTap tap = request.tap();
      if (tap != null) {
        tap.begin();
        tap.sent(encoder.bytes(), 0, encoder.length());
      }
      for (int from = 0; from < encoder.length(); from += WRITE_BYTES) {
        int count = Math.min(WRITE_BYTES, encoder.length() - from);
        channel.write(ByteBuffer.wrap(encoder.bytes(), from, count), exchange.nextWait());
      }
    } finally {
      idleEncoders.push(encoder);
    }
  }

  private Optional<String> cookiesFor(HttpRequest request) {
    return cookies == null ? Optional.empty() : cookies.cookieFor(request.url(), loop.time().now());
  }

  private HttpResponse decoded(Reception reception, Use used, Exchange exchange)
      throws HttpException {
    ResponseHead head = reception.head();
    if (cookies != null) {
      cookies.store(exchange.request().url(), head.headers(), loop.time().now());
    }
    Body body = reception.body();
    Completeness completeness = reception.completeness();
    List<ContentCoding> codings = head.codings();
    if (!codings.isEmpty() && !(body.length() == 0 && reception.mayBeEmpty())) {
      byte[] coded = body.toArray();
      Outcome outcome = decode(codings, coded, ending(completeness), exchange);
      exchange.giveBack(coded.length);
      switch (outcome) {
        case Outcome.Decoded(byte[] whole) -> body = Body.of(whole);
        case Outcome.Unfinished(byte[] part) -> {
          body = Body.of(part);
          if (completeness instanceof Completeness.Whole) {
            completeness =
                Completeness.truncated(
                    part.length > exchange.request().most()
                        ? Completeness.Cause.NOT_ASKED_FOR
                        : Completeness.Cause.CODING_UNFINISHED);
          }
        }
        case Outcome.TooLarge(var limit, long bound) ->
            throw exchange.failure(new HttpFailure.TooLarge(Limit.of(limit), bound));
        case Outcome.Corrupt(ContentCoding coding) ->
            throw exchange.failure(new HttpFailure.WrongCoding(coding.token()));
      }
    }
    return new HttpResponse(
        exchange.request().url(),
        head.status(),
        head.reason(),
        head.headers(),
        body,
        completeness,
        exchange.timings(),
        used.peer(),
        reception.wireBytes(),
        used.number());
  }

  private static Ending ending(Completeness framing) {
    return switch (framing) {
      case Completeness.Whole _ -> Ending.COMPLETE;
      case Completeness.Truncated _ -> Ending.CUT;
    };
  }

  /**
   * Decodes a body, for which the exchange then holds the decoded bytes. How many they will be is
   * not known before. So memory is held for as many as there can be; where that is short, the body
   * is decoded as far as the decoder's own memory goes, which does for most, and once more, after a
   * wait, if it turns out to be too large.
   */
  private Outcome decode(
      List<ContentCoding> codings, byte[] coded, Ending ending, Exchange exchange) {
    if (exchange.request().isBounded()) {
      return decodeStart(codings, coded, ending, exchange);
    }
    long most = decoder.mostDecoded(coded.length);
    if (!exchange.mayHold(most)) {
      long few = Math.min(most, ContentDecoder.KEPT_BYTES);
      Outcome outcome;
      try (SlowLane.Work work = lane.enter(exchange.end())) { // One at a time has that memory.
        outcome = decoder.decode(codings, coded, ending, few, work::giveWay);
      }
      boolean isCutShort = few < most && outcome instanceof Outcome.TooLarge;
      if (!isCutShort && exchange.mayHold(outcome.bytes())) {
        return outcome;
      }
      exchange.hold(most);
    }
    try (SlowLane.Work work = lane.begin(exchange.end())) {
      Outcome outcome = decoder.decode(codings, coded, ending, decoder.limit(), work::giveWay);
      exchange.giveBack(most - outcome.bytes());
      return outcome;
    }
  }

  /** Decodes as much as the request has a use for. */
  private Outcome decodeStart(
      List<ContentCoding> codings, byte[] coded, Ending ending, Exchange exchange) {
    int most = exchange.request().most();
    int held = most + ContentDecoder.READ_BYTES;
    exchange.hold(held);
    try (SlowLane.Work work = lane.begin(exchange.end())) {
      Outcome outcome = decoder.decodeStart(codings, coded, ending, most, work::giveWay);
      exchange.giveBack(held - outcome.bytes());
      return outcome;
    }
  }
}
