package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The rows of a shard that only a later process reads: its ledger and what points into it, its
 * counts, records for outputs. On a store that ends with the process none of them is made. Confined
 * to its shard.
 */
final class LastingRows {
  private final RowStore store;
  private final Totals totals;
  private final boolean areKept;
  private byte[] flushedCounts = {};

  /** Bytes of robots rules in a store that is memory. */
  private long rulesBytes;

  LastingRows(RowStore store, Totals totals) {
    this.store = store;
    this.totals = totals;
    this.areKept = store.outlivesProcess();
  }

  /**
   * A URL was found; returns the position of that in the ledger.
   *
   * @param now in nanoseconds since 1970, as everywhere here
   */
  long found(Discovery discovery, HostQueue host, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.Found(instant(now), discovery));
      seen(discovery.url().fingerprint(), host, position);
    }
    return position;
  }

  /** An attempt will be repeated; returns the position of that in the ledger. */
  long tried(LeaseState lease, Optional<Exchange> exchange, Disposition.Retry retry, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      QueueEntry entry = lease.page();
      put(
          position,
          new LedgerEntry.Tried(
              instant(now),
              entry.found(),
              entry.last(),
              entry.visit(),
              exchange,
              entry.attempt(),
              retry));
      seen(entry.discovery().url().fingerprint(), lease.host, position);
    }
    return position;
  }

  /**
   * A URL has its verdict; returns the position of that in the ledger.
   *
   * @param exchange the request of its last attempt
   * @param attempts that were made
   * @param repeats how often it was found again before
   */
  long decided(
      HostQueue host,
      QueueEntry entry,
      Optional<Exchange> exchange,
      int attempts,
      long repeats,
      Disposition.Final last,
      long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(
          position,
          new LedgerEntry.Decided(
              instant(now),
              entry.found(),
              entry.last(),
              entry.visit(),
              exchange,
              attempts,
              repeats,
              last));
      seen(entry.discovery().url().fingerprint(), host, position);
    }
    return position;
  }

  /** The verdict on a URL, and where it is; empty if the last entry about the URL is none. */
  Optional<Decision> decision(CrawlUrl url, HostQueue host) {
    byte[] seen = store.get(Rows.seen(host.key, url.fingerprint()));
    if (seen == null) {
      return Optional.empty();
    }
    long position = new RowReader(seen).number();
    return entry(position) instanceof LedgerEntry.Decided decided
        ? Optional.of(
            new Decision(
                position, decided, ((LedgerEntry.Found) entry(decided.found())).discovery()))
        : Optional.empty();
  }

  /** A verdict, and where it is. */
  record Decision(long position, LedgerEntry.Decided verdict, Discovery discovery) {}

  /** A URL is to be visited again; returns the position of that in the ledger. */
  long reopened(Decision decision, HostQueue host, long now) {
    long position = totals.ledgerSize++;
    LedgerEntry.Decided last = decision.verdict;
    put(
        position,
        new LedgerEntry.Reopened(instant(now), last.found(), decision.position, last.visit() + 1));
    seen(decision.discovery.url().fingerprint(), host, position);
    return position;
  }

  /** What was noted with the entry at a position. */
  void noted(long position, List<Note> notes) {
    if (areKept) {
      for (Note note : notes) {
        store.put(Rows.note(note.name(), position), note.bytes());
      }
    }
  }

  /** A site was asked for its robots rules; what it said is kept in memory, too. */
  void rulesFetched(Origin origin, HostQueue host, RulesVisit visit, long now) {
    long position = totals.ledgerSize++;
    if (areKept || visit.failure().isEmpty()) {
      byte[] rules = visit.record();
      rulesBytes += areKept ? 0 : rules.length;
      byte[] key = Rows.rules(host.key);
      byte[] row = store.get(key);
      long previous = row == null ? -1 : new RowReader(row).number();
      put(
          position,
          new LedgerEntry.RulesFetched(instant(now), origin, previous, visit.exchanges(), rules));
      store.put(key, new RowWriter().number(position).toBytes());
    }
    noted(position, visit.notes());
  }

  /** A request for a leased URL is about to be sent. */
  void departing(LeaseState lease, InetAddress address, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.PageAsked(instant(now), lease.page().found(), address));
    }
  }

  /** A request for the robots.txt of a site is about to be sent. */
  void departing(Origin site, Origin host, InetAddress address, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.RulesAsked(instant(now), site, host, address));
    }
  }

  /**
   * What a site last said of its robots rules.
   *
   * @param said tells from its record whether it said something
   */
  Optional<LedgerEntry.RulesFetched> rules(Origin site, HostQueue host, Predicate<byte[]> said) {
    byte[] row = store.get(Rows.rules(host.key));
    long position = row == null ? -1 : new RowReader(row).number();
    while (position >= 0) {
      var rules = (LedgerEntry.RulesFetched) entry(position);
      if (rules.origin().equals(site) && said.test(rules.rules())) {
        return Optional.of(rules);
      }
      position = rules.previous();
    }
    return Optional.empty();
  }

  /** Memory that robots rules take in a store that is memory. */
  long rulesBytes() {
    return rulesBytes;
  }

  /** When the ledger's last entry was made, in nanoseconds since 1970; 0 if there is none. */
  long lastAt() {
    return totals.ledgerSize == 0 || !areKept ? 0 : nanos(entry(totals.ledgerSize - 1).at());
  }

  /** The same for the last entry that tells of more than the start of a process. */
  long lastActedAt() {
    for (long position = totals.ledgerSize - 1; areKept && position >= 0; position--) {
      if (!(entry(position) instanceof LedgerEntry.Begun)) {
        return nanos(entry(position).at());
      }
    }
    return 0;
  }

  /** A process begins, and says what it keeps to. */
  void begun(String terms, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.Begun(instant(now), terms));
    }
  }

  /** A record is to reach its output. */
  void record(OutputRecord record) {
    if (areKept) {
      store.put(Rows.output(record.output(), record.offset()), record.bytes());
    }
  }

  /** Forgets a record that its output has for good. */
  void settled(OutputRecord record) {
    if (areKept) {
      store.delete(Rows.output(record.output(), record.offset()));
    }
  }

  /** Keeps what somebody made of the ledger's first entries. */
  void checkpoint(byte[] bytes, long entries) {
    if (areKept) {
      store.put(Rows.CHECKPOINT, new RowWriter().number(entries).raw(bytes).toBytes());
    }
  }

  /** Writes the counts, unless they are what they were. */
  void flush() {
    if (areKept) {
      byte[] counts = totals.value();
      if (!Arrays.equals(counts, flushedCounts)) {
        flushedCounts = counts;
        store.put(Rows.COUNTS, counts);
      }
    }
  }

  /** The time of day so many nanoseconds after the beginning of 1970. */
  static Instant instant(long nanos) {
    return Instant.EPOCH.plusNanos(nanos);
  }

  /** Nanoseconds from the beginning of 1970 to a time of day. */
  static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  private LedgerEntry entry(long position) {
    byte[] value = store.get(Rows.ledger(position));
    if (value == null) {
      throw new StoreException(
          StoreException.Kind.CORRUPT, "the store lacks entry " + position + " of its ledger");
    }
    return LedgerEntry.read(position, value);
  }

  private void put(long position, LedgerEntry entry) {
    store.put(Rows.ledger(position), entry.value(position));
  }

  private void seen(Fingerprint url, HostQueue host, long position) {
    store.put(Rows.seen(host.key, url), new RowWriter().number(position).toBytes());
  }
}
