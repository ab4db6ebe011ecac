package dev.arachne.findings;

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
    String detail) {
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

  /** Whether the answer has status 200 and is HTML by its media type. */
  boolean isPage() {
    return outcome == Outcome.FINE
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
