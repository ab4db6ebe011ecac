package dev.arachne.http;

import dev.arachne.http.ConnectionPool.Reuse;
import dev.arachne.runtime.Channel;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.LocalShortageException;
import dev.arachne.runtime.LocalShortageException.Resource;
import dev.arachne.runtime.Resolver;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
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

  private final EventLoop loop;
  private final HttpOptions options;
  private final ConnectionPool pool;
  private final Connector connector;
  private final ArrayDeque<RequestEncoder> idleEncoders = new ArrayDeque<>();
  private final ContentDecoder decoder;
  private final Arrivals arrivals;
  private final @Nullable CookieJar cookies;
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
            .orElseGet(() -> new NameCache(loop.resolver(), NameCache.USUAL_LIFETIME));
    this.connector = new Connector(options, resolver);
    this.decoder = new ContentDecoder(options.limits());
    this.arrivals = new Arrivals(loop);
    this.cookies = options.cookies().orElse(null);
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
    Reuse reuse = request.method().isSafe() ? Reuse.ALLOWED : Reuse.FRESH_ONLY;
    try {
      HttpResponse response = attempt(exchange, reuse);
      return response != null ? response : again(exchange);
    } catch (IOException | DeadlineException e) {
      throw exchange.failure(e);
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

  /** One exchange on one connection; null where that was a kept one that turned out to be dead. */
  private @Nullable HttpResponse attempt(Exchange exchange, Reuse reuse) throws IOException {
    if (closed) {
      throw exchange.failure(new HttpFailure.ClientClosed());
    }
    HttpRequest request = exchange.request();
    Connection connection =
        pool.acquire(request.url().origin(), reuse, exchange.enter(Phase.QUEUE));
    var reception = new Reception(exchange, options.limits(), arrivals);
    try {
      connection.beginUse();
      if (!connection.isOpen()) {
        connection.open(connect(connection.origin(), exchange));
      }
      send(request, connection.channel(), exchange);
      reception.receive(connection.channel());
      if (reception.connectionIsReusable()) {
        connection.earnReuse();
      }
    } catch (IOException e) {
      // A server may close a kept connection just when it is used again (RFC 9112 9.3.1).
      if (connection.uses() > 1 && reception.wireBytes() == 0) {
        return null;
      }
      throw e;
    } finally {
      pool.release(connection);
    }
    return decoded(reception, connection, exchange);
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

  private HttpResponse again(Exchange exchange) throws IOException {
    HttpResponse response = attempt(exchange, Reuse.FRESH_ONLY);
    if (response == null) {
      throw new IllegalStateException("a fresh connection counts as a kept one");
    }
    return response;
  }

  private void send(HttpRequest request, Channel channel, Exchange exchange) throws IOException {
    // Requests of a turn leave one after the other (ADR 46): a server that sleeps is woken once.
    EventLoop.yieldNow();
    request.departs(channel.peer());
    Deadline deadline = exchange.enter(Phase.SEND);
    // Nearly always the same one: only a send that has to wait keeps its encoder from others.
    RequestEncoder encoder =
        idleEncoders.isEmpty() ? new RequestEncoder(options.commonFields()) : idleEncoders.pop();
    try {
      encoder.encode(request, cookiesFor(request));
      WireTap tap = request.tap();
      if (tap != null) {
        tap.begin();
        tap.sent(encoder.bytes(), 0, encoder.length());
      }
      channel.write(ByteBuffer.wrap(encoder.bytes(), 0, encoder.length()), deadline);
    } finally {
      idleEncoders.push(encoder);
    }
  }

  private Optional<String> cookiesFor(HttpRequest request) {
    return cookies == null ? Optional.empty() : cookies.cookieFor(request.url(), loop.time().now());
  }

  private HttpResponse decoded(Reception reception, Connection connection, Exchange exchange)
      throws HttpException {
    ResponseHead head = reception.head();
    if (cookies != null) {
      cookies.store(exchange.request().url(), head.headers(), loop.time().now());
    }
    Body body = reception.body();
    Completeness completeness = reception.completeness();
    List<ContentCoding> codings = ContentCoding.of(head.headers());
    if (!codings.isEmpty() && !(body.length() == 0 && reception.mayBeEmpty())) {
      byte[] coded = body.toArray();
      ContentDecoder.Outcome outcome = decode(codings, coded, completeness, exchange);
      exchange.giveBack(coded.length);
      switch (outcome) {
        case ContentDecoder.Outcome.Decoded(byte[] whole) -> body = Body.of(whole);
        case ContentDecoder.Outcome.Unfinished(byte[] part) -> {
          body = Body.of(part);
          if (completeness instanceof Completeness.Whole) {
            completeness = Completeness.truncated(Completeness.Cause.CODING_UNFINISHED);
          }
        }
        case ContentDecoder.Outcome.Failed(HttpFailure failure) -> throw exchange.failure(failure);
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
        connection.channel().peer(),
        reception.wireBytes(),
        connection.uses());
  }

  /**
   * Decodes a body, for which the exchange then holds the decoded bytes. How many they will be is
   * not known before. So memory is held for as many as there can be; where that is short, the body
   * is decoded as far as the decoder's own memory goes, which does for most, and once more, after a
   * wait, if it turns out to be too large.
   */
  private ContentDecoder.Outcome decode(
      List<ContentCoding> codings, byte[] coded, Completeness framing, Exchange exchange) {
    long most = decoder.mostDecoded(coded.length);
    if (!exchange.mayHold(most)) {
      long few = ContentDecoder.KEPT_BYTES;
      ContentDecoder.Outcome outcome =
          few < most
              ? decoder.decode(codings, coded, framing, few)
              : decoder.decode(codings, coded, framing);
      boolean isCutShort =
          few < most && outcome instanceof ContentDecoder.Outcome.Failed(HttpFailure.TooLarge _);
      if (!isCutShort && exchange.mayHold(outcome.bytes())) {
        return outcome;
      }
      exchange.hold(most);
    }
    ContentDecoder.Outcome outcome = decoder.decode(codings, coded, framing);
    exchange.giveBack(most - outcome.bytes());
    return outcome;
  }
}
