package dev.arachne.crawl;

import dev.arachne.cookies.CookieJar;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.http.HttpResponse;
import dev.arachne.url.CrawlUrl;
import java.util.List;

/**
 * What a site has answered about who asks. Immutable.
 *
 * @param setCookies the values of Set-Cookie fields
 * @param challenges the values of WWW-Authenticate fields, if it asks for a user
 * @param leadsToItself whether the answer is a redirect to the URL that was asked for
 * @param endsSession whether it shows that the session of a login has ended
 */
record SiteReply(
    List<String> setCookies, List<String> challenges, boolean leadsToItself, boolean endsSession) {
  /** Nothing. */
  static final SiteReply NONE = new SiteReply(List.of(), List.of(), false, false);

  SiteReply {
    setCookies = List.copyOf(setCookies);
    challenges = List.copyOf(challenges);
  }

  /** That of an attempt. */
  static SiteReply of(CrawlUrl asked, Introduction who, FetchOutcome outcome) {
    if (outcome instanceof FetchOutcome.Answered answered) {
      HttpResponse response = answered.response();
      return of(asked, response).ending(who.hasEnded(response));
    }
    return outcome instanceof FetchOutcome.Cut cut ? of(asked, cut.response()) : NONE;
  }

  private SiteReply ending(boolean session) {
    return session ? new SiteReply(setCookies, challenges, leadsToItself, true) : this;
  }

  /** That of an answer. */
  static SiteReply of(CrawlUrl asked, HttpResponse response) {
    List<String> setCookies = CookieJar.setCookies(response.headers());
    List<String> challenges =
        response.status() == Standing.UNAUTHORIZED
            ? Standing.challenges(response.headers())
            : List.of();
    boolean leadsToItself = response.redirectTarget().filter(asked::equals).isPresent();
    return setCookies.isEmpty() && challenges.isEmpty() && !leadsToItself
        ? NONE
        : new SiteReply(setCookies, challenges, leadsToItself, false);
  }
}
