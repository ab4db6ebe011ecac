package dev.arachne.robots;

import java.time.Duration;

/**
 * The outcome of a request for a site's robots.txt, and the rules that follow from it (RFC 9309
 * 2.3.1). Immutable. The request, with its redirects, is the caller's.
 *
 * <p>Of an answer with a redirect at least {@link #MAX_REDIRECTS} hops are followed, to other hosts
 * too; the rules are those of the origin of the first request (2.3.1.2).
 */
public sealed interface RobotsAccess {

  /** The redirects in a row that a crawler follows at least. */
  int MAX_REDIRECTS = 5;

  /** The time for which an answer may be used before the next request (2.4). */
  Duration MAX_AGE = Duration.ofHours(24);

  /** The rules to follow until the next request. */
  RobotsRules rules();

  /** The file exists: its rules are in force. */
  record Fetched(RobotsRules rules) implements RobotsAccess {}

  /** The site has no such file: everything is allowed. */
  record Unavailable(RobotsRules rules) implements RobotsAccess {
    private static Unavailable because(String why) {
      return new Unavailable(RobotsRules.allowAll(why));
    }
  }

  /**
   * The file is not available now: everything is disallowed until it is. Request it again soon; an
   * older answer may be used meanwhile, even beyond {@link #MAX_AGE}.
   *
   * @param why for people, such as {@code status 503}
   */
  record Unreachable(String why, RobotsRules rules) implements RobotsAccess {
    private static Unreachable because(String why) {
      return new Unreachable(why, RobotsRules.disallowAll("robots.txt unreachable: " + why));
    }
  }

  /**
   * The access that follows from an answer of the site.
   *
   * @param status of the last answer, after redirects: 2xx rules, 4xx no file, all else not
   *     reachable. So is 429: RFC 9309 would permit to continue, but a site that cannot serve one
   *     more small file needs a rest.
   * @param body decoded; looked at for 2xx only
   */
  static RobotsAccess ofStatus(int status, byte[] body) {
    if (status == 429) {
      return Unreachable.because("status 429");
    }
    return switch (status / 100) {
      case 2 -> new Fetched(RobotsRules.parse(body));
      case 4 -> Unavailable.because("there is no robots.txt (" + status + ")");
      default -> Unreachable.because("status " + status);
    };
  }

  /**
   * The access of a site that still redirects after {@link #MAX_REDIRECTS} hops or more (2.3.1.2).
   */
  static RobotsAccess tooManyRedirects() {
    return Unavailable.because("robots.txt redirects too often");
  }

  /**
   * The access of a site that has not answered.
   *
   * @param why for people, such as {@code connection refused}
   */
  static RobotsAccess failed(String why) {
    return Unreachable.because(why);
  }
}
