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
 * entry. Confined to one thread.
 */
public final class LedgerSplit {
  /** Bits of a place that are for the position; those above are for the shard. */
  private static final int POSITION_BITS = 48;

  private static final long POSITION = (1L << POSITION_BITS) - 1;

  private final RowStore whole;
  private final ToIntFunction<String> shardOf;
  private final Predicate<Verdict> isCharged;
  private final Target target;
  private final StoredCounts[] counts;

  /** The shard and the position of each entry; those in all shards are in none here. */
  private long[] places = new long[1 << 10];

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
    this.shardOf = shardOf;
    this.isCharged = isCharged;
    this.target = target;
    this.counts = new StoredCounts[shards];
    Arrays.setAll(counts, _ -> new StoredCounts());
  }

  /** Writes all rows but those of {@link #writeCounts}. */
  public void write() {
    Ledger.of(whole).read(this::move);
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
      case LedgerEntry.Found found -> {
        int shard = shard(found.url());
        counts[shard].discovered++;
        found
            .rejection()
            .ifPresent(reason -> {
              var verdict = Verdict.rejected(found.at(), found.discovery(), reason);
              counts[shard].decided(verdict.disposition());
              target.decided(verdict);
            });
        put(shard, position, found);
      }
      case LedgerEntry.Tried it ->
          put(
              shard(it.found()),
              position,
              new LedgerEntry.Tried(
                  it.at(),
                  position(it.found()),
                  position(it.previous()),
                  it.visit(),
                  it.exchange(),
                  it.attempt(),
                  it.disposition()));
      case LedgerEntry.Decided it -> {
        decided(it);
        put(
            shard(it.found()),
            position,
            new LedgerEntry.Decided(
                it.at(),
                position(it.found()),
                position(it.previous()),
                it.visit(),
                it.exchange(),
                it.attempt(),
                it.repeats(),
                it.disposition()));
      }
      case LedgerEntry.Reopened it -> {
        reopened(it);
        put(
            shard(it.found()),
            position,
            new LedgerEntry.Reopened(
                it.at(), position(it.found()), position(it.previous()), it.visit()));
      }
      case LedgerEntry.RulesFetched it ->
          put(
              shardOf.applyAsInt(it.origin().host()),
              position,
              new LedgerEntry.RulesFetched(
                  it.at(),
                  it.origin(),
                  it.previous() < 0 ? -1 : position(it.previous()),
                  it.exchanges(),
                  it.rules()));
      case LedgerEntry.PageAsked it ->
          put(
              shard(it.found()),
              position,
              new LedgerEntry.PageAsked(it.at(), position(it.found()), it.address()));
      case LedgerEntry.RulesAsked it -> put(shardOf.applyAsInt(it.site().host()), position, it);
      case LedgerEntry.SubresourceAsked it -> put(shard(it.page()), position, it);
      case LedgerEntry.SubresourceFetched it -> put(shard(it.page()), position, it);
    }
  }

  private void decided(LedgerEntry.Decided entry) {
    Verdict verdict = verdict(entry);
    StoredCounts its = counts[shard(entry.found())];
    its.decided(entry.disposition());
    its.repeats += entry.repeats();
    its.charged += isCharged.test(verdict) ? 1 : 0;
    target.decided(verdict);
  }

  private void reopened(LedgerEntry.Reopened entry) {
    StoredCounts its = counts[shard(entry.found())];
    switch (Ledger.of(whole).entry(entry.previous())) {
      case LedgerEntry.Decided before -> {
        its.reopened(before.disposition());
        its.charged -= isCharged.test(verdict(before)) ? 1 : 0;
      }
      case LedgerEntry.Found found ->
          found.rejection().ifPresent(reason -> its.reopened(new Disposition.Dropped(reason, "")));
      default -> {}
    }
  }

  private Verdict verdict(LedgerEntry.Decided entry) {
    Discovery discovery = Ledger.of(whole).found(entry.found()).discovery();
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

  private void put(int shard, long position, LedgerEntry entry) {
    long at = counts[shard].ledgerSize++;
    if (position >= places.length) {
      places = Arrays.copyOf(places, Math.toIntExact(2L * places.length));
    }
    places[(int) position] = (long) shard << POSITION_BITS | at;
    target.put(shard, LedgerKeys.ledger(at), entry.value(at));
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
