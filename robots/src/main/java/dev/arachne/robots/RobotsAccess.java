package dev.arachne.robots;

import java.time.Duration;

/**
 * What asking a site for its robots.txt came to, and the rules that follow from it (RFC 9309
 * 2.3.1). Immutable. The asking, with its redirects, is the caller's.
 *
 * <p>Of an answer with a redirect at least {@link #MAX_REDIRECTS} hops are followed, to other hosts
 * too; the rules are those of the origin that was asked first (2.3.1.2).
 */
public sealed interface RobotsAccess {

  /** How many redirects in a row a crawler follows at least. */
  int MAX_REDIRECTS = 5;

  /** How long an answer may be used before the site is asked again (2.4). */
  Duration MAX_AGE = Duration.ofHours(24);

  /** The rules to follow until the site is asked again. */
  RobotsRules rules();

  /** The file was there: its rules hold. */
  record Fetched(RobotsRules rules) implements RobotsAccess {}

  /** The site says that there is no such file: everything is allowed. */
  record Unavailable(RobotsRules rules) implements RobotsAccess {
    private static Unavailable because(String why) {
      return new Unavailable(RobotsRules.allowAll(why));
    }
  }

  /**
   * The site cannot say now: everything is disallowed until it can. Ask again soon; an older answer
   * may be used meanwhile, even beyond {@link #MAX_AGE}.
   */
  record Unreachable(RobotsRules rules) implements RobotsAccess {
    private static Unreachable because(String why) {
      return new Unreachable(RobotsRules.disallowAll(why));
    }
  }

  /**
   * The site has answered.
   *
   * @param status of the last answer, after redirects: 2xx rules, 4xx no file, all else not
   *     reachable. So is 429: RFC 9309 would permit to go on, but a site that cannot serve one
   *     small file more has asked for a rest.
   * @param body decoded; looked at for 2xx only
   */
  static RobotsAccess ofStatus(int status, byte[] body) {
    if (status == 429) {
      return Unreachable.because("robots.txt was refused: too many requests (429)");
    }
    return switch (status / 100) {
      case 2 -> new Fetched(RobotsRules.parse(body));
      case 4 -> Unavailable.because("there is no robots.txt (" + status + ")");
      default -> Unreachable.because("robots.txt is not reachable (" + status + ")");
    };
  }

  /** The site redirects on after {@link #MAX_REDIRECTS} hops or more (2.3.1.2). */
  static RobotsAccess tooManyRedirects() {
    return Unavailable.because("robots.txt redirects too often");
  }

  /**
   * The site has not answered.
   *
   * @param why for people, such as {@code connection refused}
   */
  static RobotsAccess failed(String why) {
    return Unreachable.because("robots.txt is not reachable: " + why);
  }
}
