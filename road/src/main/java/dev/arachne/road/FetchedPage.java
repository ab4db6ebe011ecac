package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * The answer for one URL. The array is shared, not copied, and must not be changed.
 *
 * @param url the requested URL
 * @param status of the answer; redirects are answers like any other
 * @param redirect where a redirect leads; empty for other answers
 * @param body all of it, content codings undone
 */
@SuppressWarnings("ArrayRecordComponent") // compared by the digest of the body
public record FetchedPage(CrawlUrl url, int status, Optional<CrawlUrl> redirect, byte[] body) {

  /** The page that an answer is, {@code location} being the header of that name. */
  static FetchedPage of(CrawlUrl url, int status, Optional<String> location, byte[] body) {
    Optional<CrawlUrl> redirect =
        switch (status) {
          case 301, 302, 303, 307, 308 ->
              location
                  .filter(to -> !to.isEmpty())
                  .map(url::resolve)
                  .map(to -> to instanceof CrawlUrl target ? target : null);
          default -> Optional.empty();
        };
    return new FetchedPage(url, status, redirect, body);
  }
}
