package dev.arachne.crawl;

import dev.arachne.http.HttpResponse;
import dev.arachne.options.HostLogin;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * A login that a request relies on. Immutable.
 *
 * @param login how the login was made
 * @param number of the login at its server, from 1
 * @param isRepeat whether the page was requested before, in a session that had ended
 */
record LoginSession(HostLogin login, int number, boolean isRepeat) {
  /** Whether an answer shows that the session has ended. */
  boolean hasEnded(HttpResponse response) {
    Optional<CrawlUrl> target =
        response
            .redirectTarget()
            .flatMap(its -> its instanceof CrawlUrl url ? Optional.of(url) : Optional.empty());
    return login.hasEnded(response.status(), target);
  }
}
