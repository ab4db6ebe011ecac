package dev.arachne.frontier;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.ledger.Validators;
import dev.arachne.pace.ChangeRate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The pages that are due most, up to a number: those whose visits are worth most, by how often they
 * were seen to change. All pages are offered; the number wanted bounds the memory. Confined to its
 * shard while that is asked.
 */
final class DuePages {
  /** The worth added to a visit of a page that its sitemap lists as changed. */
  private static final double HAS_CHANGED = 1e12;

  private final Instant now;
  private final long most;
  private final SitemapHints hints;
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingDouble(Due::worth));

  /** Visits that were opened since, which count as well. */
  private long opened;

  /** A page whose last verdict is at this position. */
  private record Due(long position, double worth) {}

  /**
   * Starts without a page.
   *
   * @param now from which visits count
   * @param most how many pages are wanted
   * @param hints the changes that sitemaps list
   */
  DuePages(Instant now, long most, SitemapHints hints) {
    this.now = now;
    this.most = most;
    this.hints = hints;
  }

  /** A visit was opened since, by a process that has ended. */
  void opened() {
    opened++;
  }

  /** Offers a page by its last verdict. */
  void offer(LedgerWriter.Decision last, LedgerWriter ledger) {
    due.add(new Due(last.position(), worth(last, ledger)));
    if (due.size() > most) {
      due.remove();
    }
  }

  /** The positions of the last verdicts of these pages, in order. */
  List<Long> positions() {
    while (due.size() > Math.max(0, most - opened)) {
      due.remove();
    }
    return due.stream().map(Due::position).sorted().toList();
  }

  /**
   * The worth of a visit. A page that its sitemap lists as changed is worth more than any other. A
   * page that its site declared fresh is worth less than others, and the less the longer it stays
   * fresh.
   */
  private double worth(LedgerWriter.Decision last, LedgerWriter ledger) {
    Instant at = last.verdict().at();
    double worth = worth(last.verdict(), ledger, now);
    if (hints.changed(last.discovery().url()).filter(at::isBefore).isPresent()) {
      return HAS_CHANGED + worth;
    }
    Duration fresh =
        ledger.validators(last.position()).map(Validators::fresh).orElse(Duration.ZERO);
    Instant until = at.plus(fresh);
    return until.isAfter(now) ? -Duration.between(now, until).toSeconds() : worth;
  }

  private static double worth(LedgerEntry.Decided last, LedgerWriter ledger, Instant now) {
    List<LedgerEntry.Decided> visits = new ArrayList<>();
    LedgerEntry at = last;
    while (at instanceof LedgerEntry.Later later && visits.size() <= ChangeRate.MOST_VISITS) {
      if (later instanceof LedgerEntry.Decided decided
          && !(decided.disposition() instanceof Disposition.Dropped)) {
        visits.add(decided); // A failure shows nothing of the page.
      }
      at = ledger.entry(later.previous());
    }
    var rate = new ChangeRate();
    for (int i = visits.size() - 2; i >= 0; i--) {
      LedgerEntry.Decided before = visits.get(i + 1);
      LedgerEntry.Decided visit = visits.get(i);
      rate.visited(Duration.between(before.at(), visit.at()), hasChanged(before, visit));
    }
    return rate.worth(Duration.between(last.at(), now));
  }

  private static boolean hasChanged(LedgerEntry.Decided before, LedgerEntry.Decided now) {
    if (now.disposition().isUnchanged()) {
      return false;
    }
    if (before.disposition().isUnchanged()) {
      return true; // It was asked whether it has.
    }
    return !state(before.disposition()).equals(state(now.disposition()));
  }

  private static String state(Disposition.Final disposition) {
    String target = disposition instanceof Disposition.Moved(var _, String to) ? to : "";
    return disposition
        .answered()
        .map(answer -> answer.status() + " " + answer.digest() + " " + target)
        .orElse("");
  }
}
