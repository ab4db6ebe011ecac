package dev.arachne.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;

/** Counts the values of some fields over all pages that match. Confined to one thread. */
final class FacetCounter implements CollectorManager<FacetCounter.Counts, Long> {
  private final List<String> fields = FacetCounts.COUNTED;
  private final List<Map<String, Long>> counts = new ArrayList<>();

  FacetCounter() {
    fields.forEach(_ -> counts.add(new HashMap<>()));
  }

  /** The counts of one slice of the index. */
  final class Counts implements Collector {
    private final List<int[]> byOrd = new ArrayList<>();
    private final List<SortedDocValues> values = new ArrayList<>();
    private long total;

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext leaf) throws IOException {
      take();
      for (String field : fields) {
        SortedDocValues its = DocValues.getSorted(leaf.reader(), field);
        values.add(its);
        byOrd.add(new int[its.getValueCount()]);
      }
      return new LeafCollector() {
        @Override
        public void setScorer(Scorable scorer) {}

        @Override
        public void collect(int doc) throws IOException {
          total++;
          for (int i = 0; i < values.size(); i++) {
            if (values.get(i).advanceExact(doc)) {
              byOrd.get(i)[values.get(i).ordValue()]++;
            }
          }
        }
      };
    }

    /** Adds the counts of a segment, which are by its ordinals, to the sums. */
    private void take() throws IOException {
      for (int i = 0; i < values.size(); i++) {
        int[] ofField = byOrd.get(i);
        for (int ord = 0; ord < ofField.length; ord++) {
          if (ofField[ord] > 0) {
            String value = values.get(i).lookupOrd(ord).utf8ToString();
            counts.get(i).merge(value, (long) ofField[ord], Long::sum);
          }
        }
      }
      values.clear();
      byOrd.clear();
    }

    @Override
    public ScoreMode scoreMode() {
      return ScoreMode.COMPLETE_NO_SCORES;
    }
  }

  @Override
  public Counts newCollector() {
    return new Counts();
  }

  /** How many pages match. */
  @Override
  public Long reduce(Collection<Counts> collected) throws IOException {
    long total = 0;
    for (Counts each : collected) {
      each.take();
      total += each.total;
    }
    return total;
  }

  /** The counts of all pages that match. */
  FacetCounts counts() {
    Map<String, Map<String, Long>> byField = new HashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      byField.put(fields.get(i), counts.get(i));
    }
    return new FacetCounts(counts.get(fields.indexOf(IndexFields.HOST)).size(), byField);
  }
}
