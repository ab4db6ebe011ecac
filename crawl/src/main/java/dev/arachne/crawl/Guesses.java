package dev.arachne.crawl;

import dev.arachne.frontier.Lease;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Priority;
import dev.arachne.url.Origin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The outcomes of guessed URLs, by host: if the first guesses are all missing pages, no more are
 * requested. Those in flight do not count, since they may succeed. A later process starts the
 * counts again. Confined to its event loop.
 */
final class Guesses {
  /** Guesses of a host that may fail before one succeeds, in addition to those in flight. */
  static final int MOST_FAILED = 10;

  private static final int MOST_HOSTS = 10_000;
  private static final int GOOD = -1;
  private static final int FIRST_ERROR = 400;

  /** Failed guesses, or {@link #GOOD}, by host; the host requested least recently is first. */
  private final Map<Origin, Integer> failed = new LinkedHashMap<>(16, 0.75f, true);

  /** Returns the disposition of a guess that is not worth a request, or empty if it is. */
  Optional<Disposition> denial(Lease lease) {
    return isGuess(lease) && failed.getOrDefault(lease.url().origin(), 0) >= MOST_FAILED
        ? Optional.of(
            new Disposition.Dropped(
                DropReason.GUESS, MOST_FAILED + " of " + lease.url().origin() + " were not there"))
        : Optional.empty();
  }

  /** Counts a decided URL. */
  void decided(Lease lease, Disposition.Final disposition) {
    if (!isGuess(lease) || !disposition.hasAsked()) {
      return;
    }
    boolean isGood =
        disposition.answered().filter(answer -> answer.status() < FIRST_ERROR).isPresent();
    failed.merge(
        lease.url().origin(),
        isGood ? GOOD : 1,
        (before, one) -> before == GOOD || one == GOOD ? GOOD : before + one);
    if (failed.size() > MOST_HOSTS) {
      var eldest = failed.keySet().iterator();
      eldest.next();
      eldest.remove();
    }
  }

  private static boolean isGuess(Lease lease) {
    return lease.priority() == Priority.GUESSES;
  }
}
