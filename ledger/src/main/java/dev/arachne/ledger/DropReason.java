package dev.arachne.ledger;

/** Why a URL was given up for good. */
public enum DropReason {
  /** Its host belongs to no root. */
  OTHER_HOST('h', Kind.SKIPPED, "outside the hosts of the crawl"),
  /** An exclude pattern was found in it. */
  EXCLUDED('x', Kind.SKIPPED, "excluded by pattern"),
  /** No include pattern was found in it. */
  NOT_INCLUDED('n', Kind.SKIPPED, "not included by pattern"),
  /** It is on a host of the crawl, and outside of its scope. */
  OUT_OF_SCOPE('v', Kind.SKIPPED, "outside the scope of the crawl"),
  /** It is outside the scope of a crawl that fetches what pages need from anywhere. */
  NOT_REQUISITE('y', Kind.SKIPPED, "outside the scope of the crawl, and needed by no page"),
  /** It is further from the roots than the crawl goes. */
  TOO_DEEP('d', Kind.SKIPPED, "beyond --depth"),
  /** As many pages below a path of its host were asked for as the crawl may. */
  BUDGET('c', Kind.SKIPPED, "beyond the budget of its path"),
  /** Many URLs look like it, whose pages say what others say. */
  TRAP('w', Kind.SKIPPED, "one of many that bring nothing new"),
  /** It differs from a URL that was fetched in parameters that change nothing. */
  SAME_PAGE('i', Kind.SKIPPED, "the same page as another URL"),
  /** Robots rules disallow it. */
  ROBOTS('r', Kind.SKIPPED, "disallowed by robots.txt"),
  /** Its site does not want it used for what the crawl is for. */
  PURPOSE('e', Kind.SKIPPED, "declined for the purpose of the crawl"),
  /** It is the target of one redirect more than the crawl follows. */
  TOO_MANY_REDIRECTS('l', Kind.SKIPPED, "too many redirects"),
  /** Its body is larger than the crawl wants it. */
  TOO_LARGE('s', Kind.SKIPPED, "larger than the crawl takes"),
  /** Its site's robots.txt could not be had, in every attempt. */
  ROBOTS_UNREACHABLE('u', Kind.FAILED, "robots rules unknown"),
  /** It is a redirect to something that is no URL a crawler goes to. */
  BAD_REDIRECT('b', Kind.FAILED, "redirect to an invalid URL"),
  /** Its host asks for a login, which has failed or does not last. */
  LOGIN('g', Kind.FAILED, "not logged in"),
  /** The network, or the server's way of answering, failed in every attempt. */
  FETCH('f', Kind.FAILED, "could not be fetched"),
  /** The crawl's answers come from an archive, and none is of it. */
  NOT_ARCHIVED('a', Kind.SKIPPED, "not in the archive"),
  /** A sitemap was looked for in its usual place, which no robots.txt and no page names. */
  NO_SITEMAP('m', Kind.SKIPPED, "no sitemap in the usual place"),
  /** Its host answers so, status 200, for pages that are not there. */
  SOFT_404('o', Kind.SKIPPED, "soft 404"),
  /** It was found in a script, as were others of its host, none of which was there. */
  GUESS('j', Kind.SKIPPED, "guessed from a script; similar guesses do not exist"),
  /** It was asked for to see how its host answers for pages that are not there. */
  PROBE('q', Kind.SKIPPED, "probe for a missing page"),
  /** It has more links than are read of one page; the first ones are followed. */
  LINKS_CUT('k', Kind.FAILED, "fetched, but some of its links were dropped"),
  /** Reading what was fetched failed: a mistake of ours, or of a handler. */
  PROCESSING('p', Kind.FAILED, "fetched, but could not be processed");

  /** Whether a URL was left on purpose or lost. */
  public enum Kind {
    /** A rule of the crawl or the site said so. */
    SKIPPED,
    /** It was wanted and could not be had. */
    FAILED
  }

  private final char code;
  private final Kind kind;
  private final String text;

  DropReason(char code, Kind kind, String text) {
    this.code = code;
    this.kind = kind;
    this.text = text;
  }

  /**
   * Whether the reason lies in the way by which the URL was found, so that another way may not have
   * it: links from the roots, redirects in a row, the kind of the link.
   */
  public boolean dependsOnWay() {
    return this == TOO_DEEP || this == TOO_MANY_REDIRECTS || this == NOT_REQUISITE;
  }

  /** The letter that stands for the reason on disk, whatever becomes of its name. */
  char code() {
    return code;
  }

  /** The reason that a letter stands for. */
  static DropReason ofCode(int code) {
    for (DropReason reason : values()) {
      if (reason.code == code) {
        return reason;
      }
    }
    throw new IllegalArgumentException("no reason has the code " + code);
  }

  /** Left on purpose, or lost. */
  public Kind kind() {
    return kind;
  }

  /** The reason in words for people. */
  public String text() {
    return text;
  }
}
