package dev.arachne.index;

import dev.arachne.options.UsageException;
import dev.arachne.pages.ServedFolders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Search in the index of a crawl, also while it is made. Thread-safe.
 *
 * <pre>{@code
 * try (CrawlSearch search = CrawlSearch.open(Path.of("example.com.crawl"))) {
 *   for (SearchHit hit : search.search(SearchQuery.of("threads site:example.com")).hits()) {
 *     System.out.println(hit.url());
 *   }
 * }
 * }</pre>
 */
public final class CrawlSearch implements Closeable {
  /**
   * The constant of reciprocal rank fusion: the larger, the smaller the weight of the first ranks.
   */
  private static final int FUSION = 60;

  /** A query has a bounded number of clauses by itself. */
  private static final int MOST_CLAUSES = 1 << 16;

  static {
    LuceneLogging.lucene();
    IndexSearcher.setMaxClauseCount(MOST_CLAUSES);
  }

  private final FSDirectory directory;
  private final SearcherManager manager;
  private final ServedFolders folders;

  /** Null for a search by words alone: then its classes are not loaded. */
  private final @Nullable VectorSearch vectors;

  private CrawlSearch(FSDirectory directory, ServedFolders folders, @Nullable VectorSearch vectors)
      throws IOException {
    this.directory = directory;
    this.folders = folders;
    this.vectors = vectors;
    this.manager = new SearcherManager(directory, null);
  }

  /**
   * Opens the index of the crawl in a directory.
   *
   * @throws UsageException if there is no crawl, or it has no index; the message has the command
   *     that makes one
   * @throws IOException if the index cannot be read
   */
  public static CrawlSearch open(Path crawl) throws UsageException, IOException {
    return open(crawl, ServedFolders.of(crawl), null);
  }

  /**
   * Opens the index of the crawl in a directory, to search it by meaning as well. If the model
   * fails in a search, the results are by words alone, with a remark.
   *
   * @param embedding of the model of which the index has vectors
   * @throws UsageException if there is no crawl, it has no index, or the index has no vectors of
   *     the model; the message has the command that makes them
   * @throws IOException if the index cannot be read
   */
  public static CrawlSearch open(Path crawl, Embedding embedding)
      throws UsageException, IOException {
    ServedFolders folders = ServedFolders.of(crawl);
    PageIndex.existing(crawl).close();
    return open(crawl, folders, VectorSearch.of(crawl, embedding));
  }

