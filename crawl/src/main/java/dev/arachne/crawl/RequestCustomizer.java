package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;

/**
 * Changes the request for a page before it is sent: adds header fields, credentials, a condition.
 * Several work one after the other, in the order in which they were given.
 *
 * <pre>{@code
 * crawl.customize((request, lease) -> request.with("Accept-Language", "de"));
 * }</pre>
 *
 * @see Crawl#customize
 */
@FunctionalInterface
public interface RequestCustomizer {
  /**
   * The request to send in place of {@code request}, for the same URL. Called on a loop that
   * fetches, several at the same time with several loops; must not block. What it throws makes the
   * URL a failed one, and stops nothing else.
   *
   * @param request as it would be sent; the crawl's own callbacks on it stay
   * @param lease what it is for: the URL, where it was found, which attempt this is
   */
  HttpRequest customize(HttpRequest request, Lease lease);
}
