package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of indexes on which scores depend: how frequent words are, and how long fields
 * are. With the sums of several indexes each of them gives the scores that one index of all pages
 * would give. Immutable.
 *
 * @param terms the frequencies of each word
 * @param fields the sizes of each field
 */
record TermStatistics(Map<Term, Frequency> terms, Map<String, Size> fields) {
  /** No index. */
  static final TermStatistics NONE = new TermStatistics(Map.of(), Map.of());

  /** The number of documents with a word, and of its places. */
  record Frequency(long documents, long places) {
    Frequency plus(Frequency other) {
      return new Frequency(documents + other.documents, places + other.places);
    }
  }

  /** All documents, those with a field, and the places and the different words in it. */
  record Size(long all, long documents, long places, long words) {
    Size plus(Size other) {
      return new Size(
          all + other.all, documents + other.documents, places + other.places, words + other.words);
    }
  }

  TermStatistics {
    terms = Map.copyOf(terms);
    fields = Map.copyOf(fields);
  }

  /** The sums of both. */
  TermStatistics plus(TermStatistics other) {
    Map<Term, Frequency> allTerms = new HashMap<>(terms);
    other.terms.forEach((term, its) -> allTerms.merge(term, its, Frequency::plus));
    Map<String, Size> allFields = new HashMap<>(fields);
    other.fields.forEach((field, its) -> allFields.merge(field, its, Size::plus));
    return new TermStatistics(allTerms, allFields);
  }

  /** The statistics of the words of queries in an index. */
  static TermStatistics of(List<Query> queries, IndexReader reader) throws IOException {
    Map<Term, Frequency> terms = new HashMap<>();
    Map<String, Size> fields = new HashMap<>();
    var noting =
        new IndexSearcher(reader) {
          @Override
          public org.apache.lucene.search.TermStatistics termStatistics(
              Term term, int documents, long places) throws IOException {
            terms.put(
                new Term(term.field(), BytesRef.deepCopyOf(term.bytes())),
                new Frequency(documents, places));
            return super.termStatistics(term, documents, places);
          }

          @Override
          public @Nullable CollectionStatistics collectionStatistics(String field)
              throws IOException {
            CollectionStatistics its = super.collectionStatistics(field);
            if (its != null) {
              fields.put(
                  field,
                  new Size(its.maxDoc(), its.docCount(), its.sumTotalTermFreq(), its.sumDocFreq()));
            }
            return its;
          }
        };
    noting.setQueryCache(null);
    for (Query query : queries) {
      noting.createWeight(noting.rewrite(query), ScoreMode.COMPLETE, 1);
    }
    return new TermStatistics(terms, fields);
  }

  /** Searches an index with scores by these statistics. */
  IndexSearcher searcher(IndexReader reader) {
    return new IndexSearcher(reader) {
      @Override
      public org.apache.lucene.search.TermStatistics termStatistics(
          Term term, int documents, long places) throws IOException {
        Frequency its = terms.get(term); // A word that has come meanwhile is not there.
        return its == null
            ? super.termStatistics(term, documents, places)
            : new org.apache.lucene.search.TermStatistics(term.bytes(), its.documents, its.places);
      }

      @Override
      public @Nullable CollectionStatistics collectionStatistics(String field) throws IOException {
        Size its = fields.get(field);
        return its == null
            ? super.collectionStatistics(field)
            : new CollectionStatistics(field, its.all, its.documents, its.places, its.words);
      }
    };
  }

  RowWriter write(RowWriter row) {
    row.number(terms.size());
    terms.forEach((term, its) -> {
      row.text(term.field()).bytes(BytesRef.deepCopyOf(term.bytes()).bytes);
      row.number(its.documents).number(its.places);
    });
    row.number(fields.size());
    fields.forEach((field, its) -> {
      row.text(field).number(its.all).number(its.documents);
      row.number(its.places).number(its.words);
    });
    return row;
  }

  static TermStatistics read(RowReader row) {
    Map<Term, Frequency> terms = new HashMap<>();
    for (long left = row.number(); left > 0; left--) {
      terms.put(
          new Term(row.text(), new BytesRef(row.bytes())),
          new Frequency(row.number(), row.number()));
    }
    Map<String, Size> fields = new HashMap<>();
    for (long left = row.number(); left > 0; left--) {
      fields.put(row.text(), new Size(row.number(), row.number(), row.number(), row.number()));
    }
    return new TermStatistics(terms, fields);
  }
}
