package dev.arachne.audit;

import dev.arachne.audit.Violation.Rule;
import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.FrontierCounts;
import dev.arachne.frontier.Ledger;
import dev.arachne.frontier.LedgerEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Counts a ledger's entries once more: each URL is found once and decided once at most, and the
 * crawl's own counts say the same. A bit for each entry is remembered. Confined to one thread.
 */
final class AuditedSums {
  private static final int PAGE_SHIFT = 24;

  private final Ledger ledger;
  private final Findings findings;
  private final List<BitSet> open = new ArrayList<>();
  private Instant last = Instant.EPOCH;
  private long entries;
  private long found;
  private long fetched;
  private long skipped;
  private long failed;

  AuditedSums(Ledger ledger, Findings findings) {
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
        set(position, it.rejection().isEmpty());
      }
      case LedgerEntry.Later later -> {
        boolean isLast = later instanceof LedgerEntry.Decided;
        findings.check(
            Rule.SUMS,
            isOpen(later.found()),
            it ->
                new Violation(
                    it, later.at(), ledger.found(later.found()).url().toString(), "decided twice"));
        set(later.found(), !isLast);
        if (isLast) {
          count(later.disposition());
        }
      }
      case LedgerEntry.RulesFetched _, LedgerEntry.Departure _, LedgerEntry.Begun _ -> {}
    }
  }

  /** All entries were added. */
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

  private void count(Disposition disposition) {
    switch (disposition) {
      case Disposition.Done _, Disposition.Moved _ -> fetched++;
      case Disposition.Dropped dropped -> {
        if (dropped.reason().kind() == DropReason.Kind.SKIPPED) {
          skipped++;
        } else {
          failed++;
        }
      }
      case Disposition.Retry _ -> {}
    }
  }

  private void agree(String what, long here, long there) {
    findings.check(
        Rule.SUMS,
        here == there,
        last,
        "%s: %d by the entries, %d by the counts".formatted(what, here, there));
  }

  private boolean isOpen(long position) {
    int page = (int) (position >> PAGE_SHIFT);
    return page < open.size() && open.get(page).get((int) (position & (1 << PAGE_SHIFT) - 1));
  }

  private void set(long position, boolean value) {
    int page = (int) (position >> PAGE_SHIFT);
    while (open.size() <= page) {
      open.add(new BitSet());
    }
    open.get(page).set((int) (position & (1 << PAGE_SHIFT) - 1), value);
  }
}
