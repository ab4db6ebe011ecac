package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.items.PageDocument;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An answer with status 200, as a {@link PageHandler} gets it. Immutable, but for the body's array,
 * which nobody else uses any more.
 *
 * @param url what was asked for
 * @param via the page on which it was found; null for a root
 * @param depth links from a root to it
 * @param response the answer: headers, body, timings
 */
public record CrawledPage(CrawlUrl url, @Nullable CrawlUrl via, int depth, HttpResponse response) {

  /** The value of its Content-Type header; empty if it has none. */
  public Optional<String> contentType() {
    return response.headers().first("Content-Type");
  }

  /** The page as a tree, made anew for each call. */
  public PageDocument document() {
    return PageDocument.parse(response.body(), contentType().orElse(""), url);
  }
}
