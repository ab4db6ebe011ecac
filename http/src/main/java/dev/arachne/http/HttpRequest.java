package dev.arachne.http;

import dev.arachne.protocol.HttpMethod;
import dev.arachne.protocol.RequestField;
import dev.arachne.protocol.ResponseHead;
import dev.arachne.spool.Partial;
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
 * What to ask a server for. Immutable; each method returns a changed copy.
 *
 * <p>Fields are sent in their order, after those of {@link HttpOptions}, and take the place of such
 * a one of the same name. Host and the length of a body are written by the client.
 */
public final class HttpRequest {

  private static final byte[] NO_BODY = {};

  /** Whether a request may go on a connection that carried others before. */
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

  /** Asks for what is at this URL. */
  public static HttpRequest get(CrawlUrl url) {
    return new HttpRequest(HttpMethod.GET, url, List.of(), NO_BODY);
  }

  /** Asks for the head of what is at this URL. */
  public static HttpRequest head(CrawlUrl url) {
    return new HttpRequest(HttpMethod.HEAD, url, List.of(), NO_BODY);
  }

  /** Hands this URL a body, which is shared, not copied: nobody writes to it. */
  public static HttpRequest post(CrawlUrl url, String mediaType, byte[] body) {
    var type = List.of(new RequestField("Content-Type", mediaType));
    return new HttpRequest(HttpMethod.POST, url, type, body);
  }

  /**
   * Another field.
   *
   * @throws IllegalArgumentException if it is not one line, or one that the client writes itself
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
   * The same for another URL, body and fields included: after a redirect with status 307 or 308.
   */
  public HttpRequest at(CrawlUrl other) {
    var copy = new HttpRequest(this);
    copy.url = other;
    return copy;
  }

  /** Only if what is there has another entity tag, quotes included (RFC 9110 13.1.2). */
  public HttpRequest ifNoneMatch(String entityTag) {
    return with("If-None-Match", entityTag);
  }

  /** Only if it has changed since the date that the server gave as Last-Modified. */
  public HttpRequest ifModifiedSince(String httpDate) {
    return with("If-Modified-Since", httpDate);
  }

