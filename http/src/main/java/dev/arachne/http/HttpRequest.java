package dev.arachne.http;

import dev.arachne.url.CrawlUrl;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What to ask a server for. Immutable; each method returns a changed copy.
 *
 * <p>Fields are sent in their order, after those of {@link HttpOptions}, and take the place of such
 * a one of the same name. Host and the length of a body are written by the client.
 */
public final class HttpRequest {

  private static final byte[] NO_BODY = {};

  private final HttpMethod method;
  private final CrawlUrl url;
  private final List<RequestField> fields;
  private final byte[] body;
  private final @Nullable WireTap tap;
  private final @Nullable Consumer<InetSocketAddress> departure;
  private final ByteBudget.@Nullable Share share;

  private HttpRequest(
      HttpMethod method,
      CrawlUrl url,
      List<RequestField> fields,
      byte[] body,
      @Nullable WireTap tap,
      @Nullable Consumer<InetSocketAddress> departure,
      ByteBudget.@Nullable Share share) {
    this.method = method;
    this.url = url;
    this.fields = fields;
    this.body = body;
    this.tap = tap;
    this.departure = departure;
    this.share = share;
  }

  /** Asks for what is at this URL. */
  public static HttpRequest get(CrawlUrl url) {
    return new HttpRequest(HttpMethod.GET, url, List.of(), NO_BODY, null, null, null);
  }

  /** Asks for the head of what is at this URL. */
  public static HttpRequest head(CrawlUrl url) {
    return new HttpRequest(HttpMethod.HEAD, url, List.of(), NO_BODY, null, null, null);
  }

  /** Hands this URL a body, which is shared, not copied: nobody writes to it. */
  public static HttpRequest post(CrawlUrl url, String mediaType, byte[] body) {
    var type = List.of(new RequestField("Content-Type", mediaType));
    return new HttpRequest(HttpMethod.POST, url, type, body, null, null, null);
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
    return new HttpRequest(method, url, List.copyOf(more), body, tap, departure, share);
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
    return new HttpRequest(method, url, fields, body, tap, departure, share);
  }

  /**
   * With one who is told the server's address, or the proxy's, just before the first byte goes
   * there; again if the request is repeated because a kept connection turned out to be dead. It is
   * called by the coroutine that fetches, which it may let wait: no time of the exchange but the
   * whole goes by then.
   */
  public HttpRequest whenSent(Consumer<InetSocketAddress> departure) {
    return new HttpRequest(method, url, fields, body, tap, departure, share);
  }

  /**
   * With a share that holds the bytes of the body from their arrival on, received and decoded; the
   * caller gives them back. While there is no room for more of it, nothing is read, and no time of
   * the exchange goes by.
   */
  public HttpRequest heldBy(ByteBudget.Share share) {
    return new HttpRequest(method, url, fields, body, tap, departure, share);
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

  ByteBudget.@Nullable Share share() {
    return share;
  }

  @Nullable WireTap tap() {
    return tap;
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
