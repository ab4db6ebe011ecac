package dev.arachne.findings;

import java.util.Set;

/**
 * What a crawl knows of a URL without its body. Immutable.
 *
 * @param url without a fragment
 * @param via the page or redirect on which it was found first; empty for a root
 * @param depth links from a root to it
 * @param outcome what came of it
 * @param status the HTTP status code; 0 without an answer
 * @param mediaType of the answer, type and subtype; maybe empty
 * @param bytes of the body, as they came over the wire
 * @param micros microseconds from the request to the end of the answer
 * @param target of a redirect; else empty
 * @param detail why it could not be had, or was left; maybe empty
 * @param site whose it is
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
  /** Statuses by which servers turn crawlers away from what may be there for people. */
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

  /** Whose a URL is. */
  public enum Site {
    /** Of the site that is crawled. */
    OWN,
    /** Of another one. */
    OTHER
  }

  /** What can come of a URL. */
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
    /** The crawl was told to leave it, or it is larger than that takes. */
    LEFT("left"),
    /** The crawl has not come to it. */
    PENDING("not decided");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** As a heading of numbers has it. */
    public String text() {
      return text;
    }
  }

  /** Whether it is of another site. */
  boolean isExternal() {
    return site == Site.OTHER;
  }

  /** Whether it could not be found out if it is there. */
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

  /** The answer, or why there is none, in words. */
  String answer() {
    return status == 0
        ? detail
        : detail.isEmpty() ? StatusText.of(status) : StatusText.of(status) + ": " + detail;
  }
}
