package dev.arachne.findings;

import java.util.Set;

/**
 * The facts of a URL that a crawl knows, without its body. Immutable.
 *
 * @param url without a fragment
 * @param via the page or redirect on which it was found first; empty for a seed
 * @param depth links from a seed to it
 * @param outcome the outcome of its visit
 * @param status the HTTP status code; 0 without an answer
 * @param mediaType of the answer, type and subtype; maybe empty
 * @param bytes of the body, as they came over the wire
 * @param micros microseconds from the request to the end of the answer
 * @param target of a redirect; else empty
 * @param detail why it could not be fetched, or was skipped; maybe empty
 * @param site the site to which it belongs
 */
public record UrlFacts(
    String url,
    String via,
    int depth,
    Outcome outcome,
    int status,
    String mediaType,
    long bytes,
    long micros,
    String target,
    String detail,
    Site site) {
  /** Statuses by which servers reject crawlers from pages that may be there for people. */
  private static final Set<Integer> TURNED_AWAY = Set.of(401, 403, 407, 429, 451, 503, 999);

  /** A URL of the site. */
  public UrlFacts(
      String url,
      String via,
      int depth,
      Outcome outcome,
      int status,
      String mediaType,
      long bytes,
      long micros,
      String target,
      String detail) {
    this(url, via, depth, outcome, status, mediaType, bytes, micros, target, detail, Site.OWN);
  }

  /** The site to which a URL belongs. */
  public enum Site {
    /** The crawled site. */
    OWN,
    /** Another site. */
    OTHER
  }

  /** The outcomes of a URL. */
  public enum Outcome {
    /** It was answered, with a status below 400. */
    FINE("fetched"),
    /** It redirects. */
    REDIRECT("redirects"),
    /** It was answered with a status from 400 on, or not at all. */
    BROKEN("broken"),
    /** Robots rules disallow it. */
    BLOCKED("blocked by robots.txt"),
    /** It is beyond the redirects that the crawl follows. */
    TOO_FAR("beyond too many redirects"),
    /** It belongs to another site. */
    OUTSIDE("of other sites"),
    /** The crawl's options exclude it, or it is larger than they allow. */
    LEFT("left"),
    /** The crawl has not decided it yet. */
    PENDING("not decided");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** The outcome as a heading of numbers. */
    public String text() {
      return text;
    }
  }

  /** Whether it is of another site. */
  boolean isExternal() {
    return site == Site.OTHER;
  }

  /** Whether it is unknown if the URL exists. */
  boolean isUncertain() {
    return switch (outcome) {
      case BLOCKED, TOO_FAR -> true;
      case BROKEN -> TURNED_AWAY.contains(status);
      case FINE, REDIRECT, OUTSIDE, LEFT, PENDING -> false;
    };
  }

  /** Whether the answer has status 200 and is HTML by its media type. */
  boolean isPage() {
    return outcome == Outcome.FINE
        && !isExternal()
        && (status == 200 || status == 304)
        && (mediaType.equals("text/html") || mediaType.equals("application/xhtml+xml"));
  }

  /** The answer, or the reason of its absence, in words. */
  String answer() {
    return status == 0
        ? detail
        : detail.isEmpty() ? StatusText.of(status) : StatusText.of(status) + ": " + detail;
  }
}
