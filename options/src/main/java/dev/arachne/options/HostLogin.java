package dev.arachne.options;

import dev.arachne.url.CrawlUrl;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a crawl logs in at a server by a form. The fields are not shown by {@link #toString()}.
 * Immutable.
 *
 * @param page the page with the form; the login is for its server
 * @param fields the user's entries for the form, by the names of the form's fields
 * @param proves the condition which shows that the login has worked
 * @param expired which answers to other pages show that the session has ended
 */
public record HostLogin(CrawlUrl page, Map<String, String> fields, Proof proves, Expiry expired) {
  public HostLogin {
    fields = Map.copyOf(fields);
  }

  /**
   * The proof of a successful login in the response to the form, or in the page that it redirects
   * to.
   */
  public sealed interface Proof {
    /** An element that this CSS selector finds. */
    record Selector(String css) implements Proof {}

    /** The answer, or a redirect after it, sets this cookie. */
    record Cookie(String name) implements Proof {}

    /** The page is there: a place as {@link #isAt} has it. */
    record Place(String url) implements Proof {}

    /** The page has this text in its source. */
    record Text(String text) implements Proof {}
  }

  /**
   * An answer that shows the end of a session.
   *
   * @param url a redirect to this place, as {@link #isAt} has it, ends the session; empty if
   *     redirects do not show that
   * @param statuses it has one of these
   */
  public record Expiry(Optional<String> url, Set<Integer> statuses) {
    public Expiry {
      statuses = Set.copyOf(statuses);
    }
  }

  /** Whether a URL is at the login's server, be it by http or https. */
  public boolean isFor(CrawlUrl url) {
    return url.origin().server().equals(page.origin().server());
  }

  /**
   * Whether the fields may be sent to a URL: at the login's server, and by https if the login's
   * page or the one that leads there came so.
   *
   * @param from the page with the form, or the redirecting page
   */
  public boolean mayHaveFields(CrawlUrl from, CrawlUrl to) {
    boolean isOpen = page.scheme().equals("http") && from.scheme().equals("http");
    return isFor(to) && (isOpen || to.scheme().equals("https"));
  }

  /** Whether the session has ended, by an answer to a page. */
  public boolean hasEnded(int status, Optional<CrawlUrl> redirectTarget) {
    return expired.statuses().contains(status)
        || (expired.url().isPresent()
            && redirectTarget.filter(target -> isAt(target, expired.url().get())).isPresent());
  }

  /**
   * Whether a URL is at a place: a URL, or a path of the login's server with all below it; but
   * {@code /} is the start page alone, since all is below it.
   */
  public boolean isAt(CrawlUrl url, String place) {
    if (place.equals("/")) {
      return isFor(url) && url.path().equals("/");
    }
    String its = place.startsWith("/") ? url.pathAndQuery() : url.href();
    return (!place.startsWith("/") || isFor(url))
        && its.startsWith(place)
        && (its.length() == place.length()
            || place.endsWith("/")
            || "/?#".indexOf(its.charAt(place.length())) >= 0);
  }

  @Override
  public String toString() {
    return "login at " + page;
  }
}
