package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Divides the ledger of a crawl of one shard among several: an entry goes to the shard that has the
 * host of its URL, starts of processes and changes of the crawl go to all. The entries of a shard
 * keep their order, and have positions from 0 without a gap. Needs 8 bytes of memory for each
 * entry, of which there may be 2^31 - 1. Confined to one thread.
 */
public final class LedgerSplit {
  /** Bits of a place that are for the position; those above are for the shard. */
  private static final int POSITION_BITS = 48;

  private static final long POSITION = (1L << POSITION_BITS) - 1;

  private final RowStore whole;
  private final Ledger ledger;
  private final ToIntFunction<String> shardOf;
  private final Predicate<Verdict> isCharged;
  private final Target target;
  private final StoredCounts[] counts;

  /** The shard and the position of each entry; those in all shards are in none here. */
  private final long[] places;

  /** Takes the rows of the shards. */
  public interface Target {
    /** Sets a row of a shard. */
    void put(int shard, byte[] key, byte[] value);

    /** Takes a verdict, final or that of an earlier visit, in the order of all verdicts. */
    void decided(Verdict verdict);
  }

  /**
   * A division that has yet to be made.
   *
   * @param whole the rows of the crawl
   * @param shards how many
   * @param shardOf the number of the shard that has a host, by its name
   * @param isCharged whether a URL with this verdict counts against the bound on pages
   */
  public LedgerSplit(
      RowStore whole,
      int shards,
      ToIntFunction<String> shardOf,
      Predicate<Verdict> isCharged,
      Target target) {
    this.whole = whole;
    this.ledger = Ledger.of(whole);
    this.places = new long[Math.toIntExact(ledger.size())];
    this.shardOf = shardOf;
    this.isCharged = isCharged;
    this.target = target;
    this.counts = new StoredCounts[shards];
    Arrays.setAll(counts, _ -> new StoredCounts());
  }

  /** Writes all rows but those of {@link #writeCounts}. */
  public void write() {
    ledger.read(this::move);
    scan('S', this::movePointer);
    scan('R', this::movePointer);
    scan('N', this::moveNote);
    scan('T', this::moveTooFar);
  }

  private void scan(int kind, Consumer<RowStore.Row> reader) {
    whole.scan(LedgerKeys.kind(kind), LedgerKeys.kind(kind + 1), reader);
  }

  private void move(LedgerEntry entry, long position) {
    switch (entry) {
      case LedgerEntry.Begun begun -> putInAll(begun, null);
      case LedgerEntry.Changed changed -> putInAll(changed, LedgerKeys.change(changed.number()));
      default -> {
        int shard = shard(entry);
        count(entry, counts[shard]);
        long at = counts[shard].ledgerSize++;
        places[(int) position] = (long) shard << POSITION_BITS | at;
        target.put(shard, LedgerKeys.ledger(at), moved(entry).value(at));
      }
    }
  }

