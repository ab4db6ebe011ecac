package dev.arachne.frontier;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a shard, as its one row of counts keeps them. On disk nothing is in flight and
 * nothing is retrying: such URLs are queued. Confined to its shard.
 */
final class Totals {
  long discovered;
  long fetched;
  long skipped;
  long failed;
  long queued;
  long retrying;
  long tooFar;

  /** Links to what had been found before. */
  long repeats;

  /** URLs that count against the bound on pages: asked for, and not merely skipped. */
  long charged;

  /** Entries in the ledger, which is the position of the next one. */
  long ledgerSize;

  /** Discoveries that were made for other shards, and those that came from them. */
  long sent;

  long received;

  private final Map<String, Long> outputEnds = new TreeMap<>();

  static Totals read(byte @Nullable [] value) {
    var totals = new Totals();
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
      while (!row.atEnd()) {
        totals.outputEnds.put(row.text(), row.number());
      }
      totals.queued = totals.discovered - totals.decided() - totals.tooFar;
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
            .number(received);
    outputEnds.forEach((output, end) -> row.text(output).number(end));
    return row.toBytes();
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

  void decided(Disposition.Final disposition) {
    count(disposition, 1);
  }

  /** The verdict is not the last word any more. */
  void reopened(Disposition.Final disposition) {
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

  FrontierCounts counts(int inFlight) {
    return new FrontierCounts(
        discovered, fetched, skipped, failed, queued, retrying, tooFar, inFlight, repeats);
  }

  private long decided() {
    return fetched + skipped + failed;
  }
}