  /** Only these bytes, the last included, counted from 0 (RFC 9110 14.1.2). */
  public HttpRequest range(long first, long last) {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("no range: " + first + " to " + last);
    }
    // A range of coded bytes could not be decoded.
    return with("Range", "bytes=" + first + "-" + last).with("Accept-Encoding", "identity");
  }

  /** In the name of this user (RFC 7617, in UTF-8). */
  public HttpRequest basicAuthorization(String user, String password) {
    return with("Authorization", basic(user, password));
  }

  /** With this tap on the bytes of the exchange. */
  public HttpRequest tappedBy(WireTap tap) {
    var copy = new HttpRequest(this);
    copy.tap = tap;
    return copy;
  }

  /**
   * Registers a callback that gets the address of the server, or of the proxy, just before the
   * first byte of the request is written, and again before it is sent again. It runs on the
   * fetching coroutine and may wait; only the time of the whole exchange goes by then. If the
   * connection ends while it waits, nothing is written, and the exchange goes on as after {@link
   * HttpFailure.StaleConnection}.
   */
  public HttpRequest whenSent(Consumer<InetSocketAddress> departure) {
    var copy = new HttpRequest(this);
    copy.departure = departure;
    return copy;
  }

  /**
   * Registers a decision whether the request is sent again after {@link
   * HttpFailure.StaleConnection}. It runs on the fetching coroutine, which holds no connection by
   * then, and may wait; only the time of the caller's deadline goes by. If it is true, the request
   * is sent once more, on a new connection; if not, the exchange fails with what it was given.
   * Without it, the request is sent again at once.
   */
  public HttpRequest resentIf(Predicate<HttpFailure.StaleConnection> decision) {
    var copy = new HttpRequest(this);
    copy.resend = decision;
    return copy;
  }

  /** Sent at most once: {@link HttpFailure.StaleConnection} is the caller's to handle. */
  public HttpRequest sentOnce() {
    return resentIf(_ -> false);
  }

  /** Sent on a connection that carried no request before, as every POST is. */
  public HttpRequest onNewConnection() {
    var copy = new HttpRequest(this);
    copy.reuse = Reuse.FRESH_ONLY;
    return copy;
  }

  /**
   * With a share that holds the bytes of the body from their arrival on, received and decoded; the
   * caller gives them back. While there is no room for more of it, nothing is read, and no time of
   * the exchange goes by.
   */
  public HttpRequest heldBy(ByteBudget.Share share) {
    var copy = new HttpRequest(this);
    copy.share = share;
    return copy;
  }

  /**
   * With as much of the body as is of use: of a longer one about {@code bytes} bytes are received,
   * and as many decoded, and the response is truncated by {@link Completeness.Cause#NOT_ASKED_FOR}.
   * The limits on bodies do not apply to the rest.
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
   * If the body is no larger than this as it comes over the wire: of a larger one nothing more is
   * received once that is known, which is by the head if it says so, and the response has no body
   * and is {@link Completeness.TooLarge}.
   *
   * @param bytes 0 or more; {@link Long#MAX_VALUE} is no bound
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
   * With the first {@code bytes} bytes of a body that is larger as it comes over the wire: the
   * response is truncated by {@link Completeness.Cause#TOO_LARGE} then.
   *
   * @param bytes 0 or more; {@link Long#MAX_VALUE} is no bound
   */
  public HttpRequest cutAt(long bytes) {
    HttpRequest copy = ifNoLargerThan(bytes);
    copy.isCutAtLargest = true;
    return copy;
  }

  /**
   * With the beginning of a body that is larger than the limits allow: as much as they do is
   * received and decoded, and the response is truncated by {@link
   * Completeness.Cause#NOT_ASKED_FOR}. Without this such a body is {@link HttpFailure.TooLarge}.
   */
  public HttpRequest cutAtLimits() {
    var copy = new HttpRequest(this);
    copy.isCutAtLimits = true;
    return copy;
  }

  /**
   * With a file for a body that is too large for memory, which is {@link HttpResponse#stored} then.
   * If an earlier attempt has left a part of it there, only the rest is asked for (RFC 9110 14.2),
   * on condition that the body is still the same; an answer that does not go on with it is {@link
   * HttpFailure.NotResumed}. Limits on bodies do not apply to what goes there.
   *
   * @param body for this request alone; the caller closes it
   */
  public HttpRequest spooledBy(SpooledBody body) {
    var copy = new HttpRequest(this);
    copy.spool = body;
    return copy;
  }

  /**
   * With the part of a body that is in its file and ends early, for whatever cause: it is {@link
   * HttpResponse#stored}, and the response truncated. Without this it is left for a later attempt.
   */
  public HttpRequest keepingPart() {
    var copy = new HttpRequest(this);
    copy.keepsPart = true;
    return copy;
  }

  /**
   * With a body that is written as it comes, its codings undone. The response has none then;
   * whether it is truncated says whether all of it was written. Limits on bodies do not apply to
   * it.
   *
   * @param body for this request alone; the caller closes it
   * @param wanted which answers have a body for it; the body of another one is in memory
   */
  public HttpRequest streamedBy(StreamedBody body, Predicate<ResponseHead> wanted) {
    var copy = new HttpRequest(this);
    copy.stream = body;
    copy.streamed = wanted;
    return copy;
  }

  /**
   * With an answer that comes no faster than this rate, and those that it was given before; what it
   * waits for that is no time of the exchange.
   */
  public HttpRequest noFasterThan(ByteRate rate) {
    var more = new ArrayList<>(rates);
    more.add(rate);
    var copy = new HttpRequest(this);
    copy.rates = List.copyOf(more);
    return copy;
  }

  /** The request for the rest of what an earlier attempt has left; itself if that is nothing. */
  HttpRequest goingOn() {
    if (spool == null || goesOn || method != HttpMethod.GET || has("Range")) {
      return this;
    }
    Partial partial = spool.partial().orElse(null);
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

  /** What is asked for. */
  public HttpMethod method() {
    return method;
  }

  /** Where it is asked for. */
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

  /** How much of the body is of use. */
  int most() {
    return most;
  }

  /** Whether the beginning of a body may be of use. */
  boolean isBounded() {
    return most < Integer.MAX_VALUE;
  }

  /** How large a body is received. */
  long largest() {
    return largest;
  }

  /** Whether the beginning is of use of a body that is larger than that. */
  boolean isCutAtLargest() {
    return isCutAtLargest;
  }

  /** Whether the beginning is of use of a body that is larger than the limits allow. */
  boolean isCutAtLimits() {
    return isCutAtLimits;
  }

  /** Where a body goes that is too large for memory; null if it goes nowhere. */
  @Nullable SpooledBody spool() {
    return spool;
  }

  /** Whether the part is of use that is there of a body in its file. */
  boolean keepsPart() {
    return keepsPart;
  }

  /** Where the body of such an answer is written as it comes; null if it is not. */
  @Nullable StreamedBody stream(ResponseHead head) {
    return stream != null && streamed.test(head) ? stream : null;
  }

  /** Whether a body may go somewhere else than to memory. */
  boolean goesElsewhere() {
    return spool != null || stream != null;
  }

  /** Whether the rest of a body is asked for, of which a part is there. */
  boolean goesOn() {
    return goesOn;
  }

  /** How fast the answer may come. */
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

  /** The request goes out. */
  void departs(InetSocketAddress to) {
    if (departure != null) {
      departure.accept(to);
    }
  }

  @Override
  public String toString() {
    return method + " " + url;
  }
}
