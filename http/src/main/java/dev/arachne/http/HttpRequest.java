package dev.arachne.http;

import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.spool.PartialBody;
import dev.arachne.spool.SpooledBody;
import dev.arachne.spool.StreamedBody;
import dev.arachne.url.CrawlUrl;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request to a server. Immutable; each method returns a changed copy.
 *
 * <p>Fields are sent in their order, after those of {@link HttpOptions}, and replace a field of the
 * same name. Host and the length of a body are written by the client.
 */
public final class HttpRequest {

  private static final byte[] NO_BODY = {};

  /** Whether a request may use a connection that carried others before. */
  enum Reuse {
    ALLOWED,
    FRESH_ONLY
  }

  private final HttpMethod method;
  private CrawlUrl url;
  private final byte[] body;
  private List<RequestField> fields;
  private @Nullable WireTap tap;
  private @Nullable Consumer<InetSocketAddress> departure;
  private Predicate<HttpFailure.StaleConnection> resend = _ -> true;
  private ByteBudget.@Nullable Share share;
  private Reuse reuse;
  private int most = Integer.MAX_VALUE;
  private long largest = Long.MAX_VALUE;
  private boolean isCutAtLargest;
  private boolean isCutAtLimits;
  private @Nullable SpooledBody spool;
  private boolean keepsPart;
  private @Nullable StreamedBody stream;
  private Predicate<ResponseHead> streamed = _ -> false;
  private boolean goesOn;
  private List<ByteRate> rates = List.of();

  private HttpRequest(HttpMethod method, CrawlUrl url, List<RequestField> fields, byte[] body) {
    this.method = method;
    this.url = url;
    this.fields = fields;
    this.body = body;
    this.reuse = method.isSafe() ? Reuse.ALLOWED : Reuse.FRESH_ONLY;
  }

  private HttpRequest(HttpRequest other) {
    method = other.method;
    url = other.url;
    body = other.body;
    fields = other.fields;
    tap = other.tap;
    departure = other.departure;
    resend = other.resend;
    share = other.share;
    reuse = other.reuse;
    most = other.most;
    largest = other.largest;
    isCutAtLargest = other.isCutAtLargest;
    isCutAtLimits = other.isCutAtLimits;
    spool = other.spool;
    keepsPart = other.keepsPart;
    stream = other.stream;
    streamed = other.streamed;
    goesOn = other.goesOn;
    rates = other.rates;
  }

  /** A GET request for a URL. */
  public static HttpRequest get(CrawlUrl url) {
    return new HttpRequest(HttpMethod.GET, url, List.of(), NO_BODY);
  }

  /** A HEAD request for a URL. */
  public static HttpRequest head(CrawlUrl url) {
    return new HttpRequest(HttpMethod.HEAD, url, List.of(), NO_BODY);
  }

  /** A POST request with a body, which is shared, not copied: it must not change any more. */
  public static HttpRequest post(CrawlUrl url, String mediaType, byte[] body) {
    var type = List.of(new RequestField("Content-Type", mediaType));
    return new HttpRequest(HttpMethod.POST, url, type, body);
  }

  /**
   * Adds a field.
   *
   * @throws IllegalArgumentException if it is not one line, or the client writes this field itself
   */
  public HttpRequest with(String name, String value) {
    if (name.equalsIgnoreCase("Host")
        || name.equalsIgnoreCase("Content-Length")
        || name.equalsIgnoreCase("Transfer-Encoding")
        || name.equalsIgnoreCase("Connection")) {
      throw new IllegalArgumentException(name + " is written by the client");
    }
    var more = new ArrayList<>(fields);
    more.add(new RequestField(name, value));
    var copy = new HttpRequest(this);
    copy.fields = List.copyOf(more);
    return copy;
  }

  /**
   * The same request for another URL, body and fields included: after a redirect with status 307 or
   * 308.
   */
  public HttpRequest at(CrawlUrl other) {
    var copy = new HttpRequest(this);
    copy.url = other;
    return copy;
  }

  /**
   * Makes the request conditional: only if the entity tag differs, quotes included (RFC 9110
   * 13.1.2).
   */
  public HttpRequest ifNoneMatch(String entityTag) {
    return with("If-None-Match", entityTag);
  }

  /** Makes the request conditional: only if changed since the server's Last-Modified date. */
  public HttpRequest ifModifiedSince(String httpDate) {
    return with("If-Modified-Since", httpDate);
  }

