package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.ledger.Priority;
import dev.arachne.ledger.VisitNote;
import dev.arachne.traps.AbsentPage;
import dev.arachne.traps.PageWords;
import dev.arachne.traps.UrlShape;
import java.util.Optional;

/** Finds soft 404s: pages that hosts answer like missing ones. */
final class SoftNotFound {
  private SoftNotFound() {}

  /** Whether a URL was made up, to learn how its host answers for missing pages. */
  static boolean isProbe(Lease lease) {
    return lease.priority() == Priority.PROBES;
  }

  /**
   * Returns the note of a missing page, to compare later pages with; empty if the outcome is not
   * one.
   */
  static Optional<VisitNote> noteOf(Lease lease, FetchOutcome outcome) {
    return isProbe(lease)
        ? words(lease, outcome)
            .map(words -> new AbsentPage(lease.url().pathAndQuery(), words))
            .map(page -> new VisitNote(AbsentPage.NOTES, page.toBytes()))
        : Optional.empty();
  }

  /**
   * Returns the missing page with the same words as an answer, or empty. A seed, and the start page
   * of a site, are never taken for missing.
   */
  static Optional<AbsentPage> like(Lease lease, FetchOutcome outcome) {
    if (lease.absentPages().isEmpty()
        || lease.via() == null
        || UrlShape.of(lease.url()).isEmpty()) {
      return Optional.empty();
    }
    return words(lease, outcome)
        .flatMap(words ->
            lease.absentPages().stream().filter(page -> words.isLike(page.words())).findFirst());
  }

  private static Optional<PageWords> words(Lease lease, FetchOutcome outcome) {
    return outcome instanceof FetchOutcome.Answered answered
            && PageWording.hasWords(answered.response())
        ? Optional.of(
            answered
                .response()
                .content()
                .read((bytes, from, to) -> PageWords.of(bytes, from, to, lease.url())))
        : Optional.empty();
  }
}
