package dev.arachne.index;

import dev.arachne.content.SimHash;
import dev.arachne.index.QueryText.Choice;
import dev.arachne.index.QueryText.Filter;
import dev.arachne.options.UsageException;
import dev.arachne.pages.ServedFolders;
import dev.arachne.url.CrawlUrl;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
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
   * Pages that are ranked: those that match the words best. Their links count, and near duplicates
   * among them are omitted. Results end with them.
   */
  private static final int RANKED = 1_000;

  /** Pages that match are counted exactly up to here, unless facets are. */
  private static final int COUNTED = 1_000;

  /** Pages to which texts of links lead that match, at most. */
  private static final int MOST_ANCHORS = 100;

  /** The weight of a text of a link, near that of a title. */
  private static final float ANCHOR_WEIGHT = 2.5f;

  /** How much a page gains by e times as many pages, and hosts, that link to it. */
  private static final double PAGES_WEIGHT = 0.15;

  private static final double HOSTS_WEIGHT = 0.10;

  /** Bits in which fingerprints of near duplicates may differ (Manku et al. 2007). */
  private static final int ALIKE_BITS = 3;

  /** Languages whose words are looked for: those of most pages. */
  private static final int MOST_LANGUAGES = 4;

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
    Optional<String> mistake = mistake(text);
    if (mistake.isPresent()) {
      return none(query, mistake);
    }
    var maker = new QueryMaker(analyzers(text, searcher.getIndexReader()));
    Optional<Query> words = maker.pages(text, Occur.MUST);
    if (words.isEmpty() && text.filters().isEmpty()) {
      return none(query, Optional.of("nothing to search for; use words"));
    }
    Optional<Query> anchors = anchored(maker, text, searcher);
    Query all = whole(maker, text, words, anchors);
    TopDocs found = searcher.search(all, collector());
    Optional<String> remark = Optional.empty();
    if (found.scoreDocs.length == 0 && text.parts().size() > 1) {
      all = whole(maker, text, maker.pages(text, Occur.SHOULD), Optional.empty());
      found = searcher.search(all, collector());
      remark =
          found.scoreDocs.length == 0
              ? remark
              : Optional.of("no page has all of these words; these have some of them");
    }
    var byWords = new Found(text, maker, all, found, remark, List.of());
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
      QueryText text,
      QueryMaker maker,
      Query all,
      TopDocs top,
      Optional<String> remark,
      List<VectorSearch.Near> near) {}

  /**
   * Adds the pages whose meaning is near to the query's words, as far as filters and quotes allow.
   */
  private Found byMeaningToo(Found byWords, VectorSearch by, IndexSearcher searcher)
      throws IOException {
    QueryText text = byWords.text;
    if (text.words().isEmpty()) {
      return byWords;
    }
    VectorSearch.Nearest nearest = by.near(text.words(), among(byWords.maker, text), searcher);
    if (nearest.failure().isPresent()) {
      String why = nearest.failure().get() + "; these are by their words alone";
      String remark = byWords.remark.map(its -> its + "; " + why).orElse(why);
      return new Found(
          text, byWords.maker, byWords.all, byWords.top, Optional.of(remark), List.of());
    }
    List<VectorSearch.Near> near = nearest.pages();
    var either = new BooleanQuery.Builder().add(byWords.all, Occur.SHOULD);
    for (VectorSearch.Near page : near) {
      String url =
          value(
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
    return new Found(text, byWords.maker, either.build(), byWords.top, remark, near);
  }

  /** The pages that may be found by their meaning; null if all may. */
  private @Nullable Query among(QueryMaker maker, QueryText text) {
    List<Query> required = maker.required(text);
    List<Query> excluded = maker.excluded(text);
    if (required.isEmpty() && excluded.isEmpty() && text.filters().isEmpty()) {
      return null;
    }
    var pages = new BooleanQuery.Builder();
    pages.add(new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE)), Occur.FILTER);
    required.forEach(its -> pages.add(its, Occur.FILTER));
    filter(text, pages);
    excluded.forEach(its -> pages.add(its, Occur.MUST_NOT));
    return pages.build();
  }

  private static TopScoreDocCollectorManager collector() {
    return new TopScoreDocCollectorManager(RANKED, COUNTED);
  }

  private static Optional<String> mistake(QueryText text) {
    for (Filter filter : text.filters()) {
      if (filter.choice() == Choice.SINCE && SinceDate.parse(filter.value()).isEmpty()) {
        return Optional.of(
            "since:%s is not a date; use a year, a month or a day, as in since:2026-11"
                .formatted(filter.value()));
      }
    }
    return Optional.empty();
  }

  private static SearchResults none(SearchQuery query, Optional<String> remark) {
    return new SearchResults(
        List.of(), query.page(), 0, 0, SearchResults.Counted.EXACTLY, List.of(), remark);
  }

  /** The analyzers of the languages of most pages, or of the requested language. */
  private static List<Analyzer> analyzers(QueryText text, IndexReader reader) throws IOException {
    for (Filter filter : text.filters()) {
      if (filter.choice() == Choice.LANGUAGE && !filter.excluded()) {
        return List.of(Analyzers.of(Analyzers.subtag(filter.value())));
      }
    }
    record Language(String subtag, int pages) {}
    List<Language> languages = new ArrayList<>();
    Terms terms = MultiTerms.getTerms(reader, IndexFields.LANGUAGE);
    if (terms != null) {
      TermsEnum each = terms.iterator();
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        String tag = term.utf8ToString();
        if (tag.equals(Analyzers.subtag(tag))) {
          languages.add(new Language(tag, each.docFreq()));
        }
      }
    }
    languages.sort(Comparator.comparingInt(Language::pages).reversed());
    return languages.stream()
        .map(language -> Analyzers.of(language.subtag()))
        .distinct()
        .limit(MOST_LANGUAGES)
        .toList();
  }

  /** Pages whose incoming links have the words of the query. */
  private static Optional<Query> anchored(QueryMaker maker, QueryText text, IndexSearcher searcher)
      throws IOException {
    Optional<Query> anchors = maker.anchors(text);
    if (anchors.isEmpty()) {
      return Optional.empty();
    }
    TopDocs found = searcher.search(anchors.get(), MOST_ANCHORS);
    ScoreDoc[] inOrder = found.scoreDocs.clone();
    Arrays.sort(inOrder, Comparator.comparingInt(its -> its.doc));
    var pages = new BooleanQuery.Builder();
    for (ScoreDoc anchor : inOrder) {
      List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
      LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(anchor.doc, leaves));
      BinaryDocValues leads = leaf.reader().getBinaryDocValues(IndexFields.LEADS);
      if (leads != null && leads.advanceExact(anchor.doc - leaf.docBase)) {
        var page = new Term(IndexFields.ID, BytesRef.deepCopyOf(leads.binaryValue()));
        pages.add(
            new BoostQuery(
                new ConstantScoreQuery(new TermQuery(page)), anchor.score * ANCHOR_WEIGHT),
            Occur.SHOULD);
      }
    }
    return inOrder.length == 0 ? Optional.empty() : Optional.of(pages.build());
  }

  /** Pages with the words, or to which links with all of them lead, within the filters. */
  private Query whole(
      QueryMaker maker, QueryText text, Optional<Query> words, Optional<Query> anchors) {
    var all = new BooleanQuery.Builder();
    if (words.isPresent() || anchors.isPresent()) {
      var either = new BooleanQuery.Builder().setMinimumNumberShouldMatch(1);
      words.ifPresent(its -> either.add(its, Occur.SHOULD));
      anchors.ifPresent(its -> either.add(its, Occur.SHOULD));
      all.add(either.build(), Occur.MUST);
      maker.named(text).ifPresent(its -> all.add(its, Occur.SHOULD));
    }
    var page = new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE));
    if (words.isEmpty()) {
      all.add(new ConstantScoreQuery(page), Occur.MUST);
    } else {
      all.add(page, Occur.FILTER);
    }
    filter(text, all);
    maker.excluded(text).forEach(its -> all.add(its, Occur.MUST_NOT));
    return all.build();
  }

  private void filter(QueryText text, BooleanQuery.Builder all) {
    for (Filter typed : text.filters()) {
      boolean isUrl = typed.choice() == Choice.LINK || typed.choice() == Choice.SITE;
      Filter filter = isUrl ? new Filter(typed.choice(), crawled(typed), typed.excluded()) : typed;
      all.add(QueryMaker.filter(filter), filter.excluded() ? Occur.MUST_NOT : Occur.FILTER);
    }
  }

  /** The index's form of a typed site or URL. */
  private String crawled(Filter typed) {
    return typed.choice() == Choice.LINK
        ? canonical(typed.value())
        : folders.crawled(typed.value());
  }

  /** The crawled form of a typed URL. */
  private String canonical(String typed) {
    String url = folders.crawled(typed);
    return CrawlUrl.parse(url) instanceof CrawlUrl its ? its.toString() : url;
  }

  private SearchResults similar(String url, SearchQuery query, IndexSearcher searcher)
      throws UsageException, IOException {
    QueryText text = QueryText.of(query.text());
    Optional<String> mistake = mistake(text);
    if (mistake.isPresent()) {
      return none(query, mistake);
    }
    var id = new TermQuery(new Term(IndexFields.ID, IndexFields.key(canonical(url))));
    var page = new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE));
    Query one = new BooleanQuery.Builder().add(id, Occur.FILTER).add(page, Occur.FILTER).build();
    TopDocs found = searcher.search(one, 1);
    if (found.scoreDocs.length == 0) {
      throw new UsageException(url, "is not a page of the index; use the URL of one that is");
    }
    Document document = searcher.storedFields().document(found.scoreDocs[0].doc);
    Optional<Query> like =
        LikeQuery.of(
            value(document, IndexFields.TITLE),
            value(document, IndexFields.TEXT),
            analyzer(document),
            searcher.getIndexReader());
    if (like.isEmpty()) {
      return none(query, Optional.of("the page has too little text to be compared"));
    }
    var maker = new QueryMaker(analyzers(text, searcher.getIndexReader()));
    var all = new BooleanQuery.Builder().add(like.get(), Occur.MUST);
    maker.pages(text, Occur.MUST).ifPresent(its -> all.add(its, Occur.FILTER));
    filter(text, all);
    maker.excluded(text).forEach(its -> all.add(its, Occur.MUST_NOT));
    all.add(page, Occur.FILTER).add(id, Occur.MUST_NOT);
    Query whole = all.build();
    TopDocs alike = searcher.search(whole, collector());
    return results(
        query, new Found(text, maker, whole, alike, Optional.empty(), List.of()), searcher);
  }

  // Ranking.

  private static final Comparator<Ranked> BEST_FIRST =
      Comparator.<Ranked>comparingDouble(its -> its.score)
          .reversed()
          .thenComparingInt(its -> its.doc);

  /** A page that matches; {@code alike} counts its near duplicates. */
  private static final class Ranked {
    private final int doc;
    private final double score;
    private final long simHash;
    private final long linkingPages;
    private int alike;

    Ranked(int doc, double score, long simHash, long linkingPages) {
      this.doc = doc;
      this.score = score;
      this.simHash = simHash;
      this.linkingPages = linkingPages;
    }
  }

  private SearchResults results(SearchQuery query, Found found, IndexSearcher searcher)
      throws IOException {
    List<Ranked> byWords = ranked(found.top.scoreDocs, searcher.getIndexReader());
    List<Ranked> ranked =
        folded(
            found.near.isEmpty() ? byWords : fused(byWords, found.near, searcher.getIndexReader()));
    int pages = (ranked.size() + query.size() - 1) / query.size();
    long from = (query.page() - 1L) * query.size();
    List<SearchHit> hits = new ArrayList<>();
    for (long i = from; i < Math.min(from + query.size(), ranked.size()); i++) {
      hits.add(hit(ranked.get((int) i), found, searcher));
    }
    long total = found.top.totalHits.value() + others(found);
    boolean isExact = found.top.totalHits.relation() == TotalHits.Relation.EQUAL_TO;
    List<SearchFacet> facets = List.of();
    if (query.facets() == SearchQuery.Facets.COUNTED) {
      var counter =
          new FacetCounter(
              List.of(
                  IndexFields.HOST, IndexFields.SECTION, IndexFields.TYPE, IndexFields.LANGUAGE));
      total = searcher.search(found.all, counter);
      isExact = true;
      facets = facets(counter);
    }
    return new SearchResults(
        hits,
        query.page(),
        pages,
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
      scores.put(byWords.get(i).doc, 1.0 / (FUSION + 1 + i));
    }
    Set<Integer> withWords = Set.copyOf(scores.keySet());
    for (int i = 0; i < near.size(); i++) {
      scores.merge(near.get(i).doc(), 1.0 / (FUSION + 1 + i), Double::sum);
    }
    List<ScoreDoc> all = new ArrayList<>();
    scores.keySet().forEach(doc -> all.add(new ScoreDoc(doc, 0)));
    List<Ranked> fused = new ArrayList<>();
    for (Ranked each : ranked(all.toArray(new ScoreDoc[0]), reader)) {
      fused.add(
          new Ranked(
              each.doc, scores.getOrDefault(each.doc, 0.0), each.simHash, each.linkingPages));
    }
    fused.sort(
        Comparator.<Ranked>comparingDouble(its -> its.score)
            .thenComparing(its -> withWords.contains(its.doc))
            .reversed()
            .thenComparingInt(its -> its.doc));
    return fused;
  }

  /** The facets; for one host alone they have its directories. */
  private static List<SearchFacet> facets(FacetCounter counter) {
    String site = counter.values(IndexFields.HOST) > 1 ? IndexFields.HOST : IndexFields.SECTION;
    List<SearchFacet> facets = new ArrayList<>();
    add(counter.facet(site, "site"), facets);
    add(counter.facet(IndexFields.TYPE, "type"), facets);
    add(counter.facet(IndexFields.LANGUAGE, "lang"), facets);
    return facets;
  }

  private static void add(@Nullable SearchFacet facet, List<SearchFacet> to) {
    if (facet != null) {
      to.add(facet);
    }
  }

  /** The pages in their order. */
  private static List<Ranked> ranked(ScoreDoc[] found, IndexReader reader) throws IOException {
    ScoreDoc[] inOrder = found.clone();
    Arrays.sort(inOrder, Comparator.comparingInt(its -> its.doc));
    List<Ranked> all = new ArrayList<>();
    int at = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      int end = leaf.docBase + leaf.reader().maxDoc();
      if (at == inOrder.length || inOrder[at].doc >= end) {
        continue;
      }
      NumericDocValues hashes = leaf.reader().getNumericDocValues(IndexFields.SIM_HASH);
      NumericDocValues pages = leaf.reader().getNumericDocValues(IndexFields.LINKING_PAGES);
      NumericDocValues hosts = leaf.reader().getNumericDocValues(IndexFields.LINKING_HOSTS);
      for (; at < inOrder.length && inOrder[at].doc < end; at++) {
        int doc = inOrder[at].doc - leaf.docBase;
        long linkingPages = value(pages, doc);
        double links =
            PAGES_WEIGHT * Math.log1p(linkingPages) + HOSTS_WEIGHT * Math.log1p(value(hosts, doc));
        double score = inOrder[at].score * (1 + links);
        all.add(new Ranked(inOrder[at].doc, score, value(hashes, doc), linkingPages));
      }
    }
    all.sort(BEST_FIRST);
    return all;
  }

  /** The pages without near duplicates. */
  private static List<Ranked> folded(List<Ranked> all) {
    List<Ranked> kept = new ArrayList<>();
    for (Ranked each : all) {
      Ranked same = null;
      for (int i = 0; i < kept.size() && same == null && each.simHash != 0; i++) {
        Ranked other = kept.get(i);
        boolean isAlike =
            other.simHash != 0 && SimHash.distance(other.simHash, each.simHash) <= ALIKE_BITS;
        same = isAlike ? other : null;
      }
      if (same == null) {
        kept.add(each);
      } else {
        same.alike++;
      }
    }
    return kept;
  }

  private static long value(@Nullable NumericDocValues values, int doc) throws IOException {
    return values != null && values.advanceExact(doc) ? values.longValue() : 0;
  }

  // Hits.

  private SearchHit hit(Ranked ranked, Found found, IndexSearcher searcher) throws IOException {
    Document document = searcher.storedFields().document(ranked.doc);
    Analyzer analyzer = analyzer(document);
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(ranked.doc, leaves));
    int doc = ranked.doc - leaf.docBase;
    long fetched = value(leaf.reader().getNumericDocValues(IndexFields.FETCHED), doc);
    return new SearchHit(
        folders.shown(value(document, IndexFields.URL)),
        value(document, IndexFields.TITLE),
        snippet(ranked.doc, found, value(document, IndexFields.TEXT), analyzer),
        ranked.score,
        Instant.EPOCH.plus(fetched, ChronoUnit.MICROS),
        value(document, IndexFields.LANGUAGE),
        value(document, IndexFields.DIGEST),
        value(document, IndexFields.TYPE),
        value(leaf.reader().getNumericDocValues(IndexFields.POSITION), doc),
        ranked.linkingPages,
        ranked.alike);
  }

  /** The places of the words; of a page without them the nearest passage. */
  private static Snippet snippet(int doc, Found found, String text, Analyzer analyzer) {
    Set<BytesRef> marked = found.maker.marked(found.text, analyzer);
    Snippet snippet = SnippetMaker.of(text, analyzer, marked);
    if (snippet.marks().isEmpty()) {
      for (VectorSearch.Near near : found.near) {
        if (near.doc() == doc && near.from() > 0 && near.to() <= text.length()) {
          return SnippetMaker.of(text.substring(near.from(), near.to()), analyzer, marked);
        }
      }
    }
    return snippet;
  }

  private static Analyzer analyzer(Document document) {
    return Analyzers.of(Analyzers.subtag(value(document, IndexFields.LANGUAGE)));
  }

  private static String value(Document document, String field) {
    String value = document.get(field);
    return value == null ? "" : value;
  }

  @Override
  public void close() throws IOException {
    manager.close();
    directory.close();
  }
}
