package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in a store: what was decided, in order. Entries are addressed by position, and found
 * by URL through the row that says it was seen. Confined as the store is.
 */
public final class Ledger {
  private final FrontierStore store;
  private final long size;

  private Ledger(FrontierStore store, long size) {
    this.store = store;
    this.size = size;
  }

  /** The ledger as it is now. */
  public static Ledger of(FrontierStore store) {
    return new Ledger(store, Totals.read(store.get(Rows.COUNTS)).ledgerSize);
  }

  /** How many entries there are; their positions are from 0. */
  public long size() {
    return size;
  }

  /** The entry at a position. */
  public LedgerEntry entry(long position) {
    byte[] value = store.get(Rows.ledger(position));
    return LedgerEntry.read(
        position, Objects.requireNonNull(value, () -> "no ledger entry " + position));
  }

  /** The entry about the discovery to which another one belongs. */
  public LedgerEntry.Found found(long position) {
    return (LedgerEntry.Found) entry(position);
  }

  /**
   * Everything that was decided about a URL, in order; empty if it was never found, or every way to
   * it was too long so far.
   */
  public List<LedgerEntry> about(CrawlUrl url) {
    List<LedgerEntry> entries = new ArrayList<>();
    Optional<Long> position = lastAbout(url);
    while (position.isPresent()) {
      LedgerEntry entry = entry(position.get());
      entries.add(entry);
      position =
          switch (entry) {
            case LedgerEntry.Found _ -> Optional.empty();
            case LedgerEntry.Later later -> Optional.of(later.previous());
          };
    }
    return entries.reversed();
  }

  /** The way on which a URL was found: from a root to the URL itself. */
  public List<LedgerEntry.Found> way(LedgerEntry.Found to) {
    List<LedgerEntry.Found> way = new ArrayList<>(List.of(to));
    for (long via = to.via(); via >= 0; via = way.getLast().via()) {
      way.add(found(via));
    }
    return way.reversed();
  }

  /** Whether a URL waits for its end, because every way to it so far was too long. */
  public boolean isTooFar(CrawlUrl url) {
    return host(url.origin())
        .filter(host -> store.get(Rows.tooFar(host, url.fingerprint())) != null)
        .isPresent();
  }

  private Optional<Long> lastAbout(CrawlUrl url) {
    Optional<Long> host = host(url.origin());
    byte @Nullable [] seen =
        host.isEmpty() ? null : store.get(Rows.seen(host.get(), url.fingerprint()));
    return seen == null ? Optional.empty() : Optional.of(new RowReader(seen).number());
  }

  private Optional<Long> host(Origin origin) {
    for (long key = Hosts.key(origin); ; key++) {
      byte[] row = store.get(Rows.host(key));
      if (row == null) {
        return Optional.empty();
      }
      if (HostQueue.read(key, row).origin.equals(origin)) {
        return Optional.of(key);
      }
    }
  }
}