  private static CrawlSearch open(Path crawl, ServedFolders folders, @Nullable VectorSearch vectors)
      throws UsageException, IOException {
    FSDirectory directory = PageIndex.existing(crawl);
    try {
      return new CrawlSearch(directory, folders, vectors);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  @FunctionalInterface
  private interface Use<T> {
    T of(IndexSearcher searcher) throws UsageException, IOException;
  }

  /**
   * Searches the present content of the index.
   *
   * @throws IOException if the index cannot be read
   */
  public SearchResults search(SearchQuery query) throws IOException {
    try {
      return use(searcher -> search(query, searcher));
    } catch (UsageException e) {
      throw new IllegalStateException(e); // Queries have no syntax errors.
    }
  }

  /**
   * The pages that are most like one of the index, without it.
   *
   * @param url of that page
   * @param query its page and size count; if it has text, only its pages are searched
   * @throws UsageException if the index has no page of that URL
   * @throws IOException if the index cannot be read
   */
  public SearchResults similar(String url, SearchQuery query) throws UsageException, IOException {
    return use(searcher -> similar(url, query, searcher));
  }

  /**
   * Pages that the index has now.
   *
   * @throws IOException if it cannot be read
   */
  public long pages() throws IOException {
    try {
      var page = new Term(IndexFields.KIND, IndexFields.PAGE);
      return use(searcher -> (long) searcher.count(new TermQuery(page)));
    } catch (UsageException e) {
      throw new IllegalStateException(e); // Only a request for the page of a URL throws it.
    }
  }

  private <T> T use(Use<T> use) throws UsageException, IOException {
    manager.maybeRefresh();
    IndexSearcher searcher = manager.acquire();
    try {
      return use.of(searcher);
    } finally {
      manager.release(searcher);
    }
  }

  // Searching.

  private SearchResults search(SearchQuery query, IndexSearcher searcher) throws IOException {
    QueryText text = QueryText.of(query.text());
    Optional<String> mistake = PageQuery.mistake(text);
    if (mistake.isPresent()) {
      return SearchResults.none(query, mistake.get());
    }
    var typed = new PageQuery(text, PageQuery.languages(searcher.getIndexReader()), folders);
    if (typed.isEmpty()) {
      return SearchResults.none(query, SearchResults.NO_WORDS);
    }
    Query all = typed.whole(typed.words(Occur.MUST), typed.anchored(searcher));
    TopDocs found = searcher.search(all, Ranked.collector());
    Optional<String> remark = Optional.empty();
    if (found.scoreDocs.length == 0 && text.parts().size() > 1) {
      all = typed.whole(typed.words(Occur.SHOULD), Optional.empty());
      found = searcher.search(all, Ranked.collector());
      remark = found.scoreDocs.length == 0 ? remark : Optional.of(SearchResults.SOME_WORDS);
    }
    var byWords = new Found(typed, all, found, remark, List.of());
    return results(
        query, vectors == null ? byWords : byMeaningToo(byWords, vectors, searcher), searcher);
  }

  /**
   * The pages found, and how.
   *
   * @param all the pages that match
   * @param top those of them that match best
   * @param near pages that are near by their meaning, which may be among them
   */
  private record Found(
      PageQuery typed,
      Query all,
      TopDocs top,
      Optional<String> remark,
      List<VectorSearch.Near> near) {}

  /**
   * Adds the pages whose meaning is near to the query's words, as far as filters and quotes allow.
   */
  private Found byMeaningToo(Found byWords, VectorSearch by, IndexSearcher searcher)
      throws IOException {
    QueryText text = byWords.typed.text();
    if (text.words().isEmpty()) {
      return byWords;
    }
    VectorSearch.Nearest nearest = by.near(text.words(), byWords.typed.among(), searcher);
    if (nearest.failure().isPresent()) {
      String why = nearest.failure().get() + "; these are by their words alone";
      String remark = byWords.remark.map(its -> its + "; " + why).orElse(why);
      return new Found(byWords.typed, byWords.all, byWords.top, Optional.of(remark), List.of());
    }
    List<VectorSearch.Near> near = nearest.pages();
    var either = new BooleanQuery.Builder().add(byWords.all, Occur.SHOULD);
    for (VectorSearch.Near page : near) {
      String url =
          HitReader.value(
              searcher.storedFields().document(page.doc(), Set.of(IndexFields.URL)),
              IndexFields.URL);
      either.add(new TermQuery(new Term(IndexFields.ID, IndexFields.key(url))), Occur.SHOULD);
    }
    Optional<String> remark =
        byWords.remark.map(
            _ -> "no page has all of these words; these have some, or mean the like");
    if (byWords.top.scoreDocs.length == 0 && !near.isEmpty()) {
      remark = Optional.of("no page has these words; these mean the like");
    }
    return new Found(byWords.typed, either.build(), byWords.top, remark, near);
  }

  private SearchResults similar(String url, SearchQuery query, IndexSearcher searcher)
      throws UsageException, IOException {
    QueryText text = QueryText.of(query.text());
    Optional<String> mistake = PageQuery.mistake(text);
    if (mistake.isPresent()) {
      return SearchResults.none(query, mistake.get());
    }
    String key = IndexFields.key(PageQuery.canonical(url, folders));
    var id = new TermQuery(new Term(IndexFields.ID, key));
    var page = new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE));
    Query one = new BooleanQuery.Builder().add(id, Occur.FILTER).add(page, Occur.FILTER).build();
    TopDocs found = searcher.search(one, 1);
    if (found.scoreDocs.length == 0) {
      throw new UsageException(url, "is not a page of the index; use the URL of one that is");
    }
    Document document = searcher.storedFields().document(found.scoreDocs[0].doc);
    Optional<Query> like =
        LikeQuery.of(
            HitReader.value(document, IndexFields.TITLE),
            HitReader.value(document, IndexFields.TEXT),
            HitReader.analyzer(document),
            searcher.getIndexReader());
    if (like.isEmpty()) {
      return SearchResults.none(query, "the page has too little text to be compared");
    }
    var typed = new PageQuery(text, PageQuery.languages(searcher.getIndexReader()), folders);
    var all = new BooleanQuery.Builder().add(like.get(), Occur.MUST);
    typed.words(Occur.MUST).ifPresent(its -> all.add(its, Occur.FILTER));
    typed.filter(all);
    typed.maker().excluded(text).forEach(its -> all.add(its, Occur.MUST_NOT));
    all.add(page, Occur.FILTER).add(id, Occur.MUST_NOT);
    Query whole = all.build();
    TopDocs alike = searcher.search(whole, Ranked.collector());
    return results(query, new Found(typed, whole, alike, Optional.empty(), List.of()), searcher);
  }

