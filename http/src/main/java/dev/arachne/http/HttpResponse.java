package dev.arachne.http;

import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.spool.StoredBody;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * A response of a server. The body may be truncated or omitted: see {@code completeness}.
 *
 * @param url the requested URL
 * @param status 200 to 999; also 200 if a 206 had the rest of a stored body (RFC 9111 3.4)
 * @param reason the words after the status, often empty
 * @param headers as sent; Content-Length and Content-Encoding describe the wire, not the body
 * @param content the body, with its content codings undone; see {@link Body} for its threads; empty
 *     if the body is stored
 * @param stored the body, with its content codings undone, if it was too large for memory ({@link
 *     HttpRequest#spooledBy})
 * @param completeness whether the body is complete
 * @param timings by phase
 * @param remote the address that answered, or the proxy's
 * @param wireBytes the number of received bytes, head and framing included
 * @param connectionUse 1 for the first exchange on its connection, 2 for the next, and so on
 * @param version of the protocol of the response
 */
public record HttpResponse(
    CrawlUrl url,
    int status,
    String reason,
    Headers headers,
    Body content,
    Optional<StoredBody> stored,
    Completeness completeness,
    Timings timings,
    InetSocketAddress remote,
    long wireBytes,
    int connectionUse,
    HttpVersion version) {

  /**
   * A whole response that did not come over the network but from an archive, a cache or a browser.
   * Its timings are zero and it has no remote address.
   *
   * @param body decoded; shared, not copied: it must not change any more
   */
  public static HttpResponse of(CrawlUrl url, int status, Headers headers, byte[] body) {
    return new HttpResponse(
        url,
        status,
        "",
        headers,
        Body.of(body),
        Optional.empty(),
        Completeness.COMPLETE,
        new Timings(0, 0, 0, 0, 0, 0, 0),
        new InetSocketAddress(0),
        body.length,
        1,
        HttpVersion.HTTP_1_1);
  }

  /**
   * The body in an array of its own.
   *
   * @throws IllegalStateException as {@link Body#toArray}, and if the body is stored in a file
   */
  public byte[] body() {
    if (stored.isPresent()) {
      throw new IllegalStateException(
          "the body is too large for memory: %,d bytes in %s"
              .formatted(stored.get().length(), stored.get().file()));
    }
    return content.toArray();
  }

  /** The number of bytes of the body that were received. */
  public long length() {
    return stored.isPresent() ? stored.get().length() : content.length();
  }

  /** Whether the body is complete. */
  public boolean isComplete() {
    return completeness instanceof Completeness.Complete;
  }

  /**
   * The target of a redirect, which may be outside a crawler's schemes. Empty for other responses,
   * and for an empty Location field, which would redirect to the same URL indefinitely.
   */
  public Optional<ParsedUrl> redirectTarget() {
    return redirectTarget(url, status, headers);
  }

  /** The redirect target of a response with this head, as {@link #redirectTarget()}. */
  public static Optional<ParsedUrl> redirectTarget(CrawlUrl url, int status, Headers headers) {
    return switch (status) {
      case 301, 302, 303, 307, 308 ->
          headers.first("Location").filter(it -> !it.isBlank()).map(url::resolve);
      default -> Optional.empty();
    };
  }
}
