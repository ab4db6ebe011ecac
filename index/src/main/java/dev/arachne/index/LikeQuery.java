package dev.arachne.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * A query for pages that are like another one: those with the words that distinguish it from the
 * rest.
 */
final class LikeQuery {
  private static final int LIMIT = 100_000;
  private static final int MOST_WORDS = 20_000;
  private static final int MOST_TERMS = 25;

  /** The weight of a word of the title, in words of the text. */
  private static final int TITLE_COUNT = 5;

  private LikeQuery() {}

  private record Weighed(BytesRef term, double weight) {}

  /** The query for a page; empty if no other page has a word of it. */
  static Optional<Query> of(String title, String text, Analyzer analyzer, IndexReader reader)
      throws IOException {
    Map<BytesRef, Integer> counts = new HashMap<>();
    String start = text.length() > LIMIT ? text.substring(0, LIMIT) : text;
    for (Analyzers.Term term : Analyzers.terms(analyzer, Words.split(start), MOST_WORDS)) {
      counts.merge(term.term(), 1, Integer::sum);
    }
    for (Analyzers.Term term : Analyzers.terms(analyzer, Words.split(title), MOST_WORDS)) {
      counts.merge(term.term(), TITLE_COUNT, Integer::sum);
    }
    List<Weighed> terms = new ArrayList<>();
    for (Map.Entry<BytesRef, Integer> each : counts.entrySet()) {
      int pages = reader.docFreq(new Term(IndexFields.TEXT, each.getKey()));
      if (pages > 1) {
        double rare = Math.log(1 + (double) reader.numDocs() / pages);
        terms.add(new Weighed(each.getKey(), (1 + Math.log(each.getValue())) * rare));
      }
    }
    terms.sort(Comparator.comparingDouble(Weighed::weight).reversed().thenComparing(Weighed::term));
    var query = new BooleanQuery.Builder();
    for (Weighed each : terms.subList(0, Math.min(MOST_TERMS, terms.size()))) {
      var term = new TermQuery(new Term(IndexFields.TEXT, each.term()));
      query.add(new BoostQuery(term, (float) each.weight()), Occur.SHOULD);
    }
    return terms.isEmpty() ? Optional.empty() : Optional.of(query.build());
  }
}