  // Ranking.

  private SearchResults results(SearchQuery query, Found found, IndexSearcher searcher)
      throws IOException {
    IndexReader reader = searcher.getIndexReader();
    List<Ranked> byWords = Ranked.of(found.top.scoreDocs, reader);
    List<Ranked> ranked =
        Ranked.folded(found.near.isEmpty() ? byWords : fused(byWords, found.near, reader));
    var hitReader = new HitReader(found.typed, found.near, folders);
    List<SearchHit> hits = new ArrayList<>();
    for (Ranked each : Ranked.page(ranked, query)) {
      hits.add(hitReader.hit(each, searcher));
    }
    long total = found.top.totalHits.value() + others(found);
    boolean isExact = found.top.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
    List<SearchFacet> facets = List.of();
    if (query.facets() == SearchQuery.Facets.COUNTED) {
      var counter = new FacetCounter();
      total = searcher.search(found.all, counter);
      isExact = true;
      facets = counter.counts().facets();
    }
    return new SearchResults(
        hits,
        query.page(),
        Ranked.pages(ranked, query),
        total,
        isExact ? SearchResults.Counted.EXACTLY : SearchResults.Counted.AT_LEAST,
        facets,
        found.remark);
  }

  /** Pages that are near, and not among those with the words; of many words these are not known. */
  private static long others(Found found) {
    if (found.near.isEmpty() || found.top.totalHits.value() > found.top.scoreDocs.length) {
      return 0;
    }
    Set<Integer> byWords = new HashSet<>();
    for (ScoreDoc each : found.top.scoreDocs) {
      byWords.add(each.doc);
    }
    long others = 0;
    for (VectorSearch.Near each : found.near) {
      others += byWords.contains(each.doc()) ? 0 : 1;
    }
    return others;
  }

  /**
   * Both orders in one, by their ranks alone: scores of words and of vectors are of different sorts
   * (Cormack et al. 2009, reciprocal rank fusion). Of equal ranks the page that has the words is
   * first.
   */
  private static List<Ranked> fused(
      List<Ranked> byWords, List<VectorSearch.Near> near, IndexReader reader) throws IOException {
    Map<Integer, Double> scores = new HashMap<>();
    for (int i = 0; i < byWords.size(); i++) {
      scores.put(byWords.get(i).doc(), 1.0 / (FUSION + 1 + i));
    }
    Set<Integer> withWords = Set.copyOf(scores.keySet());
    for (int i = 0; i < near.size(); i++) {
      scores.merge(near.get(i).doc(), 1.0 / (FUSION + 1 + i), Double::sum);
    }
    List<ScoreDoc> all = new ArrayList<>();
    scores.keySet().forEach(doc -> all.add(new ScoreDoc(doc, 0)));
    List<Ranked> fused = new ArrayList<>();
    for (Ranked each : Ranked.of(all.toArray(new ScoreDoc[0]), reader)) {
      fused.add(each.withScore(scores.getOrDefault(each.doc(), 0.0)));
    }
    fused.sort(
        Comparator.comparingDouble(Ranked::score)
            .thenComparing(its -> withWords.contains(its.doc()))
            .reversed()
            .thenComparingInt(Ranked::doc));
    return fused;
  }

  @Override
  public void close() throws IOException {
    manager.close();
    directory.close();
  }
}
