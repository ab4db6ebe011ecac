package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpRequest;

/**
 * Changes the request for a page before it is sent: adds header fields, credentials, a condition.
 * Several customizers are called one after the other, in the order in which they were added.
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
   * Returns the request to send in place of {@code request}, for the same URL. Called on a loop
   * that fetches, on several loops at the same time if there are several; must not block. The URL
   * fails if it throws an exception; other URLs are not affected.
   *
   * @param request as it would be sent; the crawl's own callbacks on it are kept
   * @param lease the reason for the request: the URL, where it was found, the number of the attempt
   */
  HttpRequest customize(HttpRequest request, Lease lease);
}
