package dev.arachne.ledger;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The verdict on one visit of a URL. Every URL that was discovered gets exactly one for each of its
 * visits, or is pending; that of the latest visit is final.
 *
 * @param at when the URL was decided, to the microsecond
 * @param discovery the URL and how it was first found
 * @param visit which visit of the URL it is about, from 1
 * @param attempts how often it was tried; 0 if never
 * @param disposition the outcome
 */
public record Verdict(
    Instant at, Discovery discovery, int visit, int attempts, Disposition.Final disposition) {
  /** Cuts the time to that of the ledger. */
  public Verdict {
    at = at.truncatedTo(ChronoUnit.MICROS);
  }

  /** The verdict on a URL that is rejected when it is found. */
  public static Verdict rejected(Instant at, Discovery discovery, DropReason reason) {
    return new Verdict(at, discovery, 1, 0, new Disposition.Dropped(reason, ""));
  }

  /**
   * Whether it is about a URL that no source lists: a missing sitemap in the usual place, or a
   * probe of the host's answer for absent pages. Reports omit it.
   */
  public boolean isOfNoPage() {
    return disposition instanceof Disposition.Dropped(DropReason reason, String _, var _)
        && (reason == DropReason.NO_SITEMAP || reason == DropReason.PROBE);
  }
}
