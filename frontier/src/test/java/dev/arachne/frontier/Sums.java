package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.StoredCounts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/**
 * Counts along what each commit adds to a ledger, and proves that the row of counts says the same.
 */
final class Sums {
  private final byte[] deleted;
  private final Map<Long, LedgerEntry.Decided> verdicts = new HashMap<>();
  private long found;
  private final TreeSet<byte[]> tooFar = new TreeSet<>(Arrays::compareUnsigned);
  private long fetched;
  private long skipped;
  private long failed;
  private long entries;

  /**
   * Of an empty store.
   *
   * @param deleted stands for the value of a row that is deleted
   */
  Sums(byte[] deleted) {
    this.deleted = deleted;
  }

  /** Takes in a commit. */
  void add(Map<byte[], byte[]> changes) {
    changes.forEach((key, value) -> {
      if (key[0] == 'L') {
        assertEquals(entries++, LedgerKeys.number(key), "a gap in the ledger");
        add(LedgerEntry.read(LedgerKeys.number(key), value));
      } else if (key[0] == 'T') {
        if (value == deleted) {
          tooFar.remove(key);
        } else {
          tooFar.add(key);
        }
      }
    });
    changes.forEach((key, value) -> {
      if (key[0] == 'C') {
        assertAgree(StoredCounts.read(value).counts(0), StoredCounts.read(value).ledgerSize());
      }
    });
  }

  private void add(LedgerEntry entry) {
    switch (entry) {
      case LedgerEntry.Found it -> {
        found++;
        skipped += it.rejection().isPresent() ? 1 : 0;
      }
      case LedgerEntry.Decided decided -> {
        count(decided.disposition(), 1);
        verdicts.put(decided.found(), decided);
      }
      case LedgerEntry.Reopened again -> {
        LedgerEntry.Decided last = Objects.requireNonNull(verdicts.get(again.found()));
        assertEquals(last.visit() + 1, again.visit());
        count(last.disposition(), -1);
      }
      case LedgerEntry.Tried _,
          LedgerEntry.RulesFetched _,
          LedgerEntry.Departure _,
          LedgerEntry.SubresourceFetched _,
          LedgerEntry.Changed _,
          LedgerEntry.Begun _ -> {}
    }
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

  private void assertAgree(FrontierCounts counts, long ledgerSize) {
    long discovered = found + tooFar.size();
    assertEquals(entries, ledgerSize);
    assertEquals(discovered, counts.discovered(), counts::toString);
    assertEquals(fetched, counts.fetched(), counts::toString);
    assertEquals(skipped, counts.skipped(), counts::toString);
    assertEquals(failed, counts.failed(), counts::toString);
    assertEquals(discovered - fetched - skipped - failed, counts.pending(), counts::toString);
  }
}
