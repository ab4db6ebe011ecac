package dev.arachne.ledger;

/** The reason why a URL was dropped for good. */
public enum DropReason {
  /** Its host does not belong to a seed. */
  OTHER_HOST('h', Kind.SKIPPED, "outside the hosts of the crawl"),
  /** An exclude pattern was found in it. */
  EXCLUDED('x', Kind.SKIPPED, "excluded by pattern"),
  /** No include pattern was found in it. */
  NOT_INCLUDED('n', Kind.SKIPPED, "not included by pattern"),
  /** It is on a host of the crawl, and outside of its scope. */
  OUT_OF_SCOPE('v', Kind.SKIPPED, "outside the scope of the crawl"),
  /** It is outside the scope of a crawl that fetches page requisites from anywhere. */
  NOT_REQUISITE('y', Kind.SKIPPED, "outside the scope of the crawl, and needed by no page"),
  /** It is further from the seeds than the crawl goes. */
  TOO_DEEP('d', Kind.SKIPPED, "beyond --depth"),
  /** The crawl has requested as many pages below a path of its host as it may. */
  BUDGET('c', Kind.SKIPPED, "beyond the budget of its path"),
  /** Many URLs look like it, and their pages repeat others. */
  TRAP('w', Kind.SKIPPED, "one of many that bring nothing new"),
  /** It differs from a URL that was fetched in parameters that change nothing. */
  SAME_PAGE('i', Kind.SKIPPED, "the same page as another URL"),
  /** Robots rules disallow it. */
  ROBOTS('r', Kind.SKIPPED, "disallowed by robots.txt"),
  /** Its site declines its use for the purpose of the crawl. */
  PURPOSE('e', Kind.SKIPPED, "declined for the purpose of the crawl"),
  /** It is the target of one redirect more than the crawl follows. */
  TOO_MANY_REDIRECTS('l', Kind.SKIPPED, "too many redirects"),
  /** Its body is larger than the crawl accepts. */
  TOO_LARGE('s', Kind.SKIPPED, "larger than the crawl takes"),
  /** Its site's robots.txt could not be fetched, in any attempt. */
  ROBOTS_UNREACHABLE('u', Kind.FAILED, "robots.txt unreachable"),
  /** It is a redirect to a target that is not a URL a crawler fetches. */
  BAD_REDIRECT('b', Kind.FAILED, "redirect to an invalid URL"),
  /** Its host requires a login, which has failed or does not last. */
  LOGIN('g', Kind.FAILED, "not logged in"),
  /** The network, or the server's protocol, failed in every attempt. */
  FETCH('f', Kind.FAILED, "could not be fetched"),
  /** The crawl's answers come from an archive, which has none for it. */
  NOT_ARCHIVED('a', Kind.SKIPPED, "not in the archive"),
  /** It is the usual place of a sitemap, which no robots.txt and no page lists. */
  NO_SITEMAP('m', Kind.SKIPPED, "no sitemap in the usual place"),
  /** Its page is the answer of its host, status 200, for absent pages. */
  SOFT_404('o', Kind.SKIPPED, "soft 404"),
  /** It was found in a script, as were others of its host, all of which were absent. */
  GUESS('j', Kind.SKIPPED, "guessed from a script; similar guesses do not exist"),
  /** It was requested to see how its host answers for absent pages. */
  PROBE('q', Kind.SKIPPED, "probe for a missing page"),
  /** It has more links than are read of one page; the first ones are followed. */
  LINKS_CUT('k', Kind.FAILED, "fetched, but some of its links were dropped"),
  /** Processing the fetched page failed: a bug of the crawler, or of a handler. */
  PROCESSING('p', Kind.FAILED, "fetched, but could not be processed");

  /** The kind of a reason: skipped on purpose, or failed. */
  public enum Kind {
    /** A rule of the crawl or the site excluded it. */
    SKIPPED,
    /** It was wanted and could not be fetched. */
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
   * Whether the reason depends on the path by which the URL was found: links from the seeds,
   * redirects in a row, the kind of the link. Another path may not have it.
   */
  public boolean dependsOnWay() {
    return this == TOO_DEEP || this == TOO_MANY_REDIRECTS || this == NOT_REQUISITE;
  }

  /** The letter that stands for the reason on disk, even if its name changes. */
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

  /** Whether it was skipped on purpose, or failed. */
  public Kind kind() {
    return kind;
  }

  /** The reason in words for people. */
  public String text() {
    return text;
  }
}
