package dev.arachne.index;

import dev.arachne.index.QueryText.Choice;
import dev.arachne.index.QueryText.Filter;
import dev.arachne.pages.ServedFolders;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiTerms;
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
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** A typed query as queries of Lucene, in the languages of most pages. Immutable. */
final class PageQuery {
  /** Pages to which texts of links lead that match, at most. */
  private static final int MOST_ANCHORS = 100;

  /** The weight of a text of a link, near that of a title. */
  private static final float ANCHOR_WEIGHT = 2.5f;

  /** Languages whose words are looked for: those of most pages. */
  private static final int MOST_LANGUAGES = 4;

  private final QueryText text;
  private final QueryMaker maker;
  private final ServedFolders folders;

  /**
   * A query.
   *
   * @param languages the number of pages of each, by its subtag
   * @param folders by which URLs are typed
   */
  PageQuery(QueryText text, Map<String, Long> languages, ServedFolders folders) {
    this.text = text;
    this.maker = new QueryMaker(analyzers(text, languages));
    this.folders = folders;
  }

  /** Why a query cannot be searched for, in one line; empty if it can. */
  static Optional<String> mistake(QueryText text) {
    for (Filter filter : text.filters()) {
      if (filter.choice() == Choice.SINCE && SinceDate.parse(filter.value()).isEmpty()) {
        return Optional.of(
            "since:%s is not a date; use a year, a month or a day, as in since:2026-11"
                .formatted(filter.value()));
      }
    }
    return Optional.empty();
  }

  /** The number of pages of an index in each language, by its subtag. */
  static Map<String, Long> languages(IndexReader reader) throws IOException {
    Map<String, Long> languages = new TreeMap<>();
    Terms terms = MultiTerms.getTerms(reader, IndexFields.LANGUAGE);
    if (terms != null) {
      TermsEnum each = terms.iterator();
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        String tag = term.utf8ToString();
        if (tag.equals(Analyzers.subtag(tag))) {
          languages.put(tag, (long) each.docFreq());
        }
      }
    }
    return languages;
  }

  /** The analyzers of the languages of most pages, or of the requested language. */
  private static List<Analyzer> analyzers(QueryText text, Map<String, Long> languages) {
    for (Filter filter : text.filters()) {
      if (filter.choice() == Choice.LANGUAGE && !filter.excluded()) {
        return List.of(Analyzers.of(Analyzers.subtag(filter.value())));
      }
    }
    return languages.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(language -> Analyzers.of(language.getKey()))
        .distinct()
        .limit(MOST_LANGUAGES)
        .toList();
  }

  /** The crawled form of a typed URL. */
  static String canonical(String typed, ServedFolders folders) {
    String url = folders.crawled(typed);
    return CrawlUrl.parse(url) instanceof CrawlUrl its ? its.toString() : url;
  }

  QueryText text() {
    return text;
  }

  QueryMaker maker() {
    return maker;
  }

  /** Whether it has neither words nor a choice of pages. */
  boolean isEmpty() {
    return words(Occur.MUST).isEmpty() && text.filters().isEmpty();
  }

  /** Pages that have all words, or some of them; empty if the query has none. */
  Optional<Query> words(Occur occur) {
    return maker.pages(text, occur);
  }

  /** Pages whose incoming links have the words of the query. */
  Optional<Query> anchored(IndexSearcher searcher) throws IOException {
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
  Query whole(Optional<Query> words, Optional<Query> anchors) {
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
    filter(all);
    maker.excluded(text).forEach(its -> all.add(its, Occur.MUST_NOT));
    return all.build();
  }

  /** The pages that may be found by their meaning; null if all may. */
  @Nullable Query among() {
    List<Query> required = maker.required(text);
    List<Query> excluded = maker.excluded(text);
    if (required.isEmpty() && excluded.isEmpty() && text.filters().isEmpty()) {
      return null;
    }
    var pages = new BooleanQuery.Builder();
    pages.add(new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE)), Occur.FILTER);
    required.forEach(its -> pages.add(its, Occur.FILTER));
    filter(pages);
    excluded.forEach(its -> pages.add(its, Occur.MUST_NOT));
    return pages.build();
  }

  /** Adds the choices of pages. */
  void filter(BooleanQuery.Builder all) {
    for (Filter typed : text.filters()) {
      boolean isUrl = typed.choice() == Choice.LINK || typed.choice() == Choice.SITE;
      Filter filter = isUrl ? new Filter(typed.choice(), crawled(typed), typed.excluded()) : typed;
      all.add(QueryMaker.filter(filter), filter.excluded() ? Occur.MUST_NOT : Occur.FILTER);
    }
  }

  /** The index's form of a typed site or URL. */
  private String crawled(Filter typed) {
    return typed.choice() == Choice.LINK
        ? canonical(typed.value(), folders)
        : folders.crawled(typed.value());
  }
}
