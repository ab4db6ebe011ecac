package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;

/**
 * The ledger in a store: all decisions, in order. Entries are addressed by position, and found by
 * URL through the row that marks it as seen. Confined as the store is.
 */
public final class Ledger {
  private final RowStore store;
  private final StoredCounts totals;

  /** The ledger that {@code totals} counts, while it grows. */
  Ledger(RowStore store, StoredCounts totals) {
    this.store = store;
    this.totals = totals;
  }

  /** The ledger as it is now. */
  public static Ledger of(RowStore store) {
    return new Ledger(store, StoredCounts.of(store));
  }

  /** The number of entries; their positions are from 0. */
  public long size() {
    return totals.ledgerSize;
  }

  /** The counts of all URLs, by their row; those in flight count as queued. */
  public FrontierCounts counts() {
    return totals.counts(0);
  }

  /** The number of rows of URLs to do, counted one by one; those set aside are among them. */
  public long toDo() {
    return rows('Q') + rows('U');
  }

  /** The changes that are in force after the last entry. */
  public Changes changes() {
    List<Long> positions = new ArrayList<>();
    store.scan(
        LedgerKeys.kind('Z'),
        LedgerKeys.kind('Z' + 1),
        row -> positions.add(new RowReader(row.value()).number()));
    Changes changes = Changes.NONE;
    for (long position : positions) {
      changes = changes.with((LedgerEntry.Changed) entry(position));
    }
    return changes;
  }

  /** The number of rows of URLs that are too far by every known path, counted one by one. */
  public long tooFar() {
    return rows('T');
  }

  /** The entry at a position. */
  public LedgerEntry entry(long position) {
    byte[] value = store.get(LedgerKeys.ledger(position));
    if (value == null) {
      throw new StoreException(
          StoreException.Kind.CORRUPT, "the store lacks entry " + position + " of its ledger");
    }
    return LedgerEntry.read(position, value);
  }

  /** The values of the entries from a position to before another one, in one pass of the store. */
  List<byte[]> values(long from, long to) {
    List<RowStore.Row> rows =
        store.range(LedgerKeys.ledger(from), LedgerKeys.ledger(to), Math.toIntExact(to - from));
    if (rows.size() != to - from) {
      throw new StoreException(
          StoreException.Kind.CORRUPT,
          "the store lacks entries from %d to %d of its ledger".formatted(from, to));
    }
    return rows.stream().map(RowStore.Row::value).toList();
  }

  /** The entry about the discovery to which another one belongs. */
  public LedgerEntry.Found found(long position) {
    return (LedgerEntry.Found) entry(position);
  }

  /**
   * All entries about a URL, in order; empty if it was never found, or every known path to it was
   * too long.
   */
  public List<LedgerEntry> about(CrawlUrl url) {
    return positionsAbout(url).stream().map(this::entry).toList();
  }

  /** The last of these entries. */
  public Optional<LedgerEntry> last(CrawlUrl url) {
    return lastAbout(url).map(this::entry);
  }

  /** The positions of these entries, in order. */
  public List<Long> positionsAbout(CrawlUrl url) {
    List<Long> positions = new ArrayList<>();
    Optional<Long> position = lastAbout(url);
    while (position.isPresent()) {
      LedgerEntry entry = entry(position.get());
      positions.add(position.get());
      position =
          switch (entry) {
            case LedgerEntry.Later later -> Optional.of(later.previous());
            case LedgerEntry.Found _,
                LedgerEntry.RulesFetched _,
                LedgerEntry.Departure _,
                LedgerEntry.SubresourceFetched _,
                LedgerEntry.Changed _,
                LedgerEntry.Begun _ ->
                Optional.empty();
          };
    }
    return positions.reversed();
  }

  /** Whether the last visit of a URL has its verdict; not if the URL was never found. */
  public boolean isDecided(CrawlUrl url) {
    return lastAbout(url)
        .map(this::entry)
        .filter(LedgerEntry.Decided.class::isInstance)
        .isPresent();
  }

