package dev.arachne.index;

import dev.arachne.index.SharedQuestion.Asked;
import dev.arachne.index.SharedQuestion.Place;
import dev.arachne.pages.ServedFolders;
import dev.arachne.store.RowWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;

/** The answers of the indexes of one process to steps of a search. Confined to one thread. */
record SharedAnswer(OpenShards open) {
  byte[] to(SharedQuestion.OfShards question) throws IOException {
    return switch (question) {
      case SharedQuestion.Terms(Asked asked) -> terms(query(asked));
      case SharedQuestion.Ranks ranks -> ranks(ranks);
      case SharedQuestion.Hits(Asked asked, List<Place> places) -> hits(asked, places);
    };
  }

  private static PageQuery query(Asked asked) {
    return new PageQuery(QueryText.of(asked.text()), asked.languages(), ServedFolders.NONE);
  }

  private byte[] terms(PageQuery query) throws IOException {
    List<Query> scored = new ArrayList<>();
    query.words(Occur.MUST).ifPresent(scored::add);
    query.maker().anchors(query.text()).ifPresent(scored::add);
    return TermStatistics.of(scored, open.reader()).write(new RowWriter(256)).toBytes();
  }

  /** Whether the total is exact, the total, facets, and the pages. */
  private byte[] ranks(SharedQuestion.Ranks asked) throws IOException {
    PageQuery query = query(asked.asked());
    IndexSearcher searcher = asked.statistics().searcher(open.reader());
    Optional<Query> anchored =
        asked.occur() == Occur.MUST ? query.anchored(searcher) : Optional.empty();
    Query all = query.whole(query.words(asked.occur()), anchored);
    TopDocs found = searcher.search(all, Ranked.collector());
    long total = found.totalHits.value();
    boolean isExact = found.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
    FacetCounts facets = FacetCounts.NONE;
    if (asked.facets() == SearchQuery.Facets.COUNTED) {
      var counter = new FacetCounter();
      total = searcher.search(all, counter);
      isExact = true;
      facets = counter.counts();
    }
    var row = new RowWriter(1 << 10).octet(isExact ? 1 : 0).number(total);
    facets.write(row);
    for (Ranked each : Ranked.of(found.scoreDocs, open.reader())) {
      new Place(open.shard(each.doc()), open.position(each.doc()), each).write(row);
    }
    return row.toBytes();
  }

  /** Each page that is still there: its place in the question, and its content. */
  private byte[] hits(Asked asked, List<Place> places) throws IOException {
    var reader = new HitReader(query(asked), List.of(), ServedFolders.NONE);
    var searcher = new IndexSearcher(open.reader());
    Map<Place, Integer> docs = docs(places, searcher);
    var row = new RowWriter(1 << 10);
    for (int i = 0; i < places.size(); i++) {
      Integer doc = docs.get(places.get(i));
      if (doc != null) {
        SearchHit hit = reader.hit(places.get(i).ranked().withDoc(doc), searcher);
        HitRow.write(hit, row.number(i));
      }
    }
    return row.toBytes();
  }

  /** The documents of pages, by their positions; a page that was replaced meanwhile has none. */
  private Map<Place, Integer> docs(List<Place> places, IndexSearcher searcher) throws IOException {
    long[] positions = places.stream().mapToLong(Place::position).distinct().toArray();
    var query =
        new BooleanQuery.Builder()
            .add(new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE)), Occur.FILTER)
            .add(
                NumericDocValuesField.newSlowSetQuery(IndexFields.POSITION, positions),
                Occur.FILTER)
            .build();
    int most = positions.length * Math.max(1, open.size()) + 1;
    Map<Place, Integer> docs = new HashMap<>();
    for (ScoreDoc each : searcher.search(query, most).scoreDocs) {
      int shard = open.shard(each.doc);
      long position = open.position(each.doc);
      places.stream()
          .filter(place -> place.shard() == shard && place.position() == position)
          .forEach(place -> docs.put(place, each.doc));
    }
    return docs;
  }
}
