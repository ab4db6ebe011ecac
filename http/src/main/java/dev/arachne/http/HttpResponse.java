package dev.arachne.http;

import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpVersion;
import dev.arachne.spool.StoredBody;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.ParsedUrl;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * What a server answered. The body may be the beginning of one only, or be left out: see {@code
 * completeness}.
 *
 * @param url what was asked for
 * @param status 200 to 999; 200 too where a 206 brought the rest of a stored body (RFC 9111 3.4)
 * @param reason the words after the status, often none
 * @param headers as sent; Content-Length and Content-Encoding describe the wire, not the body
 * @param content the body, with its content codings undone; {@link Body} says which threads may
 *     have it; empty if the body is stored
 * @param stored the body, with its content codings undone, if it was too large for memory ({@link
 *     HttpRequest#spooledBy})
 * @param completeness whether the body is all that the server meant to send
 * @param timings by phase
 * @param remote the address that answered, or the proxy's
 * @param wireBytes how many bytes came, head and framing included
 * @param connectionUse 1 for the first exchange on its connection, 2 for the next, and so on
 * @param version in which the answer came
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
   * A whole answer that did not come over the network: from an archive, a cache, a browser. It took
   * no time, and came from nowhere.
   *
   * @param body decoded; shared, not copied: nobody writes to it
   */
  public static HttpResponse of(CrawlUrl url, int status, Headers headers, byte[] body) {
    return new HttpResponse(
        url,
        status,
        "",
        headers,
        Body.of(body),
        Optional.empty(),
        Completeness.WHOLE,
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

  /** How many bytes the body has, as far as it came. */
  public long length() {
    return stored.isPresent() ? stored.get().length() : content.length();
  }

  /** Whether the body is all that the server meant to send. */
  public boolean isWhole() {
    return completeness instanceof Completeness.Whole;
  }

  /**
   * Where a redirect leads, which may be nowhere a crawler goes; empty for other answers, and where
   * the Location field is empty, which would lead to the same URL for ever.
   */
  public Optional<ParsedUrl> redirectTarget() {
    return redirectTarget(url, status, headers);
  }

  /** Where an answer with this head leads, as {@link #redirectTarget()}. */
  public static Optional<ParsedUrl> redirectTarget(CrawlUrl url, int status, Headers headers) {
    return switch (status) {
      case 301, 302, 303, 307, 308 ->
          headers.first("Location").filter(it -> !it.isBlank()).map(url::resolve);
      default -> Optional.empty();
    };
  }
}