  private int shard(LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Found found -> shard(found.url());
      case LedgerEntry.Later later -> shard(later.found());
      case LedgerEntry.PageAsked asked -> shard(asked.found());
      case LedgerEntry.RulesFetched rules -> shardOf.applyAsInt(rules.origin().host());
      case LedgerEntry.RulesAsked asked -> shardOf.applyAsInt(asked.site().host());
      case LedgerEntry.SubresourceAsked asked -> shard(asked.page());
      case LedgerEntry.SubresourceFetched fetched -> shard(fetched.page());
      case LedgerEntry.Begun _, LedgerEntry.Changed _ -> throw new AssertionError(entry);
    };
  }

  /** The entry with the positions that it names as they are in its shard. */
  private LedgerEntry moved(LedgerEntry entry) {
    return switch (entry) {
      case LedgerEntry.Later later ->
          later.moved(position(later.found()), position(later.previous()));
      case LedgerEntry.PageAsked(var at, long found, var address) ->
          new LedgerEntry.PageAsked(at, position(found), address);
      case LedgerEntry.RulesFetched(var at, var origin, long previous, var exchanges, var rules) ->
          new LedgerEntry.RulesFetched(
              at, origin, previous < 0 ? previous : position(previous), exchanges, rules);
      default -> entry;
    };
  }

  private void count(LedgerEntry entry, StoredCounts its) {
    switch (entry) {
      case LedgerEntry.Found found -> {
        its.discovered++;
        found
            .rejection()
            .map(reason -> Verdict.rejected(found.at(), found.discovery(), reason))
            .ifPresent(verdict -> {
              its.decided(verdict.disposition());
              target.decided(verdict);
            });
      }
      case LedgerEntry.Decided decided -> {
        Verdict verdict = verdict(decided);
        its.decided(verdict.disposition());
        its.repeats += decided.repeats();
        its.charged += isCharged.test(verdict) ? 1 : 0;
        target.decided(verdict);
      }
      case LedgerEntry.Reopened reopened -> uncount(ledger.entry(reopened.previous()), its);
      default -> {}
    }
  }

  /** Takes back the verdict that was final before a visit. */
  private void uncount(LedgerEntry before, StoredCounts its) {
    if (before instanceof LedgerEntry.Decided decided) {
      its.reopened(decided.disposition());
      its.charged -= isCharged.test(verdict(decided)) ? 1 : 0;
    } else if (before instanceof LedgerEntry.Found found) {
      found.rejection().ifPresent(reason -> its.reopened(new Disposition.Dropped(reason, "")));
    }
  }

  private Verdict verdict(LedgerEntry.Decided entry) {
    Discovery discovery = ledger.found(entry.found()).discovery();
    return new Verdict(entry.at(), discovery, entry.visit(), entry.attempt(), entry.disposition());
  }

  private void putInAll(LedgerEntry entry, byte @Nullable [] pointer) {
    for (int shard = 0; shard < counts.length; shard++) {
      long at = counts[shard].ledgerSize++;
      target.put(shard, LedgerKeys.ledger(at), entry.value(at));
      if (pointer != null) {
        target.put(shard, pointer, new RowWriter().number(at).toBytes());
      }
    }
  }

  private void movePointer(RowStore.Row row) {
    long position = new RowReader(row.value()).number();
    target.put(shard(position), row.key(), new RowWriter().number(position(position)).toBytes());
  }

  private void moveNote(RowStore.Row row) {
    var key = new RowReader(row.key());
    key.octet();
    String name = key.text();
    long position = key.fixed();
    target.put(shard(position), LedgerKeys.note(name, position(position)), row.value());
  }

  private void moveTooFar(RowStore.Row row) {
    int shard = shard(Discovery.read(new RowReader(row.value())).url());
    counts[shard].discovered++;
    counts[shard].tooFar++;
    target.put(shard, row.key(), row.value());
  }

  /** The number of the shard that has an entry, by the position of the entry in the whole. */
  public int shard(long position) {
    return (int) (places[Math.toIntExact(position)] >>> POSITION_BITS);
  }

  /** The position of an entry in its shard, by that in the whole. */
  public long position(long position) {
    return places[Math.toIntExact(position)] & POSITION;
  }

  /** The number of the shard that has a URL. */
  public int shard(CrawlUrl url) {
    return shardOf.applyAsInt(url.host());
  }

  /** Counts a URL to do that is set aside in a shard. */
  public void setAside(int shard) {
    counts[shard].setAside++;
  }

  /**
   * Writes the rows of the counts. Links that were found again and belong to no entry count for the
   * first shard, so that the sums are those of the whole.
   *
   * @return the sum
   */
  public FrontierCounts writeCounts() {
    StoredCounts all = StoredCounts.of(whole);
    counts[0].repeats += all.repeats - Arrays.stream(counts).mapToLong(its -> its.repeats).sum();
    counts[0].charged += all.charged - Arrays.stream(counts).mapToLong(its -> its.charged).sum();
    for (int shard = 0; shard < counts.length; shard++) {
      target.put(shard, LedgerKeys.COUNTS, counts[shard].value());
    }
    return all.counts(0);
  }
}
