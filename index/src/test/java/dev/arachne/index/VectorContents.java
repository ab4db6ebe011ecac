package dev.arachne.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.arachne.testkit.TestEmbeddings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;

/**
 * The vectors that the last commit of an index has, checked against its pages: each page has all of
 * its vectors, or none, and no vector is of another page than one of the index.
 *
 * @param pages of the index that have something to say
 * @param withVectors how many of them have their vectors
 */
record VectorContents(int pages, int withVectors) {

  static VectorContents of(Path crawl, TestEmbeddings model) throws IOException {
    LuceneLogging.lucene();
    Map<Long, Document> pages = new TreeMap<>();
    Map<Long, List<float[]>> vectors = new TreeMap<>();
    try (FSDirectory directory = FSDirectory.open(PageIndex.directory(crawl));
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        read(leaf.reader(), pages, vectors);
      }
    }
    int saying = 0;
    int with = 0;
    for (Map.Entry<Long, Document> each : pages.entrySet()) {
      List<Passage> passages = passages(each.getValue());
      saying += passages.isEmpty() ? 0 : 1;
      List<float[]> its = vectors.remove(each.getKey());
      if (its != null) {
        with++;
        List<String> expected = new ArrayList<>();
        passages.forEach(passage -> expected.add(text(unit(model.vector(passage.text())))));
        List<String> found = its.stream().map(VectorContents::text).toList();
        assertEquals(expected.stream().sorted().toList(), found.stream().sorted().toList());
      }
    }
    assertEquals(Map.of(), vectors, "vectors of no page");
    return new VectorContents(saying, with);
  }

  private static List<Passage> passages(Document page) {
    String title = page.get(IndexFields.TITLE);
    String text = page.get(IndexFields.TEXT);
    return Passage.of(title == null ? "" : title, text == null ? "" : text);
  }

  private static void read(
      LeafReader leaf, Map<Long, Document> pages, Map<Long, List<float[]>> vectors)
      throws IOException {
    for (String kind : List.of(IndexFields.PAGE, IndexFields.PASSAGE)) {
      PostingsEnum docs = leaf.postings(new Term(IndexFields.KIND, kind));
      NumericDocValues positions = leaf.getNumericDocValues(IndexFields.POSITION);
      FloatVectorValues values = leaf.getFloatVectorValues(IndexFields.VECTOR);
      KnnVectorValues.DocIndexIterator at = values == null ? null : values.iterator();
      while (docs != null && docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        int doc = docs.docID();
        if (leaf.getLiveDocs() == null || leaf.getLiveDocs().get(doc)) {
          positions.advanceExact(doc);
          if (kind.equals(IndexFields.PAGE)) {
            pages.put(positions.longValue(), leaf.storedFields().document(doc));
          } else {
            assertNotNull(at);
            assertEquals(doc, at.advance(doc));
            vectors
                .computeIfAbsent(positions.longValue(), _ -> new ArrayList<>())
                .add(values.vectorValue(at.index()).clone());
          }
        }
      }
    }
  }

  private static float[] unit(float[] vector) {
    double squares = 0;
    for (float number : vector) {
      squares += (double) number * number;
    }
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / Math.sqrt(squares));
    }
    return unit;
  }

  private static String text(float[] vector) {
    return Arrays.toString(vector);
  }
}
