package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerSplit;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.ledger.Verdict;
import dev.arachne.store.RowStore;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** A crawl of one shard, divided among several, and what has to be true of them together. */
record Division(List<TransactionalStore> shards, List<Verdict> verdicts) {
  /** Divides it. */
  static Division of(RowStore whole, int count) {
    List<TransactionalStore> shards = new ArrayList<>();
    for (int shard = 0; shard < count; shard++) {
      shards.add(new SimulatedDisk(0, 0).open());
    }
    List<Verdict> verdicts = new ArrayList<>();
    FrontierCounts counts =
        ShardSplit.write(
            whole,
            count,
            new LedgerSplit.Target() {
              @Override
              public void put(int shard, byte[] key, byte[] value) {
                shards.get(shard).put(key, value);
              }

              @Override
              public void decided(Verdict verdict) {
                verdicts.add(verdict);
              }
            });
    shards.forEach(TransactionalStore::commit);
    assertEquals(StoredCounts.of(whole).counts(0), counts);
    return new Division(shards, verdicts);
  }

  /** The rows of each shard agree with one another, and those of all with those of the whole. */
  void assertIs(RowStore whole) {
    StoreAudit before = StoreAudit.of(whole);
    List<StoreAudit> after = shards.stream().map(StoreAudit::of).toList();
    assertEquals(before.decided(), together(after, StoreAudit::decided));
    assertEquals(before.verdicts(), together(after, StoreAudit::verdicts));
    assertEquals(before.verdicts().size(), verdicts.size());
    assertEquals(before.tooFar(), together(after, StoreAudit::tooFar));
    TreeSet<String> toDo = together(after, StoreAudit::queued);
    toDo.addAll(together(after, StoreAudit::setAside));
    var toDoBefore = new TreeSet<>(before.queued());
    toDoBefore.addAll(before.setAside());
    assertEquals(toDoBefore, toDo);
    assertEquals(sum(List.of(whole), its -> its.charged), sum(shards, its -> its.charged));
    assertEquals(sum(List.of(whole), its -> its.repeats), sum(shards, its -> its.repeats));
    assertEquals(stories(whole), stories());
  }

  private static TreeSet<String> together(
      List<StoreAudit> audits, Function<StoreAudit, TreeSet<String>> part) {
    var all = new TreeSet<String>();
    for (StoreAudit audit : audits) {
      for (String each : part.apply(audit)) {
        assertTrue(all.add(each), () -> "in two shards: " + each);
      }
    }
    return all;
  }

  private static long sum(List<? extends RowStore> stores, Function<StoredCounts, Long> count) {
    return stores.stream().mapToLong(its -> count.apply(StoredCounts.of(its))).sum();
  }

  private TreeMap<String, List<String>> stories() {
    var all = new TreeMap<String, List<String>>();
    for (int shard = 0; shard < shards.size(); shard++) {
      TreeMap<String, List<String>> its = stories(shards.get(shard));
      for (String url : its.keySet()) {
        assertEquals(
            HostPartition.numberOf(CrawlUrl.of(url).host(), shards.size()), shard, () -> url);
      }
      all.putAll(its);
    }
    return all;
  }

  /** The entries about each URL, without their positions. */
  private static TreeMap<String, List<String>> stories(RowStore store) {
    var stories = new TreeMap<String, List<String>>();
    Ledger ledger = Ledger.of(store);
    ledger.read((entry, _) -> {
      if (entry instanceof LedgerEntry.Found found) {
        List<String> story = ledger.about(found.url()).stream().map(Division::text).toList();
        stories.put(found.url().toString(), story);
      }
    });
    return stories;
  }

  private static String text(LedgerEntry entry) {
    return entry.toString().replaceAll("\\b(found|previous)=\\d+", "$1");
  }
}
