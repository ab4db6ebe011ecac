package dev.arachne.index;

import dev.arachne.pages.ServedFolders;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;

/**
 * Reads the pages that are shown from an index.
 *
 * @param query whose words are shown in their texts
 * @param near pages that were found by their meaning
 * @param folders by which URLs are shown
 */
record HitReader(PageQuery query, List<VectorSearch.Near> near, ServedFolders folders) {
  /** The result of a page. */
  SearchHit hit(Ranked ranked, IndexSearcher searcher) throws IOException {
    Document document = searcher.storedFields().document(ranked.doc());
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(ranked.doc(), leaves));
    int doc = ranked.doc() - leaf.docBase;
    long fetched = Ranked.value(leaf.reader().getNumericDocValues(IndexFields.FETCHED), doc);
    return new SearchHit(
        folders.shown(value(document, IndexFields.URL)),
        value(document, IndexFields.TITLE),
        snippet(ranked.doc(), value(document, IndexFields.TEXT), analyzer(document)),
        ranked.score(),
        Instant.EPOCH.plus(fetched, ChronoUnit.MICROS),
        value(document, IndexFields.LANGUAGE),
        value(document, IndexFields.DIGEST),
        value(document, IndexFields.TYPE),
        Ranked.value(leaf.reader().getNumericDocValues(IndexFields.POSITION), doc),
        ranked.linkingPages(),
        ranked.alike());
  }

  /** The places of the words; of a page without them the nearest passage. */
  private Snippet snippet(int doc, String text, Analyzer analyzer) {
    Set<BytesRef> marked = query.maker().marked(query.text(), analyzer);
    Snippet snippet = SnippetMaker.of(text, analyzer, marked);
    if (snippet.marks().isEmpty()) {
      for (VectorSearch.Near each : near) {
        if (each.doc() == doc && each.from() > 0 && each.to() <= text.length()) {
          return SnippetMaker.of(text.substring(each.from(), each.to()), analyzer, marked);
        }
      }
    }
    return snippet;
  }

  /** The analyzer of the language of a page. */
  static Analyzer analyzer(Document document) {
    return Analyzers.of(Analyzers.subtag(value(document, IndexFields.LANGUAGE)));
  }

  /** A stored value of a page; empty if it has none. */
  static String value(Document document, String field) {
    String value = document.get(field);
    return value == null ? "" : value;
  }
}
