package dev.arachne.frontier;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.ledger.Verdict;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.HostSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What becomes of a URL: its verdict, or its next attempt, goes into the ledger, and it leaves its
 * queue or comes again. Confined to its shard.
 */
final class Verdicts {
  private final LedgerWriter ledger;
  private final StoredCounts totals;
  private final SeenUrls seen;
  private final Backlog backlog;
  private final BiConsumer<Verdict, PageSummary> listener;

  Verdicts(
      LedgerWriter ledger,
      StoredCounts totals,
      SeenUrls seen,
      Backlog backlog,
      BiConsumer<Verdict, PageSummary> listener) {
    this.ledger = ledger;
    this.totals = totals;
    this.seen = seen;
    this.backlog = backlog;
    this.listener = listener;
  }

  /** Whether a URL with this verdict counts for {@code maxPages}. */
  static boolean isCharged(Disposition.Final last) {
    return !(last instanceof Disposition.Dropped(DropReason reason, String _, var answer)
        && reason.kind() == DropReason.Kind.SKIPPED
        && (answer.isEmpty() || reason == DropReason.PROBE));
  }

  /** The verdict on a URL that has no place in a queue. */
  void decided(Verdict verdict) {
    decided(verdict, PageSummary.NONE);
  }

  /** The verdict on a URL that was taken out of its queue, and is not requested now. */
  void notVisited(HostQueue host, QueueEntry entry, Disposition.Dropped dropped, long now) {
    long repeats = seen.sightings(entry.discovery().url());
    int attempts = entry.attempt() - 1;
    decide(host, entry, Optional.empty(), attempts, repeats, dropped, PageSummary.NONE, now);
  }

  /** The verdict on a URL that was visited. */
  void visited(
      LeaseState state, Visit visit, Disposition.Final last, List<VisitNote> notes, long now) {
    long repeats = visit.sightings() + seen.sightings(state.lease.url());
    Optional<Exchange> exchange = last(visit.exchanges());
    int attempt = state.lease.attempt();
    long position =
        decide(state.host, state.page(), exchange, attempt, repeats, last, visit.page(), now);
    ledger.noted(position, notes);
  }

  private long decide(
      HostQueue host,
      QueueEntry entry,
      Optional<Exchange> exchange,
      int attempts,
      long repeats,
      Disposition.Final last,
      PageSummary page,
      long now) {
    Disposition.Final came = entry.isProbe() ? Probing.verdict(last) : last;
    var verdict =
        new LedgerEntry.Decided(
            LedgerWriter.instant(now),
            entry.found(),
            entry.last(),
            entry.visit(),
            exchange,
            attempts,
            repeats,
            came);
    long position = ledger.attempted(entry.discovery().url(), host.key, verdict);
    backlog.decided(host, entry);
    decided(new Verdict(verdict.at(), entry.discovery(), entry.visit(), attempts, came), page);
    return position;
  }

  private void decided(Verdict verdict, PageSummary page) {
    totals.decided(verdict.disposition());
    listener.accept(verdict, page);
  }

  /**
   * A URL that was visited, and is to be requested again: it waits by itself, or the whole host
   * does.
   *
   * @return the time for which the host has to rest
   */
  Duration retried(LeaseState state, Visit visit, Disposition.Retry retry, long now) {
    HostQueue host = state.host;
    QueueEntry entry = state.page();
    var tried =
        new LedgerEntry.Tried(
            LedgerWriter.instant(now),
            entry.found(),
            entry.last(),
            entry.visit(),
            last(visit.exchanges()),
            entry.attempt(),
            retry);
    long position = ledger.attempted(entry.discovery().url(), host.key, tried);
    ledger.noted(position, visit.notes());
    int number = state.lease.attempt() + (isHostsFault(host, visit) ? 0 : 1);
    QueueEntry next = entry.retried(number, position, now + retry.backOff().toNanos());
    if (backlog.mayAwait()) {
      backlog.await(host, next);
      return retry.pause();
    }
    backlog.add(host, next);
    return retry.backOff();
  }

  /** Whether the host, not the URL, failed the attempt, which then does not count. */
  private static boolean isHostsFault(HostQueue host, Visit visit) {
    return switch (visit.signal().orElse(null)) {
      case HostSignal.Overloaded _ -> host.pace().isOverloaded();
      case HostSignal.Unreachable _ -> host.isDown();
      case null, default -> false;
    };
  }

  private static Optional<Exchange> last(List<Exchange> exchanges) {
    return exchanges.isEmpty() ? Optional.empty() : Optional.of(exchanges.getLast());
  }
}
