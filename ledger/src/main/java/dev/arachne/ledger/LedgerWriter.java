package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Adds to the ledger of a shard, and keeps the rows that belong to it: pointers into it, counts,
 * records for outputs. Only a later process reads them, so on a store that ends with the process
 * they are not made. Confined to its shard.
 *
 * <p>Times are in nanoseconds since 1970; hosts are the numbers in the keys of their rows.
 */
public final class LedgerWriter {
  private final RowStore store;
  private final StoredCounts totals;
  private final Ledger ledger;
  private final boolean areKept;
  private byte[] flushedCounts = {};

  /** Bytes of robots rules in a store that is memory. */
  private long rulesBytes;

  /**
   * Resumes the ledger in {@code store}.
   *
   * @param totals its counts, which others count along
   */
  public LedgerWriter(RowStore store, StoredCounts totals) {
    this.store = store;
    this.totals = totals;
    this.ledger = new Ledger(store, totals);
    this.areKept = store.outlivesProcess();
  }

  /** Records that a URL was found; returns the position of that in the ledger. */
  public long found(Discovery discovery, long host, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.Found(instant(now), discovery));
      seen(discovery.url().fingerprint(), host, position);
    }
    return position;
  }

  /** Whether the ledger has a URL, by its rows. */
  public boolean hasFound(Fingerprint url, long host) {
    return store.get(LedgerKeys.seen(host, url)) != null;
  }

  /** Records an attempt at a URL, or its verdict; returns the position of that in the ledger. */
  public long attempted(CrawlUrl url, long host, LedgerEntry.Attempt attempt) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, attempt);
      seen(url.fingerprint(), host, position);
    }
    return position;
  }

  /** The entry at a position. */
  public LedgerEntry entry(long position) {
    return ledger.entry(position);
  }

  /** The entry about the discovery to which another one belongs. */
  public LedgerEntry.Found found(long position) {
    return ledger.found(position);
  }

  /** The verdict on a URL, and its position; empty if the last entry about the URL is not one. */
  public Optional<Decision> decision(CrawlUrl url, long host) {
    Optional<Long> last = ledger.lastAbout(host, url.fingerprint());
    return last.isPresent() && ledger.entry(last.get()) instanceof LedgerEntry.Decided decided
        ? Optional.of(new Decision(last.get(), decided, ledger.found(decided.found()).discovery()))
        : Optional.empty();
  }

  /**
   * A verdict, and its position.
   *
   * @param position of the entry with the verdict
   * @param discovery how its URL was first found
   */
  public record Decision(long position, LedgerEntry.Decided verdict, Discovery discovery) {}

  /**
   * The validators of a page as it was answered last; empty if the last visit has brought no page,
   * or none are known.
   *
   * @param last the position of the ledger's last entry about its URL
   */
  public Optional<Validators> validators(long last) {
    long position = last;
    while (areKept && ledger.entry(position) instanceof LedgerEntry.Later later) {
      if (later instanceof LedgerEntry.Decided decided) {
        return decided.disposition() instanceof Disposition.Done
            ? ledger.note(Validators.NOTES, position).flatMap(Validators::read)
            : Optional.empty();
      }
      position = later.previous();
    }
    return Optional.empty();
  }

  /** Records that a URL is to be visited again; returns the position of that in the ledger. */
  public long reopened(Decision decision, long host, long now) {
    LedgerEntry.Decided last = decision.verdict;
    return reopened(
        decision.discovery.url(),
        host,
        new LedgerEntry.Reopened(instant(now), last.found(), decision.position, last.visit() + 1));
  }

  /**
   * Records that a URL that was rejected when it was found is to be visited; returns the position
   * of that in the ledger.
   *
   * @param found the position of the entry about its discovery, the last one about it
   */
  public long reopened(CrawlUrl url, long host, long found, long now) {
    return reopened(url, host, new LedgerEntry.Reopened(instant(now), found, found, 2));
  }

  private long reopened(CrawlUrl url, long host, LedgerEntry.Reopened entry) {
    long position = totals.ledgerSize++;
    put(position, entry);
    seen(url.fingerprint(), host, position);
    return position;
  }

  /** Whether the entry at a position is the last one about a URL. */
  public boolean isLast(CrawlUrl url, long host, long position) {
    return ledger.lastAbout(host, url.fingerprint()).equals(Optional.of(position));
  }

  /** Keeps the notes with the entry at a position. */
  public void noted(long position, List<VisitNote> notes) {
    if (areKept) {
      for (VisitNote note : notes) {
        store.put(LedgerKeys.note(note.name(), position), note.bytes());
      }
    }
  }

  /**
   * Records the robots rules of a site, which are kept in memory, too; returns the position of that
   * in the ledger.
   */
  public long rulesSaid(Origin site, long host, List<Exchange> exchanges, byte[] rules, long now) {
    long position = totals.ledgerSize++;
    rulesBytes += areKept ? 0 : rules.length;
    putRules(position, site, host, exchanges, rules, now);
    return position;
  }

  /** The same of a site whose robots rules could not be fetched. */
  public long rulesFailed(
      Origin site, long host, List<Exchange> exchanges, byte[] rules, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      putRules(position, site, host, exchanges, rules, now);
    }
    return position;
  }

  private void putRules(
      long position, Origin site, long host, List<Exchange> exchanges, byte[] rules, long now) {
    byte[] key = LedgerKeys.rules(host);
    byte[] row = store.get(key);
    long previous = row == null ? -1 : new RowReader(row).number();
    put(position, new LedgerEntry.RulesFetched(instant(now), site, previous, exchanges, rules));
    store.put(key, new RowWriter().number(position).toBytes());
  }

  /**
   * Records that a request for a page is about to be sent.
   *
   * @param found the position of the entry about the discovery of its URL
   */
  public void departing(long found, InetAddress address, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.PageAsked(instant(now), found, address));
    }
  }

  /**
   * Records that a request for the robots.txt of a site is about to be sent.
   *
   * @param asked the origin that gets it: another one after a redirect
   */
  public void departing(Origin site, Origin asked, InetAddress address, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.RulesAsked(instant(now), site, asked, address));
    }
  }

  /** Records that a subresource is about to be requested. */
  public void departing(CrawlUrl page, CrawlUrl url, InetAddress address, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.SubresourceAsked(instant(now), page, url, address));
    }
  }

  /** Records that a subresource was requested; returns the position of that in the ledger. */
  public long fetched(LedgerEntry.SubresourceFetched subresource) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, subresource);
    }
    return position;
  }

  /**
   * The last robots rules received from a site.
   *
   * @param said whether a record has an answer of the site
   */
  public Optional<LedgerEntry.RulesFetched> rules(Origin site, long host, Predicate<byte[]> said) {
    return ledger
        .lastRules(host, rules -> rules.origin().equals(site) && said.test(rules.rules()))
        .map(it -> (LedgerEntry.RulesFetched) ledger.entry(it));
  }

  /** Memory that robots rules take in a store that is memory. */
  public long rulesBytes() {
    return rulesBytes;
  }

  /** The time of the ledger's last entry; 0 for an empty ledger. */
  public long lastAt() {
    return totals.ledgerSize == 0 || !areKept ? 0 : nanos(ledger.entry(totals.ledgerSize - 1).at());
  }

  /** The same for the last entry other than the start of a process, or a change. */
  public long lastActedAt() {
    for (long position = totals.ledgerSize - 1; areKept && position >= 0; position--) {
      LedgerEntry entry = ledger.entry(position);
      if (!(entry instanceof LedgerEntry.Begun || entry instanceof LedgerEntry.Changed)) {
        return nanos(entry.at());
      }
    }
    return 0;
  }

  /** Records the start of a process, and its terms. */
  public void begun(String terms, long now) {
    long position = totals.ledgerSize++;
    if (areKept) {
      put(position, new LedgerEntry.Begun(instant(now), terms));
    }
  }

  /** Records a change of the crawl by the user; returns the entry about it. */
  public LedgerEntry.Changed changed(int number, Change change, long now) {
    long position = totals.ledgerSize++;
    var entry = new LedgerEntry.Changed(exact(instant(now)), number, change);
    if (areKept) {
      put(position, entry);
      store.put(LedgerKeys.change(number), new RowWriter().number(position).toBytes());
    }
    return entry;
  }

  /** The changes that earlier processes have left in force. */
  public Changes changes() {
    return areKept ? ledger.changes() : Changes.NONE;
  }

  /** Adds a record to the end of an output; returns it with its place. */
  public OutputRecord record(String output, byte[] bytes) {
    var record = new OutputRecord(output, totals.outputEnd(output), bytes);
    totals.outputEnd(output, record.end());
    if (areKept) {
      store.put(LedgerKeys.output(output, record.offset()), bytes);
    }
    return record;
  }

  /** Forgets a record that its output has for good. */
  public void settled(OutputRecord record) {
    if (areKept) {
      store.delete(LedgerKeys.output(record.output(), record.offset()));
    }
  }

  /** Keeps the state that a reader built from the ledger's first entries. */
  public void checkpoint(byte[] bytes, long entries) {
    if (areKept) {
      store.put(LedgerKeys.CHECKPOINT, new RowWriter().number(entries).raw(bytes).toBytes());
    }
  }

  /** Writes the counts, if they have changed. */
  public void flush() {
    if (areKept) {
      byte[] counts = totals.value();
      if (!Arrays.equals(counts, flushedCounts)) {
        flushedCounts = counts;
        store.put(LedgerKeys.COUNTS, counts);
      }
    }
  }

  /** The time of day that number of nanoseconds after the beginning of 1970. */
  public static Instant instant(long nanos) {
    return Instant.EPOCH.plusNanos(nanos);
  }

  /** Nanoseconds from the beginning of 1970 to a time of day. */
  public static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
  }

  /** An instant as it is read again. */
  private static Instant exact(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MICROS);
  }

  private void put(long position, LedgerEntry entry) {
    store.put(LedgerKeys.ledger(position), entry.value(position));
  }

  private void seen(Fingerprint url, long host, long position) {
    store.put(LedgerKeys.seen(host, url), new RowWriter().number(position).toBytes());
  }
}
