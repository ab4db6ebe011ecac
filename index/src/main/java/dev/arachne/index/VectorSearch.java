package dev.arachne.index;

import dev.arachne.index.EmbeddingException.Kind;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Search of pages by meaning: finds those with the passages nearest to a query's vector.
 * Thread-safe.
 */
final class VectorSearch {
  /** Passages that are looked for: several may be of one page. */
  private static final int PASSAGES = 200;

  /** Pages in the results: any page is near to a query, more or less. */
  private static final int MOST_PAGES = 50;

  private final Embedding embedding;

  private VectorSearch(Embedding embedding) {
    this.embedding = embedding;
  }

  /**
   * A page that is near.
   *
   * @param doc the document of the page
   * @param score of the nearest of its passages
   * @param from where that begins in the page's text
   * @param to behind it
   */
  record Near(int doc, float score, int from, int to) {}

  /**
   * The pages found.
   *
   * @param pages nearest first
   * @param failure why no page was found, if the model has failed: a value, since a class that
   *     catches an exception is not loaded without it
   */
  record Nearest(List<Near> pages, Optional<String> failure) {}

  /**
   * Search by a model in the index of a crawl.
   *
   * @throws UsageException if the index has no vectors, or those of another model
   */
  static VectorSearch of(Path crawl, Embedding embedding) throws UsageException, IOException {
    VectorIndexing.check(crawl, embedding.model());
    if (VectorIndexing.model(crawl).isEmpty()) {
      throw noVectors(crawl);
    }
    return new VectorSearch(embedding);
  }

  private static UsageException noVectors(Path crawl) {
    return new UsageException(
        crawl.toString(),
        "its index has no vectors; use arachne index %s --embedding URL --embedding-model NAME"
            .formatted(crawl));
  }

  /**
   * The pages nearest to some words, nearest first.
   *
   * @param among the pages that count; null if all do
   */
  Nearest near(String words, @Nullable Query among, IndexSearcher searcher) throws IOException {
    try {
      return new Nearest(pages(words, among, searcher), Optional.empty());
    } catch (EmbeddingException e) {
      return new Nearest(List.of(), Optional.of(e.getMessage()));
    }
  }

  private List<Near> pages(String words, @Nullable Query among, IndexSearcher searcher)
      throws EmbeddingException, IOException {
    int dimension = dimension(searcher);
    float[] vector = UnitVectors.of(List.of(words), embedding, dimension).getFirst();
    Query passages = among == null ? null : ofPages(among, searcher);
    var nearest = new KnnFloatVectorQuery(IndexFields.VECTOR, vector, PASSAGES, passages);
    List<Near> pages = new ArrayList<>();
    Set<BytesRef> seen = new HashSet<>();
    for (ScoreDoc each : searcher.search(nearest, PASSAGES).scoreDocs) {
      Optional<Near> page = page(each, seen, searcher);
      if (page.isPresent() && pages.size() < MOST_PAGES) {
        pages.add(page.get());
      }
    }
    return pages;
  }

  /**
   * The dimension in the commit that is searched, since the index may have been rebuilt meanwhile.
   */
  private int dimension(IndexSearcher searcher) throws EmbeddingException, IOException {
    if (searcher.getIndexReader() instanceof DirectoryReader reader) {
      PageIndex.State state = PageIndex.State.of(reader.getIndexCommit().getUserData());
      if (state.dimension() > 0 && state.model().equals(embedding.model())) {
        return state.dimension();
      }
    }
    throw new EmbeddingException(
        Kind.DENIED, embedding.name() + ": the index has no vectors of " + embedding.model());
  }

  /** The passages of the pages that match a query, by the positions that they have in common. */
  private static Query ofPages(Query among, IndexSearcher searcher) throws IOException {
    var matching = LongStream.builder();
    Weight weight = searcher.createWeight(searcher.rewrite(among), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      NumericDocValues positions = leaf.reader().getNumericDocValues(IndexFields.POSITION);
      if (scorer != null && positions != null) {
        DocIdSetIterator docs = scorer.iterator();
        for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
          boolean isLive =
              leaf.reader().getLiveDocs() == null || leaf.reader().getLiveDocs().get(doc);
          if (isLive && positions.advanceExact(doc)) {
            matching.add(positions.longValue());
          }
        }
      }
    }
    return NumericDocValuesField.newSlowSetQuery(
        IndexFields.POSITION, matching.build().sorted().toArray());
  }

  private static Optional<Near> page(ScoreDoc passage, Set<BytesRef> seen, IndexSearcher searcher)
      throws IOException {
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(passage.doc, leaves));
    int doc = passage.doc - leaf.docBase;
    BinaryDocValues leads = leaf.reader().getBinaryDocValues(IndexFields.LEADS);
    if (leads == null || !leads.advanceExact(doc)) {
      return Optional.empty();
    }
    BytesRef key = BytesRef.deepCopyOf(leads.binaryValue());
    if (!seen.add(key)) {
      return Optional.empty();
    }
    ScoreDoc[] pages = searcher.search(new TermQuery(new Term(IndexFields.ID, key)), 1).scoreDocs;
    return pages.length == 0
        ? Optional.empty()
        : Optional.of(
            new Near(
                pages[0].doc,
                passage.score,
                (int) value(leaf, IndexFields.PASSAGE_FROM, doc),
                (int) value(leaf, IndexFields.PASSAGE_TO, doc)));
  }

  private static long value(LeafReaderContext leaf, String field, int doc) throws IOException {
    NumericDocValues values = leaf.reader().getNumericDocValues(field);
    return values != null && values.advanceExact(doc) ? values.longValue() : 0;
  }
}
