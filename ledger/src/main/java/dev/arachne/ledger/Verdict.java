package dev.arachne.ledger;

/**
 * The verdict on one visit of a URL. Every URL that was discovered gets exactly one for each of its
 * visits, or is pending; that of the latest visit is the last word on it.
 *
 * @param discovery the URL and how it was first found
 * @param visit which visit of the URL it is about, from 1
 * @param attempts how often it was tried; 0 if it never came to that
 * @param disposition what came of it
 */
public record Verdict(Discovery discovery, int visit, int attempts, Disposition.Final disposition) {
  /**
   * Whether it is about something that nobody has said to be there: no sitemap is in the usual
   * place, or the crawl has asked how its host answers for absent pages. Of interest to no report.
   */
  public boolean isOfNoPage() {
    return disposition instanceof Disposition.Dropped(DropReason reason, String _, var _)
        && (reason == DropReason.NO_SITEMAP || reason == DropReason.PROBE);
  }
}
