package dev.arachne.index;

import dev.arachne.index.QueryText.Filter;
import dev.arachne.index.QueryText.Part;
import dev.arachne.index.QueryText.Place;
import dev.arachne.options.TypedUrl;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;

/**
 * Makes Lucene queries of typed queries. A word is looked for in the form that each language of the
 * index has, since the language of a query is unknown. Immutable.
 */
final class QueryMaker {
  /** Terms of one part of a query. */
  private static final int MOST_TERMS = 16;

  /** How much a score has of fields other than the best one. */
  private static final float TIE = 0.15f;

  private static final float TITLE_WEIGHT = 3.5f;
  private static final float HEADINGS_WEIGHT = 1.2f;
  private static final float URL_WEIGHT = 1.8f;
  private static final float TEXT_WEIGHT = 1;

  /** The weight of all words in a row. */
  private static final float PHRASE_WEIGHT = 0.6f;

  /** The weight of a page that has the whole query for its name. */
  private static final float NAME_WEIGHT = 12;

  private static final int PHRASE_SLOP = 1;

  private static final int HTTPS_PORT = 443;

  private final List<Analyzer> analyzers;

  /** A maker of queries in the languages of these analyzers. */
  QueryMaker(List<Analyzer> analyzers) {
    Set<Analyzer> all = new LinkedHashSet<>(analyzers);
    all.add(Analyzers.NEUTRAL);
    this.analyzers = List.copyOf(all);
  }

  private record Field(String name, float weight) {}

  private static List<Field> fields(Place place) {
    var title = new Field(IndexFields.TITLE, TITLE_WEIGHT);
    var url = new Field(IndexFields.URL, URL_WEIGHT);
    var text = new Field(IndexFields.TEXT, TEXT_WEIGHT);
    return switch (place) {
      case ANYWHERE -> List.of(title, new Field(IndexFields.HEADINGS, HEADINGS_WEIGHT), url, text);
      case TITLE -> List.of(title);
      case URL -> List.of(url);
      case TEXT -> List.of(text);
    };
  }

  /**
   * Pages with the parts of a query.
   *
   * @param occur whether they need all of them, or some
   * @return empty if the parts have no words
   */
  Optional<Query> pages(QueryText query, Occur occur) {
    var all = new BooleanQuery.Builder();
    int parts = 0;
    for (Part part : query.parts()) {
      Optional<Query> its = part(part);
      if (its.isPresent()) {
        all.add(its.get(), occur);
        parts++;
      }
    }
    if (parts == 0) {
      return Optional.empty();
    }
    inARow(query).ifPresent(row -> all.add(row, Occur.SHOULD));
    return Optional.of(all.build());
  }

