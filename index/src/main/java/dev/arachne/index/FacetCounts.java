package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many of the pages that match have each value of some fields. Immutable.
 *
 * @param hosts the number of hosts
 * @param fields the pages with each value, by field and value; those with most pages, where a field
 *     has very many values
 */
record FacetCounts(long hosts, Map<String, Map<String, Long>> fields) {
  /** No pages. */
  static final FacetCounts NONE = new FacetCounts(0, Map.of());

  /** The fields that are counted. */
  static final List<String> COUNTED =
      List.of(IndexFields.HOST, IndexFields.SECTION, IndexFields.TYPE, IndexFields.LANGUAGE);

  /** Values of a facet. */
  private static final int MOST_VALUES = 10;

  /**
   * Values of a field that are sent to be added to those of other indexes. A host is in one index,
   * so that sums of hosts and of their sections are exact; so are others up to this number.
   */
  private static final int MOST_SENT = 1_000;

  /** The sums of both. */
  FacetCounts plus(FacetCounts other) {
    Map<String, Map<String, Long>> sums = new LinkedHashMap<>();
    for (String field : COUNTED) {
      Map<String, Long> sum = new TreeMap<>(of(field));
      other.of(field).forEach((value, pages) -> sum.merge(value, pages, Long::sum));
      sums.put(field, sum);
    }
    return new FacetCounts(hosts + other.hosts, sums);
  }

  private Map<String, Long> of(String field) {
    return fields.getOrDefault(field, Map.of());
  }

  /** The facets; for one host alone they have its directories. */
  List<SearchFacet> facets() {
    List<SearchFacet> facets = new ArrayList<>();
    add(hosts > 1 ? IndexFields.HOST : IndexFields.SECTION, "site", facets);
    add(IndexFields.TYPE, "type", facets);
    add(IndexFields.LANGUAGE, "lang", facets);
    return facets;
  }

  private void add(String field, String name, List<SearchFacet> to) {
    List<SearchFacet.Value> values =
        most(field, MOST_VALUES).stream()
            .map(each -> new SearchFacet.Value(each.getKey(), each.getValue()))
            .toList();
    if (!values.isEmpty()) {
      to.add(new SearchFacet(name, values));
    }
  }

  /** The most frequent values of a field, without pages that lack one. */
  private List<Map.Entry<String, Long>> most(String field, int most) {
    return of(field).entrySet().stream()
        .filter(each -> !each.getKey().isEmpty())
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .toList();
  }

  RowWriter write(RowWriter row) {
    row.number(hosts);
    for (String field : COUNTED) {
      Map<String, Long> values = new LinkedHashMap<>();
      most(field, MOST_SENT).forEach(each -> values.put(each.getKey(), each.getValue()));
      CountsRow.write(values, row);
    }
    return row;
  }

  static FacetCounts read(RowReader row) {
    long hosts = row.number();
    Map<String, Map<String, Long>> fields = new LinkedHashMap<>();
    for (String field : COUNTED) {
      fields.put(field, CountsRow.read(row));
    }
    return new FacetCounts(hosts, fields);
  }
}