  /**
   * The path on which a URL was found: from a seed to the URL itself. It begins later if it comes
   * from hosts of another shard, whose ledger has its beginning.
   */
  public List<CrawlUrl> way(LedgerEntry.Found to) {
    List<CrawlUrl> way = new ArrayList<>(List.of(to.url()));
    CrawlUrl via = to.discovery().via();
    while (via != null) {
      way.add(via);
      via = discoveryOf(via).map(Discovery::via).orElse(null);
    }
    return way.reversed();
  }

  private Optional<Discovery> discoveryOf(CrawlUrl url) {
    return lastAbout(url)
        .map(this::entry)
        .map(last -> last instanceof LedgerEntry.Later later ? entry(later.found()) : last)
        .map(found -> ((LedgerEntry.Found) found).discovery());
  }

  /** The robots rules of a site as last fetched, up to an instant. */
  public Optional<LedgerEntry.RulesFetched> rules(Origin site, Instant until) {
    return rulesAt(site, until, _ -> true).map(it -> (LedgerEntry.RulesFetched) entry(it));
  }

  /**
   * The position of the last entry about a site's robots rules, up to an instant.
   *
   * @param wanted which of them count, by their records
   */
  public Optional<Long> rulesAt(Origin site, Instant until, Predicate<byte[]> wanted) {
    return host(site)
        .flatMap(host ->
            lastRules(
                host,
                rules ->
                    rules.origin().equals(site)
                        && !rules.at().isAfter(until)
                        && wanted.test(rules.rules())));
  }

  /** The position of the last entry about robots rules of a host that is a wanted one. */
  Optional<Long> lastRules(long host, Predicate<LedgerEntry.RulesFetched> wanted) {
    byte[] last = store.get(LedgerKeys.rules(host));
    long position = last == null ? -1 : new RowReader(last).number();
    while (position >= 0) {
      var rules = (LedgerEntry.RulesFetched) entry(position);
      if (wanted.test(rules)) {
        return Optional.of(position);
      }
      position = rules.previous();
    }
    return Optional.empty();
  }

  /** The position of the last entry about a URL of a host; empty if it was never found. */
  Optional<Long> lastAbout(long host, Fingerprint url) {
    byte[] seen = store.get(LedgerKeys.seen(host, url));
    return seen == null ? Optional.empty() : Optional.of(new RowReader(seen).number());
  }

  /** The note with the entry at a position, for the reader of a name, if it is still there. */
  public Optional<byte[]> note(String name, long position) {
    return Optional.ofNullable(store.get(LedgerKeys.note(name, position)));
  }

  /** Gives all entries to {@code reader}, in order; each with its position. */
  public void read(ObjLongConsumer<LedgerEntry> reader) {
    store.scan(
        LedgerKeys.kind('L'),
        LedgerKeys.ledger(totals.ledgerSize),
        row -> {
          long position = LedgerKeys.number(row.key());
          reader.accept(LedgerEntry.read(position, row.value()), position);
        });
  }

  /** Whether a URL waits for its verdict, because every known path to it was too long. */
  public boolean isTooFar(CrawlUrl url) {
    return host(url.origin())
        .filter(host -> store.get(LedgerKeys.tooFar(host, url.fingerprint())) != null)
        .isPresent();
  }

  private long rows(int kind) {
    long[] count = {0};
    store.scan(LedgerKeys.kind(kind), LedgerKeys.kind(kind + 1), _ -> count[0]++);
    return count[0];
  }

  private Optional<Long> lastAbout(CrawlUrl url) {
    return host(url.origin()).flatMap(host -> lastAbout(host, url.fingerprint()));
  }

  private Optional<Long> host(Origin origin) {
    Origin server = origin.server();
    for (long key = LedgerKeys.hash(server); ; key++) {
      byte[] row = store.get(LedgerKeys.host(key));
      if (row == null) {
        return Optional.empty();
      }
      if (LedgerKeys.origin(new RowReader(row)).equals(server)) {
        return Optional.of(key);
      }
    }
  }
}
