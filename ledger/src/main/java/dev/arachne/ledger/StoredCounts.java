package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a shard, as its one row of counts keeps them. On disk nothing is in flight and
 * nothing is retrying: such URLs are queued. Confined to its shard.
 */
public final class StoredCounts {
  /** Distinct URLs that were offered. */
  public long discovered;

  long fetched;
  long skipped;
  long failed;

  /** URLs that wait for their turn. */
  public long queued;

  /** URLs that wait for their next attempt. */
  public long retrying;

  /** URLs that are too far away by every known path. */
  public long tooFar;

  /** URLs to do that are set aside. */
  public long setAside;

  /** Links to URLs that had been found before. */
  public long repeats;

  /** URLs that count against the bound on pages: requested, and not merely skipped. */
  public long charged;

  /** Entries in the ledger, which is the position of the next one. */
  long ledgerSize;

  /** Discoveries that were made for other shards. */
  public long sent;

  /** Discoveries that came from other shards. */
  public long received;

  private final Map<String, Long> outputEnds = new TreeMap<>();

  /** The numbers in the rows of {@code store}; all 0 without them. */
  public static StoredCounts of(RowStore store) {
    return read(store.get(LedgerKeys.COUNTS));
  }

  /** Reads the value of their row; all 0 without one. */
  public static StoredCounts read(byte @Nullable [] value) {
    var totals = new StoredCounts();
    if (value != null) {
      var row = new RowReader(value);
      totals.discovered = row.number();
      totals.fetched = row.number();
      totals.skipped = row.number();
      totals.failed = row.number();
      totals.tooFar = row.number();
      totals.charged = row.number();
      totals.ledgerSize = row.number();
      totals.repeats = row.number();
      totals.sent = row.number();
      totals.received = row.number();
      totals.setAside = row.number();
      while (!row.atEnd()) {
        totals.outputEnds.put(row.text(), row.number());
      }
      totals.queued = totals.discovered - totals.decided() - totals.tooFar - totals.setAside;
    }
    return totals;
  }

  byte[] value() {
    var row =
        new RowWriter()
            .number(discovered)
            .number(fetched)
            .number(skipped)
            .number(failed)
            .number(tooFar)
            .number(charged)
            .number(ledgerSize)
            .number(repeats)
            .number(sent)
            .number(received)
            .number(setAside);
    outputEnds.forEach((output, end) -> row.text(output).number(end));
    return row.toBytes();
  }

  /** Entries in the ledger. */
  public long ledgerSize() {
    return ledgerSize;
  }

  /** Bytes of an output, once all its records are in it. */
  long outputEnd(String output) {
    return outputEnds.getOrDefault(output, 0L);
  }

  Map<String, Long> outputEnds() {
    return Map.copyOf(outputEnds);
  }

  void outputEnd(String output, long end) {
    outputEnds.put(output, end);
  }

  /** Counts a verdict on a URL. */
  public void decided(Disposition.Final disposition) {
    count(disposition, 1);
  }

  /** Takes back the count of a verdict that is not final any more. */
  public void reopened(Disposition.Final disposition) {
    count(disposition, -1);
  }

  private void count(Disposition.Final disposition, int urls) {
    if (disposition instanceof Disposition.Dropped dropped) {
      switch (dropped.reason().kind()) {
        case SKIPPED -> skipped += urls;
        case FAILED -> failed += urls;
      }
    } else {
      fetched += urls;
    }
  }

  /**
   * The counts of all URLs, by state.
   *
   * @param inFlight those that are leased
   */
  public FrontierCounts counts(int inFlight) {
    return new FrontierCounts(
        discovered,
        fetched,
        skipped,
        failed,
        queued,
        retrying,
        tooFar,
        setAside,
        inFlight,
        repeats);
  }

  private long decided() {
    return fetched + skipped + failed;
  }
}
