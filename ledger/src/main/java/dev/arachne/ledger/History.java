package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What earlier processes have done for a crawl, for those who count along. Immutable.
 *
 * @param checkpoint what {@link LedgerWriter#checkpoint} kept last; empty if nothing was
 * @param verdicts those that are not in it, in order
 * @param records those that an output may not have
 * @param outputEnds how long each output is, once it has all its records; one without any is not
 *     there
 */
public record History(
    Optional<byte[]> checkpoint,
    List<Verdict> verdicts,
    List<OutputRecord> records,
    Map<String, Long> outputEnds) {

  /** How long an output is, once it has all its records. */
  public long outputEnd(String output) {
    return outputEnds.getOrDefault(output, 0L);
  }

  /** Reads the rows of {@code store}. */
  static History of(RowStore store) {
    Totals totals = Totals.of(store);
    byte[] kept = store.get(LedgerKeys.CHECKPOINT);
    var reader = kept == null ? null : new RowReader(kept);
    long from = reader == null ? 0 : reader.number();
    return new History(
        reader == null ? Optional.empty() : Optional.of(reader.rest()),
        verdicts(Ledger.of(store), from),
        records(store),
        totals.outputEnds());
  }

  private static List<Verdict> verdicts(Ledger ledger, long from) {
    List<Verdict> verdicts = new ArrayList<>();
    for (long position = from; position < ledger.size(); position++) {
      Verdict verdict =
          switch (ledger.entry(position)) {
            case LedgerEntry.Found found ->
                found
                    .discovery()
                    .rejection()
                    .map(reason ->
                        new Verdict(found.discovery(), 1, 0, new Disposition.Dropped(reason, "")))
                    .orElse(null);
            case LedgerEntry.Tried _,
                LedgerEntry.Reopened _,
                LedgerEntry.RulesFetched _,
                LedgerEntry.Departure _,
                LedgerEntry.SubresourceFetched _,
                LedgerEntry.Changed _,
                LedgerEntry.Begun _ ->
                null;
            case LedgerEntry.Decided decided ->
                new Verdict(
                    ledger.found(decided.found()).discovery(),
                    decided.visit(),
                    decided.attempt(),
                    decided.disposition());
          };
      if (verdict != null) {
        verdicts.add(verdict);
      }
    }
    return verdicts;
  }

  private static List<OutputRecord> records(RowStore store) {
    List<OutputRecord> records = new ArrayList<>();
    store.scan(
        LedgerKeys.kind('O'), LedgerKeys.kind('O' + 1), row -> records.add(LedgerKeys.output(row)));
    return records;
  }
}
