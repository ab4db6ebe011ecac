package dev.arachne.ledger;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The work of earlier processes of a crawl, for callers that count along. Immutable.
 *
 * @param checkpoint the last bytes of {@link LedgerWriter#checkpoint}; empty without any
 * @param verdicts those that are not in it, in order
 * @param records those that an output may not have
 * @param outputEnds the length of each output, once it has all its records; without outputs that
 *     have none
 */
public record EarlierRuns(
    Optional<byte[]> checkpoint,
    List<Verdict> verdicts,
    List<OutputRecord> records,
    Map<String, Long> outputEnds) {

  /** The length of an output, once it has all its records. */
  public long outputEnd(String output) {
    return outputEnds.getOrDefault(output, 0L);
  }

  /** Reads the rows of {@code store}. */
  static EarlierRuns of(RowStore store) {
    StoredCounts totals = StoredCounts.of(store);
    byte[] kept = store.get(LedgerKeys.CHECKPOINT);
    var reader = kept == null ? null : new RowReader(kept);
    long from = reader == null ? 0 : reader.number();
    return new EarlierRuns(
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
                    .map(reason -> Verdict.rejected(found.at(), found.discovery(), reason))
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
                    decided.at(),
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