  /** A bonus for pages that have the whole query for their name. */
  Optional<Query> named(QueryText query) {
    String key = Words.key(query.words());
    return key.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new BoostQuery(
                new ConstantScoreQuery(new TermQuery(new Term(IndexFields.NAME, key))),
                NAME_WEIGHT));
  }

  /** Texts of links that have all parts of a query; empty if it looks in certain places only. */
  Optional<Query> anchors(QueryText query) {
    var all = new BooleanQuery.Builder();
    int parts = 0;
    for (Part part : query.parts()) {
      if (part.place() != Place.ANYWHERE) {
        return Optional.empty();
      }
      Optional<Query> its =
          words(new Field(IndexFields.ANCHOR, 1), part.text(), Analyzers.NEUTRAL, 0);
      if (its.isPresent()) {
        all.add(its.get(), Occur.MUST);
        parts++;
      }
    }
    return parts == 0 ? Optional.empty() : Optional.of(all.build());
  }

  /** The parts that a page must not have. */
  List<Query> excluded(QueryText query) {
    return query.excluded().stream().map(this::part).flatMap(Optional::stream).toList();
  }

  /**
   * The parts that a page must have even if it is found by its meaning: those in quotes, and those
   * for one place.
   */
  List<Query> required(QueryText query) {
    return query.parts().stream()
        .filter(part -> part.quoted() || part.place() != Place.ANYWHERE)
        .map(this::part)
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Query> part(Part part) {
    List<Query> ways = new ArrayList<>();
    for (Field field : fields(part.place())) {
      ways.addAll(ways(field, part.text(), 0));
    }
    return ways.isEmpty() ? Optional.empty() : Optional.of(new DisjunctionMaxQuery(ways, TIE));
  }

  /** All words in the order of the query, if it has several parts. */
  private Optional<Query> inARow(QueryText query) {
    String words = query.words();
    if (query.parts().size() < 2 || words.isEmpty()) {
      return Optional.empty();
    }
    List<Query> ways = new ArrayList<>();
    for (Field field : fields(Place.ANYWHERE)) {
      ways.addAll(
          ways(new Field(field.name(), field.weight() * PHRASE_WEIGHT), words, PHRASE_SLOP));
    }
    return ways.isEmpty() ? Optional.empty() : Optional.of(new DisjunctionMaxQuery(ways, TIE));
  }

  /** A text in a field as each language has it, each once. */
  private Set<Query> ways(Field field, String text, int slop) {
    Set<Query> ways = new LinkedHashSet<>();
    boolean isNeutral = field.name().equals(IndexFields.URL);
    for (Analyzer analyzer : isNeutral ? List.of(Analyzers.NEUTRAL) : analyzers) {
      words(field, text, analyzer, slop).ifPresent(ways::add);
    }
    return ways;
  }

  private static Optional<Query> words(Field field, String text, Analyzer analyzer, int slop) {
    List<Analyzers.Term> terms = Analyzers.terms(analyzer, Words.split(text), MOST_TERMS);
    if (terms.isEmpty()) {
      return Optional.empty();
    }
    Query query;
    if (terms.size() == 1) {
      query = new TermQuery(new Term(field.name(), terms.getFirst().term()));
    } else {
      var phrase = new PhraseQuery.Builder().setSlop(slop);
      terms.forEach(term -> phrase.add(new Term(field.name(), term.term()), term.position()));
      query = phrase.build();
    }
    return Optional.of(new BoostQuery(query, field.weight()));
  }

  /** The pages that a filter names. */
  static Query filter(Filter filter) {
    String value = filter.value().toLowerCase(Locale.ROOT);
    return switch (filter.choice()) {
      case SITE -> new TermQuery(new Term(IndexFields.SITE, site(filter.value())));
      case LANGUAGE -> new TermQuery(new Term(IndexFields.LANGUAGE, value));
      case TYPE -> new TermQuery(new Term(IndexFields.TYPE, value.replaceFirst("/\\*$", "")));
      case SINCE ->
          SinceDate.parse(value)
              .<Query>map(from ->
                  LongPoint.newRangeQuery(
                      IndexFields.DATE, PageDocument.micros(from), Long.MAX_VALUE))
              .orElseGet(() -> new MatchNoDocsQuery("no date"));
      case LINK ->
          new ConstantScoreQuery(
              new PrefixQuery(new Term(IndexFields.LINK, IndexFields.key(filter.value()) + '\0')));
    };
  }

  /**
   * The index's form of a site: host, port unless it is the usual one, and directories below it.
   */
  private static String site(String typed) {
    String url = TypedUrl.hasScheme(typed) ? typed : "http://" + typed;
    if (!(CrawlUrl.parse(url) instanceof CrawlUrl its)) {
      return typed.toLowerCase(Locale.ROOT);
    }
    String host = its.port() == HTTPS_PORT ? its.host() : its.hostAndPort();
    return host + its.path().replaceFirst("/+$", "");
  }

  /** The terms that are to be marked in texts, for an analyzer. */
  Set<BytesRef> marked(QueryText query, Analyzer analyzer) {
    Set<BytesRef> terms = new LinkedHashSet<>();
    for (Part part : query.parts()) {
      Analyzers.terms(analyzer, Words.split(part.text()), MOST_TERMS)
          .forEach(term -> terms.add(term.term()));
    }
    return terms;
  }
}
