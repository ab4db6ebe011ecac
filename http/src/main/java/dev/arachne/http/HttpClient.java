package dev.arachne.http;

import dev.arachne.coding.CodingFault;
import dev.arachne.coding.CodingLimits;
import dev.arachne.coding.ContentCoding;
import dev.arachne.coding.ContentDecoder;
import dev.arachne.coding.ContentDecoder.Ending;
import dev.arachne.coding.ContentDecoder.Excess;
import dev.arachne.coding.ContentDecoder.Outcome;
import dev.arachne.cookies.CookieJar;
import dev.arachne.http.Connector.Offer;
import dev.arachne.http.HttpFailure.StaleConnection.Sign;
import dev.arachne.http.HttpRequest.Reuse;
import dev.arachne.network.Channel;
import dev.arachne.network.DnsCache;
import dev.arachne.network.Resolver;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.Limit;
import dev.arachne.protocol.RequestField;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.spool.DecodeResult;
import dev.arachne.spool.SpooledBody;
import dev.arachne.spool.StoredBody;
import dev.arachne.tls.TlsChannel;
import dev.arachne.url.Origin;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client that fetches over HTTP/1.1 and, as {@link Http2} selects, HTTP/2. Confined to the loop
 * on which it was made; {@link #fetch} waits as if it blocked, and any number of coroutines may
 * fetch at once. No server can make it wait beyond the deadline, take more memory than the limits
 * allow, or pass a cut body off as whole.
 *
 * <p>It does not follow redirects and does not apply robots rules: its caller decides.
 */
public final class HttpClient implements AutoCloseable {

  static final int REQUEST_TIMEOUT = 408;
  static final int PROXY_AUTHENTICATION_REQUIRED = 407;

  private static final byte[] NO_BYTES = {};

  /** Bytes of a request that the timeout between two writes is for. */
  private static final int WRITE_BYTES = 64 << 10;

  /** The bytes to which a body is decoded if there is no memory for its largest decoded size. */
  private static final long DECODED_AT_ONCE = 1 << 20;

  /** The data of one use of a connection, kept since others use the connection after it. */
  private record Use(InetSocketAddress peer, int number) {}

  /** The response that one use of a connection received. */
  private record Answer(Received received, Use used) {}

  private final EventLoop loop;
  private final HttpOptions options;
  private final ConnectionPool pool;
  private final Connector connector;
  private final Opener opener;
  private final ArrayDeque<RequestEncoder> idleEncoders = new ArrayDeque<>();
  private final ContentDecoder decoder;
  private final SlowLane lane = new SlowLane();
  private final Http1Origins http1Origins = new Http1Origins();
  private final ReceiveBuffer arrivals;
  private final @Nullable CookieJar cookies;
  private final @Nullable StoredAnswers answers;
  private final List<RequestField> commonFields;

  private boolean closed;

  /** A client of the calling coroutine's loop. */
  public HttpClient(HttpOptions options) {
    this.loop = EventLoop.current();
    this.options = options;
    this.pool =
        new ConnectionPool(
            loop, options.connectionsPerOrigin(), options.connections(), options.idleExpiry());
    Resolver resolver =
        options.resolver().orElseGet(() -> new DnsCache(Resolver.of(loop), DnsCache.DEFAULT_TTL));
    this.connector = new Connector(options, resolver);
    this.arrivals = new ReceiveBuffer(loop);
    this.decoder = new ContentDecoder(options.limits().coding(), arrivals.arrays());
    this.opener = new Opener(loop, options, pool, connector, arrivals);
    this.commonFields = options.commonFields();
    this.cookies = options.cookies().orElse(null);
    this.answers = options.answers().orElse(null);
  }

  /**
   * Sends a request and waits for the whole response, regardless of its status.
   *
   * @param deadline bounds all of it, in addition to the bounds of {@link Timeouts}
   * @throws HttpException if no readable response came
   */
  public HttpResponse fetch(HttpRequest request, Deadline deadline) throws HttpException {
    assert loop.inLoop();
    HttpRequest bounded = options.rate().map(request::noFasterThan).orElse(request);
    HttpRequest asked = answers == null ? bounded.goingOn() : bounded;
    var exchange = new ExchangeProgress(asked, options.timeouts(), loop.time(), deadline);
    try {
      return attempt(exchange, request.reuse());
    } catch (HttpException e) {
      if (e.failure() instanceof HttpFailure.NotResumed && request.spool() != null) {
        request.spool().discard();
      }
      if (e.failure() instanceof HttpFailure.StaleConnection(var sign)
          && sign == Sign.HTTP_1_1_REQUIRED) {
        http1Origins.add(request.url().origin());
      }
      if (e.failure() instanceof HttpFailure.StaleConnection stale && exchange.mayBeResent(stale)) {
        return attempt(
            exchange, stale.sign() == Sign.UNPROCESSED ? request.reuse() : Reuse.FRESH_ONLY);
      }
      throw e;
    }
  }

  /**
   * The address to which a connection to {@code origin} is tried first; empty if the host has no
   * address, if a proxy resolves it, or if answers are stored. Waits for the DNS lookup.
   */
  public Optional<InetAddress> address(Origin origin) {
    if (answers != null || !options.proxies().of(origin).isEmpty()) {
      return Optional.empty();
    }
    try {
      Deadline patience = loop.deadline(options.timeouts().of(Phase.DNS));
      return Optional.of(connector.addresses(origin, patience).getFirst());
    } catch (IOException | DeadlineException e) {
      return Optional.empty(); // The fetch gets the cause.
    }
  }

  /** The number of connections, or HTTP/2 streams, in use and idle; on the loop. */
  public int connections() {
    return pool.open();
  }

  /** The number of them that are idle. */
  public int idleConnections() {
    return pool.idle();
  }

  /** Bytes of arrays that wait for the next bodies. */
  int idleBytes() {
    return arrivals.arrays().idleBytes();
  }

  /** Closes all connections, those in use when their exchange ends. */
  @Override
  public void close() {
    closed = true;
    arrivals.release();
    pool.close();
    connector.close();
    decoder.close();
  }

  private HttpResponse attempt(ExchangeProgress exchange, Reuse reuse) throws HttpException {
    try {
      return converse(exchange, reuse);
    } catch (IOException | DeadlineException e) {
      throw exchange.failure(e);
    }
  }

  /** One exchange on one connection. */
  private HttpResponse converse(ExchangeProgress exchange, Reuse reuse) throws IOException {
    if (closed) {
      throw exchange.failure(new HttpFailure.ClientClosed());
    }
    HttpRequest request = exchange.request();
    if (answers != null) {
      return stored(answers, exchange);
    }
    Origin origin = request.url().origin();
    if (!options.ports().permits(origin)) {
      throw exchange.failure(new HttpFailure.PortRefused(origin.port()));
    }
    Answer answer;
    Connection connection = pool.acquire(origin, exchange.enter(Phase.QUEUE));
    try {
      if (closed) {
        throw new ClosedChannelException();
      }
      Offer offer = offer(request);
      if (reuse == Reuse.FRESH_ONLY || (offer == Offer.HTTP_1 && connection.http2() != null)) {
        connection.discard();
      }
      opener.prepare(connection, offer, reuse, exchange);
      Http2Connection http2 = connection.http2();
      answer =
          http2 == null
              ? onConnection(connection, exchange)
              : onStream(connection, http2, exchange);
    } finally {
      pool.release(connection);
    }
    return decoded(answer.received(), answer.used(), exchange);
  }

  /** The exchange with an answer that is stored. */
  private HttpResponse stored(StoredAnswers stored, ExchangeProgress exchange) throws IOException {
    HttpRequest request = exchange.request();
    if (request.method() != HttpMethod.GET) {
      throw StoredAnswerException.missing();
    }
    var reception = new ResponseReader(exchange, options.limits(), arrivals);
    exchange.enter(Phase.EXCHANGE);
    Use used;
    try (Channel answer = stored.open(request.url())) {
      used = new Use(answer.peer(), 1);
      request.notifySend(used.peer());
      exchange.enter(Phase.SEND);
      reception.receive(answer);
    }
    return decoded(reception.received(), used, exchange);
  }

  /** The protocols offered on a connection that is opened for this request. */
  private Offer offer(HttpRequest request) {
    boolean isSecure = request.url().scheme().equals("https");
    return switch (options.http2()) {
      case OFF -> Offer.HTTP_1;
      case AUTO -> isSecure && request.tap() == null ? either(request) : Offer.HTTP_1;
      case ALPN -> isSecure ? either(request) : Offer.HTTP_1;
      case PRIOR_KNOWLEDGE -> isOfProxy(request) ? Offer.HTTP_1 : Offer.HTTP_2;
    };
  }

  private Offer either(HttpRequest request) {
    return http1Origins.has(request.url().origin()) ? Offer.HTTP_1 : Offer.EITHER;
  }

  /** The exchange on a connection of HTTP/1.1, which it has exclusively. */
  private Answer onConnection(Connection connection, ExchangeProgress exchange) throws IOException {
    HttpRequest request = exchange.request();
    var reception = new ResponseReader(exchange, options.limits(), arrivals);
    connection.beginUse();
    var used = new Use(connection.peer(), connection.uses());
    try {
      request.notifySend(used.peer());
      requireQuiet(connection, exchange);
      send(request, connection, exchange);
      reception.receive(connection.channel());
      if (connection.isKept() && reception.head().status() == REQUEST_TIMEOUT) {
        reception.discard();
        throw exchange.failure(new HttpFailure.StaleConnection(Sign.REQUEST_TIMEOUT));
      }
      if (connection.proxy() != null
          && reception.head().status() == PROXY_AUTHENTICATION_REQUIRED) {
        reception.discard();
        throw new ProxyException("status " + PROXY_AUTHENTICATION_REQUIRED);
      }
      if (reception.connectionIsReusable()) {
        connection.earnReuse();
      }
    } catch (IOException e) {
      throw connection.isKept() && reception.wireBytes() == 0 ? exchange.stale(e) : e;
    }
    return new Answer(reception.received(), used);
  }

  /** The exchange on a stream of a connection of HTTP/2, on which others have streams, too. */
  private Answer onStream(Connection connection, Http2Connection http2, ExchangeProgress exchange)
      throws IOException {
    HttpRequest request = exchange.request();
    http2.reserveStream(exchange.enter(Phase.QUEUE));
    exchange.enter(Phase.EXCHANGE);
    connection.beginUse();
    var used = new Use(http2.peer(), connection.uses());
    List<RequestField> fields;
    try {
      request.notifySend(used.peer());
      fields = RequestEncoder.fields(commonFields, request, cookiesFor(request));
      showTap(request, fields);
    } catch (Throwable e) {
      http2.giveUpStream();
      throw e;
    }
    long largestBody = BodyBounds.ofResponse(request, options.limits()).bodyBytes();
    try {
      return new Answer(http2.exchange(exchange, fields, largestBody, options.limits()), used);
    } catch (HttpException | Http2BrokenException e) {
      throw e;
    } catch (IOException e) {
      throw connection.isKept() ? exchange.stale(e) : e; // No frame has come on the stream.
    }
  }

  /** A tap sees the request as HTTP/1.1 would have it. */
  private static void showTap(HttpRequest request, List<RequestField> fields) {
    WireTap tap = request.tap();
    if (tap == null) {
      return;
    }
    var text = new StringBuilder(request.method().name());
    text.append(' ').append(request.url().pathAndQuery()).append(" HTTP/2\r\n");
    text.append("Host: ").append(request.url().hostAndPort()).append("\r\n");
    for (RequestField field : fields) {
      text.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    byte[] head = text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    tap.begin();
    tap.sent(head, 0, head.length);
    tap.sent(request.body(), 0, request.body().length);
  }

  /** Whether a proxy answers the request itself, or for its origin. */
  private boolean isOfProxy(HttpRequest request) {
    return request.url().scheme().equals("http")
        && options.proxies().of(request.url().origin()).stream()
            .anyMatch(Proxy.Http.class::isInstance);
  }

  /**
   * Bytes that came before the first byte of the request are not a response to it (RFC 9112 9.2).
   */
  private void requireQuiet(Connection connection, ExchangeProgress exchange) throws IOException {
    int early = opener.peek(connection);
    if (early < 0) {
      throw new EOFException();
    }
    if (early > 0) {
      throw exchange.failure(new HttpFailure.StaleConnection(Sign.UNREQUESTED));
    }
  }

  private void send(HttpRequest request, Connection connection, ExchangeProgress exchange)
      throws IOException {
    exchange.enter(Phase.SEND);
    // Nearly always the same one: only a send that waits reserves its encoder.
    RequestEncoder encoder =
        idleEncoders.isEmpty() ? new RequestEncoder(commonFields) : idleEncoders.pop();
    try {
      encoder.encode(request, cookiesFor(request), connection.proxy());
      WireTap tap = request.tap();
      if (tap != null) {
        tap.begin();
        if (connection.channel() instanceof TlsChannel tls) {
          tls.agreement().ifPresent(tap::secured);
        }
        tap.sent(encoder.bytes(), 0, encoder.length());
      }
      for (int from = 0; from < encoder.length(); from += WRITE_BYTES) {
        int count = Math.min(WRITE_BYTES, encoder.length() - from);
        connection
            .channel()
            .write(ByteBuffer.wrap(encoder.bytes(), from, count), exchange.nextWait());
      }
    } finally {
      idleEncoders.push(encoder);
    }
  }

  private Optional<String> cookiesFor(HttpRequest request) {
    return cookies == null ? Optional.empty() : cookies.cookieFor(request.url(), loop.time().now());
  }

  private HttpResponse decoded(Received received, Use used, ExchangeProgress exchange)
      throws HttpException {
    ResponseHead head = received.head();
    if (cookies != null) {
      cookies.store(exchange.request().url(), head.headers(), loop.time().now());
    }
    Overflow overflow = received.overflow();
    Optional<SpooledBody> spooled = overflow.spooled();
    if (spooled.isPresent()) {
      return stored(spooled.get(), received, used, exchange);
    }
    Body body = received.body();
    Completeness completeness = received.completeness();
    List<ContentCoding> codings = overflow.isUsed() ? List.of() : head.codings();
    if (!codings.isEmpty() && !(body.length() == 0 && received.mayBeEmpty())) {
      body.stay();
      Outcome outcome = decode(codings, body, ending(completeness), overflow, exchange);
      exchange.giveBack(body.room());
      if (outcome instanceof Outcome.TooLarge(var kind, var _)
          && kind == CodingLimits.Kind.DECODED_BYTES
          && overflow.takes()) {
        return stored(overflow.take(body.toArray()), received, used, exchange);
      }
      body.discard();
      switch (outcome) {
        case Outcome.Decoded(byte[] array, int length) ->
            body = Body.lent(arrivals.arrays(), array, length);
        case Outcome.Unfinished(byte[] array, int length) -> {
          body = Body.lent(arrivals.arrays(), array, length);
          if (completeness instanceof Completeness.Complete) {
            completeness =
                Completeness.truncated(
                    length > mostDecoded(exchange.request())
                        ? Completeness.Cause.NOT_ASKED_FOR
                        : Completeness.Cause.CODING_UNFINISHED);
          }
        }
        case Outcome.TooLarge(var limit, long bound) ->
            throw exchange.failure(new HttpFailure.TooLarge(Limit.of(limit), bound));
        case Outcome.Corrupt(ContentCoding coding) ->
            throw exchange.failure(new HttpFailure.DecodingFailed(coding.token()));
      }
    }
    return response(
        overflow.wholeHead(head), body, Optional.empty(), completeness, received, used, exchange);
  }

  /** The response whose body is in its file; the file is decoded off the loop. */
  private HttpResponse stored(
      SpooledBody file, Received received, Use used, ExchangeProgress exchange)
      throws HttpException {
    Overflow.WholeHead head = received.overflow().wholeHead(received.head());
    CodingLimits limits = options.limits().coding();
    Completeness framing = received.completeness();
    SpooledBody.Extent extent =
        framing instanceof Completeness.Complete
            ? SpooledBody.Extent.WHOLE
            : SpooledBody.Extent.PART;
    DecodeResult unpacked =
        exchange.untimed(() -> file.unpack(head.codings(), limits, exchange.callers(), extent));
    return switch (unpacked) {
      case DecodeResult.Whole(StoredBody stored) ->
          response(head, Body.of(NO_BYTES), Optional.of(stored), framing, received, used, exchange);
      case DecodeResult.Part(StoredBody part) -> {
        boolean isKept = extent == SpooledBody.Extent.PART || exchange.request().keepsPart();
        if (!isKept) {
          file.discard();
        }
        Completeness cut =
            extent == SpooledBody.Extent.PART
                ? framing
                : Completeness.truncated(Completeness.Cause.CODING_UNFINISHED);
        yield response(
            head,
            Body.of(NO_BYTES),
            isKept ? Optional.of(part) : Optional.empty(),
            cut,
            received,
            used,
            exchange);
      }
      case DecodeResult.Faulty(CodingFault.TooLarge(var limit, long bound)) ->
          throw exchange.failure(new HttpFailure.TooLarge(Limit.of(limit), bound));
      case DecodeResult.Faulty(CodingFault.Unfinished _) ->
          throw new IllegalStateException("a part of " + file.url() + " is no fault");
      case DecodeResult.Faulty(CodingFault.Corrupt(ContentCoding coding)) ->
          throw exchange.failure(new HttpFailure.DecodingFailed(coding.token()));
    };
  }

  private static HttpResponse response(
      Overflow.WholeHead head,
      Body body,
      Optional<StoredBody> stored,
      Completeness completeness,
      Received received,
      Use used,
      ExchangeProgress exchange) {
    return new HttpResponse(
        exchange.request().url(),
        head.status(),
        received.head().reason(),
        head.headers(),
        body,
        stored,
        completeness,
        exchange.timings(),
        used.peer(),
        received.wireBytes(),
        used.number(),
        received.head().version());
  }

  /** The number of decoded bytes that a request asks for. */
  private long mostDecoded(HttpRequest request) {
    return request.isCutAtLimits() ? Math.min(request.most(), decoder.limit()) : request.most();
  }

  private static Ending ending(Completeness framing) {
    return framing instanceof Completeness.Complete ? Ending.COMPLETE : Ending.CUT;
  }

  /**
   * Decodes a body; the exchange then holds the decoded bytes. Their number is not known before, so
   * memory is held for the largest possible size. If memory is short, the body is decoded as far as
   * the decoder's own memory allows, which is enough for most. A body that turns out to be larger
   * is decoded again after a wait.
   */
  private Outcome decode(
      List<ContentCoding> codings,
      Body coded,
      Ending ending,
      Overflow overflow,
      ExchangeProgress exchange) {
    if (exchange.request().isBounded()) {
      return decodeStart(codings, coded, ending, exchange);
    }
    long most = decoder.mostDecoded(coded.length());
    if (!exchange.mayHold(most)) {
      long few = Math.min(most, DECODED_AT_ONCE);
      Outcome outcome;
      try (SlowLane.Work work = lane.enter(exchange.end())) { // One at a time has that memory.
        outcome = decode(codings, coded, ending, few, Excess.REFUSED, work);
      }
      boolean isCutShort = few < most && outcome instanceof Outcome.TooLarge;
      if (!isCutShort && exchange.mayHold(outcome.room())) {
        return outcome;
      }
      exchange.hold(most);
    }
    try (SlowLane.Work work = lane.begin(exchange.end())) {
      boolean isCut = exchange.request().isCutAtLimits() && !overflow.takes();
      Excess excess = isCut ? Excess.LEFT_OUT : Excess.REFUSED;
      Outcome outcome = decode(codings, coded, ending, decoder.limit(), excess, work);
      exchange.settle(most, outcome.room());
      return outcome;
    }
  }

  /** Decodes only the part that the request wants. */
  private Outcome decodeStart(
      List<ContentCoding> codings, Body coded, Ending ending, ExchangeProgress exchange) {
    int most = exchange.request().most();
    int held = most + ContentDecoder.READ_BYTES;
    exchange.hold(held);
    try (SlowLane.Work work = lane.begin(exchange.end())) {
      Outcome outcome = decode(codings, coded, ending, most, Excess.LEFT_OUT, work);
      exchange.settle(held, outcome.room());
      return outcome;
    }
  }

  private Outcome decode(
      List<ContentCoding> codings,
      Body coded,
      Ending ending,
      long most,
      Excess excess,
      SlowLane.Work work) {
    return coded.read((bytes, from, to) ->
        decoder.decode(codings, bytes, from, to, ending, most, excess, work::giveWay));
  }
}
