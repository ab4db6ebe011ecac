package dev.arachne.audit;

import dev.arachne.audit.Violation.Rule;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Counts a ledger's entries once more. Each URL is found once and decided once a visit at most, the
 * visits of a URL are numbered, and the crawl's own counts agree. Two bits for each entry are
 * remembered. Confined to one thread.
 */
final class CountCheck {
  private static final int PAGE_SHIFT = 24;

  private final Ledger ledger;
  private final ViolationCounter findings;

  /** Discoveries of URLs that wait for a verdict. */
  private final Bits open = new Bits();

  /** Discoveries of URLs that were visited before. */
  private final Bits reopened = new Bits();

  private Instant last = Instant.EPOCH;
  private long entries;
  private long found;
  private long fetched;
  private long skipped;
  private long failed;
  private long changes;

  CountCheck(Ledger ledger, ViolationCounter findings) {
    this.ledger = ledger;
    this.findings = findings;
  }

  void add(LedgerEntry entry, long position) {
    last = entry.at();
    findings.check(Rule.SUMS, position == entries, last, "the ledger has a gap before " + position);
    entries = position + 1;
    switch (entry) {
      case LedgerEntry.Found it -> {
        found++;
        skipped += it.rejection().isPresent() ? 1 : 0;
        open.set(position, it.rejection().isEmpty());
      }
      case LedgerEntry.Attempt attempt -> {
        check(attempt, open.get(attempt.found()), "decided twice");
        boolean isLater = attempt.visit() > 1;
        check(attempt, isLater == reopened.get(attempt.found()), "a visit of another number");
        if (attempt instanceof LedgerEntry.Decided verdict) {
          open.set(attempt.found(), false);
          count(verdict.disposition(), 1);
        }
      }
      case LedgerEntry.Reopened it -> {
        check(it, !open.get(it.found()), "visited again without a verdict");
        LedgerEntry before = ledger.entry(it.previous());
        check(
            it,
            follows(it, before),
            "visit " + it.visit() + " follows no verdict on the one before");
        switch (before) {
          case LedgerEntry.Decided last -> count(last.disposition(), -1);
          case LedgerEntry.Found _ -> skipped--;
          default -> {}
        }
        open.set(it.found(), true);
        reopened.set(it.found(), true);
      }
      case LedgerEntry.Changed changed -> {
        changes++;
        findings.check(
            Rule.SUMS,
            changed.number() == changes,
            last,
            "change %d has the number %d".formatted(changes, changed.number()));
      }
      case LedgerEntry.RulesFetched _,
          LedgerEntry.Departure _,
          LedgerEntry.SubresourceFetched _,
          LedgerEntry.Begun _ -> {}
    }
  }

  /** Ends the count, after all entries were added. */
  void end() {
    FrontierCounts counts = ledger.counts();
    agree("entries", entries, ledger.size());
    agree("discovered", found + ledger.tooFar(), counts.discovered());
    agree("fetched", fetched, counts.fetched());
    agree("skipped", skipped, counts.skipped());
    agree("failed", failed, counts.failed());
    agree("pending", found + ledger.tooFar() - fetched - skipped - failed, counts.pending());
    agree("to do", found - fetched - skipped - failed, ledger.toDo());
  }

  /** Whether the entry before is a verdict, which the discovery of a rejected URL is too. */
  private static boolean follows(LedgerEntry.Reopened it, LedgerEntry before) {
    return switch (before) {
      case LedgerEntry.Decided last -> last.found() == it.found() && last.visit() == it.visit() - 1;
      case LedgerEntry.Found found ->
          found.rejection().isPresent() && it.previous() == it.found() && it.visit() == 2;
      default -> false;
    };
  }

  private void check(LedgerEntry.Later entry, boolean isTrue, String fault) {
    findings.check(
        Rule.SUMS,
        isTrue,
        it -> new Violation(it, entry.at(), ledger.found(entry.found()).url().toString(), fault));
  }

  private void count(Disposition.Final disposition, int urls) {
    switch (disposition) {
      case Disposition.Done _, Disposition.Moved _ -> fetched += urls;
      case Disposition.Dropped dropped -> {
        if (dropped.reason().kind() == DropReason.Kind.SKIPPED) {
          skipped += urls;
        } else {
          failed += urls;
        }
      }
    }
  }

  private void agree(String what, long here, long there) {
    findings.check(
        Rule.SUMS,
        here == there,
        last,
        "%s: %d by the entries, %d by the counts".formatted(what, here, there));
  }

  /** A bit for each position, in pages: there may be more than a BitSet has. */
  private static final class Bits {
    private final List<BitSet> pages = new ArrayList<>();

    boolean get(long position) {
      int page = (int) (position >> PAGE_SHIFT);
      return page < pages.size() && pages.get(page).get((int) (position & (1 << PAGE_SHIFT) - 1));
    }

    void set(long position, boolean value) {
      int page = (int) (position >> PAGE_SHIFT);
      while (pages.size() <= page) {
        pages.add(new BitSet());
      }
      pages.get(page).set((int) (position & (1 << PAGE_SHIFT) - 1), value);
    }
  }
}