  /** Requests only these bytes, the last included, counted from 0 (RFC 9110 14.1.2). */
  public HttpRequest range(long first, long last) {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("no range: " + first + " to " + last);
    }
    // A range of coded bytes could not be decoded.
    return with("Range", "bytes=" + first + "-" + last).with("Accept-Encoding", "identity");
  }

  /** Sets the credentials of a user (RFC 7617, in UTF-8). */
  public HttpRequest basicAuthorization(String user, String password) {
    return with("Authorization", basic(user, password));
  }

  /** Sets a tap on the bytes of the exchange. */
  public HttpRequest withTap(WireTap tap) {
    var copy = new HttpRequest(this);
    copy.tap = tap;
    return copy;
  }

  /**
   * Registers a callback that gets the address of the server, or of the proxy. It runs just before
   * the first byte of the request is written, and before each resend. It runs on the fetching
   * coroutine and may wait; only the time of the whole exchange runs meanwhile. If the connection
   * ends while it waits, no request is written, and the exchange continues as after {@link
   * HttpFailure.StaleConnection}.
   */
  public HttpRequest onSend(Consumer<InetSocketAddress> departure) {
    var copy = new HttpRequest(this);
    copy.departure = departure;
    return copy;
  }

  /**
   * Registers a decision whether the request is sent again after {@link
   * HttpFailure.StaleConnection}. It runs on the fetching coroutine, which holds no connection by
   * then, and may wait; only the time of the caller's deadline runs meanwhile. If it is true, the
   * request is sent once more, on a new connection; if not, the exchange fails with that failure.
   * Without it, the request is sent again at once.
   */
  public HttpRequest resentIf(Predicate<HttpFailure.StaleConnection> decision) {
    var copy = new HttpRequest(this);
    copy.resend = decision;
    return copy;
  }

  /** Sends the request at most once: the caller handles {@link HttpFailure.StaleConnection}. */
  public HttpRequest sentOnce() {
    return resentIf(_ -> false);
  }

  /** Sends the request on a new connection, as every POST. */
  public HttpRequest onNewConnection() {
    var copy = new HttpRequest(this);
    copy.reuse = Reuse.FRESH_ONLY;
    return copy;
  }

  /**
   * Sets a share that holds the bytes of the body from their arrival on, received and decoded; the
   * caller releases them. While the share has no room, reading stops and the exchange's time does
   * not run.
   */
  public HttpRequest heldBy(ByteBudget.Share share) {
    var copy = new HttpRequest(this);
    copy.share = share;
    return copy;
  }

  /**
   * Accepts only the beginning of a long body: about {@code bytes} bytes are received and as many
   * decoded. The response is truncated by {@link Completeness.Cause#NOT_ASKED_FOR}. The limits on
   * bodies do not apply to the rest.
   *
   * @param bytes at least 1
   */
  public HttpRequest upTo(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("no bytes");
    }
    var copy = new HttpRequest(this);
    copy.most = bytes;
    return copy;
  }

  /**
   * Skips a body that is larger than this on the wire. Reception stops when its size is known, at
   * the head if that announces it. The response then has no body and is {@link
   * Completeness.TooLarge}.
   *
   * @param bytes 0 or more; {@link Long#MAX_VALUE} means unbounded
   */
  public HttpRequest ifNoLargerThan(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size must not be negative");
    }
    var copy = new HttpRequest(this);
    copy.largest = bytes;
    copy.isCutAtLargest = false;
    return copy;
  }

  /**
   * Accepts the first {@code bytes} bytes of a body that is larger on the wire: the response is
   * then truncated by {@link Completeness.Cause#TOO_LARGE}.
   *
   * @param bytes 0 or more; {@link Long#MAX_VALUE} means unbounded
   */
  public HttpRequest cutAt(long bytes) {
    HttpRequest copy = ifNoLargerThan(bytes);
    copy.isCutAtLargest = true;
    return copy;
  }

  /**
   * Accepts the beginning of a body that is larger than the limits: the part within the limits is
   * received and decoded. The response is truncated by {@link Completeness.Cause#NOT_ASKED_FOR}.
   * Without this such a body is {@link HttpFailure.TooLarge}.
   */
  public HttpRequest cutAtLimits() {
    var copy = new HttpRequest(this);
    copy.isCutAtLimits = true;
    return copy;
  }

  /**
   * Sets a file for a body that is too large for memory; it is then {@link HttpResponse#stored}. If
   * an earlier attempt left a part in it, only the rest is requested (RFC 9110 14.2), on condition
   * that the body is unchanged. A response that does not continue the part is {@link
   * HttpFailure.NotResumed}. Limits on bodies do not apply to the file.
   *
   * @param body for this request alone; the caller closes it
   */
  public HttpRequest spooledBy(SpooledBody body) {
    var copy = new HttpRequest(this);
    copy.spool = body;
    return copy;
  }

  /**
   * Returns the part of a body in its file if the body ends early, for any cause: it is {@link
   * HttpResponse#stored}, and the response is truncated. Without this the part is kept for a later
   * attempt.
   */
  public HttpRequest keepingPart() {
    var copy = new HttpRequest(this);
    copy.keepsPart = true;
    return copy;
  }

  /**
   * Sets a stream to which the body is written as it comes, its codings undone. The response then
   * has no body; it is truncated unless the whole body was written. Limits on bodies do not apply
   * to it.
   *
   * @param body for this request alone; the caller closes it
   * @param wanted selects the responses whose body is streamed; other bodies are in memory
   */
  public HttpRequest streamedBy(StreamedBody body, Predicate<ResponseHead> wanted) {
    var copy = new HttpRequest(this);
    copy.stream = body;
    copy.streamed = wanted;
    return copy;
  }

  /**
   * Limits the response to this rate, in addition to the rates that it was given before; the
   * exchange's time does not run during these waits.
   */
  public HttpRequest noFasterThan(ByteRate rate) {
    var more = new ArrayList<>(rates);
    more.add(rate);
    var copy = new HttpRequest(this);
    copy.rates = List.copyOf(more);
    return copy;
  }

  /**
   * The request for the rest of a body of which an earlier attempt left a part; this request if
   * there is no part.
   */
  HttpRequest goingOn() {
    if (spool == null || goesOn || method != HttpMethod.GET || has("Range")) {
      return this;
    }
    PartialBody partial = spool.partial().orElse(null);
    if (partial == null) {
      return this;
    }
    HttpRequest range = with("Range", "bytes=" + partial.next() + "-");
    HttpRequest rest =
        partial.validator().isEmpty() ? range : range.with("If-Range", partial.validator());
    rest.goesOn = true;
    return rest;
  }

  private boolean has(String name) {
    return fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
  }

  static String basic(String user, String password) {
    byte[] pair = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  /** The method. */
  public HttpMethod method() {
    return method;
  }

  /** The URL. */
  public CrawlUrl url() {
    return url;
  }

  /** The fields of this request alone, in order. */
  public List<RequestField> fields() {
    return fields;
  }

  byte[] body() {
    return body;
  }

  /** The number of bytes of the body that are asked for. */
  int most() {
    return most;
  }

  /** Whether the beginning of a body is accepted. */
  boolean isBounded() {
    return most < Integer.MAX_VALUE;
  }

  /** The size of the largest body that is received. */
  long largest() {
    return largest;
  }

  /** Whether the beginning of a body larger than that is accepted. */
  boolean isCutAtLargest() {
    return isCutAtLargest;
  }

  /** Whether the beginning of a body larger than the limits is accepted. */
  boolean isCutAtLimits() {
    return isCutAtLimits;
  }

  /** The file of a body that is too large for memory; null without one. */
  @Nullable SpooledBody spool() {
    return spool;
  }

  /** Whether the stored part of a body in its file is accepted. */
  boolean keepsPart() {
    return keepsPart;
  }

  /** The stream of the body of a response with this head; null without one. */
  @Nullable StreamedBody stream(ResponseHead head) {
    return stream != null && streamed.test(head) ? stream : null;
  }

  /** Whether a body may go to a file or a stream. */
  boolean goesElsewhere() {
    return spool != null || stream != null;
  }

  /** Whether it requests the rest of a body of which a part is stored. */
  boolean goesOn() {
    return goesOn;
  }

  /** The rate limits of the response. */
  List<ByteRate> rates() {
    return rates;
  }

  ByteBudget.@Nullable Share share() {
    return share;
  }

  @Nullable WireTap tap() {
    return tap;
  }

  Reuse reuse() {
    return reuse;
  }

  /** Whether the request is to be sent again; may wait. */
  boolean mayBeResent(HttpFailure.StaleConnection stale) {
    return resend.test(stale);
  }

  /** Called before the request is sent. */
  void notifySend(InetSocketAddress to) {
    if (departure != null) {
      departure.accept(to);
    }
  }

  @Override
  public String toString() {
    return method + " " + url;
  }
}
