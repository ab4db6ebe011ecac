package dev.arachne.replay;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Answers a browser that has this as its proxy: each page as it was, without rewriting.
 * Thread-safe.
 */
final class ProxyMode {
  /**
   * Fields that speak of a connection, or have the browser keep to more than the archive can: other
   * servers, https alone, reports, and answers of another time.
   */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "transfer-encoding",
          "trailer",
          "te",
          "upgrade",
          "content-length",
          "cache-control",
          "expires",
          "alt-svc",
          "strict-transport-security",
          "public-key-pins",
          "expect-ct",
          "report-to",
          "reporting-endpoints",
          "nel",
          "memento-datetime");

  private final Mementos mementos;
  private final Instant time;

  /**
   * Answers of an archive.
   *
   * @param time as of which pages are shown, unless a request has another
   */
  ProxyMode(Mementos mementos, Instant time) {
    this.mementos = mementos;
    this.time = time;
  }

  Reply answer(String url, Request request) throws IOException {
    if (!request.method().equals("GET") && !request.isHead()) {
      return OwnPages.failure(
          405, "An archive answers GET and HEAD only", request.method() + " " + url);
    }
    Optional<Instant> asked = HttpDate.parse(request.field("Accept-Datetime"));
    Optional<StoredAnswer> found = mementos.nearest(url, asked.orElse(time));
    if (found.isEmpty()) {
      boolean isKnown = CrawlUrl.parse(url) instanceof CrawlUrl && !mementos.all(url).isEmpty();
      return OwnPages.missing(url, isKnown);
    }
    StoredAnswer answer = found.get();
    List<Header> headers = new ArrayList<>();
    for (Header header : answer.headers()) {
      if (!LEFT_OUT.contains(header.name().toLowerCase(Locale.ROOT))) {
        headers.add(header);
      }
    }
    headers.add(new Header("Memento-Datetime", HttpDate.text(answer.capture().time())));
    headers.add(new Header("Link", MementoLinks.original(answer.capture().url())));
    headers.add(new Header("Vary", "accept-datetime"));
    return new Reply(answer.status(), headers, new ClosingStream(answer.coded(), answer), -1);
  }
}
