package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.Map;
import java.util.TreeMap;

/** The form of counts by name on their way from another process. */
final class CountsRow {
  private CountsRow() {}

  static RowWriter write(Map<String, Long> counts, RowWriter row) {
    row.number(counts.size());
    counts.forEach((name, count) -> row.text(name).number(count));
    return row;
  }

  static Map<String, Long> read(RowReader row) {
    Map<String, Long> counts = new TreeMap<>();
    for (long left = row.number(); left > 0; left--) {
      counts.put(row.text(), row.number());
    }
    return counts;
  }
}
