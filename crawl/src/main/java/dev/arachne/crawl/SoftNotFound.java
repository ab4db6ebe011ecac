package dev.arachne.crawl;

import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Lease;
import dev.arachne.ledger.Note;
import dev.arachne.ledger.Precedence;
import dev.arachne.traps.AbsentPage;
import dev.arachne.traps.PageWords;
import dev.arachne.traps.UrlShape;
import java.util.Optional;

/** Tells which pages their hosts answer as pages that are not there. */
final class SoftNotFound {
  private SoftNotFound() {}

  /** Whether a URL was made up, to see how its host answers for pages that are not there. */
  static boolean isProbe(Lease lease) {
    return lease.precedence() == Precedence.PROBES;
  }

  /** The page that is not there, noted for the pages that come after it; empty if there is none. */
  static Optional<Note> noteOf(Lease lease, FetchOutcome outcome) {
    return isProbe(lease)
        ? words(lease, outcome)
            .map(words -> new AbsentPage(lease.url().pathAndQuery(), words))
            .map(page -> new Note(AbsentPage.NOTES, page.toBytes()))
        : Optional.empty();
  }

  /**
   * The page that is not there, of which the answer has the words; empty if there is none. A root,
   * and the start page of a site, are there in any case.
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
