package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.pace.Politeness;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads all rows of a store as a stranger would, and proves that they agree with one another.
 *
 * @param queued URLs to do
 * @param tooFar URLs that no way led near enough to
 * @param setAside URLs that a change has set aside
 * @param decided URLs with a verdict that is the last word
 * @param verdicts visits with a verdict
 */
record StoreAudit(
    TreeSet<String> queued,
    TreeSet<String> tooFar,
    TreeSet<String> setAside,
    TreeSet<String> decided,
    TreeSet<String> verdicts) {

  static StoreAudit of(RowStore store) {
    var audit =
        new StoreAudit(
            new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    StoredCounts totals = StoredCounts.of(store);
    List<LedgerEntry> ledger = ledger(store, totals);
    audit.readQueues(store, ledger);
    audit.readTooFar(store);
    audit.readSetAside(store, ledger);
    audit.readDecided(ledger);
    assertSeen(store, ledger);
    assertEquals(audit.tooFar.size(), totals.tooFar);
    assertEquals(audit.setAside.size(), totals.setAside);
    FrontierCounts counts = totals.counts(0);
    assertEquals(audit.queued.size(), counts.queued());
    assertEquals(audit.decided.size(), counts.decided());
    assertEquals(counts.discovered(), counts.decided() + counts.pending());
    return audit;
  }

  /** Every URL that was ever discovered. */
  TreeSet<String> all() {
    var all = new TreeSet<>(queued);
    all.addAll(tooFar);
    all.addAll(setAside);
    all.addAll(decided);
    assertEquals(
        queued.size() + tooFar.size() + setAside.size() + decided.size(),
        all.size(),
        "in two states: " + this);
    return all;
  }

  private static List<LedgerEntry> ledger(RowStore store, StoredCounts totals) {
    List<LedgerEntry> ledger = new ArrayList<>();
    for (RowStore.Row row : rows(store, 'L')) {
      assertEquals(LedgerKeys.number(row.key()), ledger.size(), "a gap in the ledger");
      ledger.add(LedgerEntry.read(ledger.size(), row.value()));
    }
    assertEquals(totals.ledgerSize(), ledger.size());
    return ledger;
  }

  private void readQueues(RowStore store, List<LedgerEntry> ledger) {
    Map<Long, Integer> lengths = new HashMap<>();
    Set<byte[]> asleep = new TreeSet<>(Arrays::compareUnsigned);
    for (RowStore.Row row : rows(store, 'Q')) {
      QueueEntry entry = QueueEntry.read(row.value());
      String url = entry.discovery().url().toString();
      assertTrue(queued.add(url), url);
      assertEquals(url, found(ledger, entry.found()).url().toString());
      lengths.merge(LedgerKeys.number(row.key()), 1, Integer::sum);
    }
    for (RowStore.Row row : rows(store, 'H')) {
      long key = LedgerKeys.number(row.key());
      var value = new RowReader(row.value());
      value.text();
      assertEquals(lengths.getOrDefault(key, 0).longValue(), value.number());
      lengths.remove(key);
      HostQueue host = HostQueue.read(key, row.value(), Politeness.NONE);
      if (host.asleep) {
        assertTrue(host.hasNext(), () -> host.origin + " sleeps and has nothing to do");
        asleep.add(FrontierKeys.asleep(host.due, key));
      }
    }
    assertEquals(Map.of(), lengths, "queues of no host");
    rows(store, 'D')
        .forEach(row -> assertTrue(asleep.remove(row.key()), "one that does not sleep"));
    assertEquals(Set.of(), asleep, "they will never wake");
  }

  private void readTooFar(RowStore store) {
    for (RowStore.Row row : rows(store, 'T')) {
      tooFar.add(Discovery.read(new RowReader(row.value())).url().toString());
    }
  }

  private void readSetAside(RowStore store, List<LedgerEntry> ledger) {
    for (RowStore.Row row : rows(store, 'U')) {
      QueueEntry entry = QueueEntry.read(row.value());
      String url = entry.discovery().url().toString();
      assertTrue(setAside.add(url), url);
      assertEquals(url, found(ledger, entry.found()).url().toString());
    }
  }

  private void readDecided(List<LedgerEntry> ledger) {
    for (LedgerEntry entry : ledger) {
      CrawlUrl url =
          switch (entry) {
            case LedgerEntry.Found found -> found.rejection().isPresent() ? found.url() : null;
            case LedgerEntry.Tried _,
                LedgerEntry.Reopened _,
                LedgerEntry.RulesFetched _,
                LedgerEntry.Departure _,
                LedgerEntry.SubresourceFetched _,
                LedgerEntry.Changed _,
                LedgerEntry.Begun _ ->
                null;
            case LedgerEntry.Decided last -> found(ledger, last.found()).url();
          };
      if (entry instanceof LedgerEntry.Reopened again) {
        String reopened = found(ledger, again.found()).url().toString();
        assertTrue(decided.remove(reopened), "open already: " + reopened);
      }
      assertTrue(url == null || decided.add(url.toString()), "two verdicts for " + url);
      int visit = entry instanceof LedgerEntry.Later later ? later.visit() : 1;
      assertTrue(url == null || verdicts.add(url + "#" + visit), "two verdicts for " + url);
    }
  }

  /** Each URL of the ledger is seen once, and its row leads to the last entry about it. */
  private static void assertSeen(RowStore store, List<LedgerEntry> ledger) {
    long[] last = new long[ledger.size()];
    int urls = 0;
    for (int position = 0; position < last.length; position++) {
      LedgerEntry entry = ledger.get(position);
      last[position] = position;
      if (entry instanceof LedgerEntry.Later later) {
        assertEquals(last[(int) later.found()], later.previous());
        last[(int) later.found()] = position;
      } else if (entry instanceof LedgerEntry.Found) {
        urls++;
      }
    }
    List<RowStore.Row> seen = rows(store, 'S');
    assertEquals(urls, seen.size());
    for (RowStore.Row row : seen) {
      long position = new RowReader(row.value()).number();
      LedgerEntry entry = ledger.get((int) position);
      long found = entry instanceof LedgerEntry.Later later ? later.found() : position;
      assertEquals(last[(int) found], position);
    }
  }

  private static LedgerEntry.Found found(List<LedgerEntry> ledger, long position) {
    return (LedgerEntry.Found) ledger.get((int) position);
  }

  private static List<RowStore.Row> rows(RowStore store, int kind) {
    return store.range(LedgerKeys.kind(kind), LedgerKeys.kind(kind + 1), Integer.MAX_VALUE);
  }
}
