package dev.arachne.crawl;

import dev.arachne.cookies.CookieJar;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.http.HttpResponse;
import dev.arachne.url.CrawlUrl;
import java.util.List;

/**
 * The parts of a site's answer that are about identity and session. Immutable.
 *
 * @param setCookies the values of Set-Cookie fields
 * @param challenges the values of WWW-Authenticate fields, if it has a challenge
 * @param leadsToItself whether the answer is a redirect to the requested URL
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

  /** Returns the reply in the outcome of an attempt. */
  static SiteReply of(CrawlUrl asked, RequestIdentity who, FetchOutcome outcome) {
    if (outcome instanceof FetchOutcome.Answered answered) {
      HttpResponse response = answered.response();
      return of(asked, response).ending(who.hasEnded(response));
    }
    return outcome instanceof FetchOutcome.Cut cut ? of(asked, cut.response()) : NONE;
  }

  private SiteReply ending(boolean session) {
    return session ? new SiteReply(setCookies, challenges, leadsToItself, true) : this;
  }

  /** Returns the reply in an answer. */
  static SiteReply of(CrawlUrl asked, HttpResponse response) {
    List<String> setCookies = CookieJar.setCookies(response.headers());
    List<String> challenges =
        response.status() == AuthState.UNAUTHORIZED
            ? AuthState.challenges(response.headers())
            : List.of();
    boolean leadsToItself = response.redirectTarget().filter(asked::equals).isPresent();
    return setCookies.isEmpty() && challenges.isEmpty() && !leadsToItself
        ? NONE
        : new SiteReply(setCookies, challenges, leadsToItself, false);
  }
}
