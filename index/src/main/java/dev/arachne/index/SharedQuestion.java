package dev.arachne.index;

import dev.arachne.store.RowReader;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.BooleanClause.Occur;

/**
 * A step of a search in the indexes of several processes. Immutable.
 *
 * <pre>
 *   Copies   which shards are there?          their positions and languages
 *   Terms    how frequent are these words?    their statistics, which are then added up
 *   Ranks    which pages match?               pages with scores by the statistics of all
 *   Hits     how do these pages read?         their titles, and where the words are
 * </pre>
 */
sealed interface SharedQuestion {
  /** The indexes that there are. */
  record Copies() implements SharedQuestion {}

  /** A question about some shards. */
  sealed interface OfShards extends SharedQuestion {
    /** The query. */
    Asked asked();

    /** The shards that are searched. */
    default List<Integer> shards() {
      return asked().shards();
    }
  }

  /**
   * A query of some shards.
   *
   * @param text as it was typed
   * @param languages the number of pages in each, of all shards of the crawl
   */
  record Asked(List<Integer> shards, String text, Map<String, Long> languages) {
    public Asked {
      shards = List.copyOf(shards);
      languages = Map.copyOf(languages);
    }

    private RowWriter write(RowWriter row) {
      row.number(shards.size());
      shards.forEach(row::number);
      return CountsRow.write(languages, row.text(text));
    }

    private static Asked read(RowReader row) {
      List<Integer> shards = new ArrayList<>();
      for (long left = row.number(); left > 0; left--) {
        shards.add((int) row.number());
      }
      return new Asked(shards, row.text(), CountsRow.read(row));
    }
  }

  /** The statistics of the words. */
  record Terms(Asked asked) implements OfShards {}

  /**
   * The pages that match best.
   *
   * @param statistics of the words in all shards of the crawl
   * @param occur whether they need all words, or some
   * @param facets whether they are counted
   */
  record Ranks(Asked asked, TermStatistics statistics, Occur occur, SearchQuery.Facets facets)
      implements OfShards {}

  /** The contents of pages. */
  record Hits(Asked asked, List<Place> places) implements OfShards {
    public Hits {
      places = List.copyOf(places);
    }
  }

  /**
   * A page among those of all shards.
   *
   * @param position of its verdict in the ledger of its shard
   * @param ranked its rank; the document is of no meaning elsewhere
   */
  record Place(int shard, long position, Ranked ranked) {
    RowWriter write(RowWriter row) {
      return row.number(shard)
          .number(position)
          .fixed(Double.doubleToRawLongBits(ranked.score()))
          .fixed(ranked.simHash())
          .number(ranked.linkingPages())
          .number(ranked.alike());
    }

    static Place read(RowReader row) {
      int shard = (int) row.number();
      long position = row.number();
      double score = Double.longBitsToDouble(row.fixed());
      long simHash = row.fixed();
      return new Place(
          shard, position, new Ranked(0, score, simHash, row.number(), (int) row.number()));
    }

    Place with(Ranked other) {
      return new Place(shard, position, other);
    }
  }

  /** The question as it is sent. */
  default byte[] toBytes() {
    var row = new RowWriter(256);
    switch (this) {
      case Copies() -> row.octet('C');
      case Terms(Asked asked) -> asked.write(row.octet('T'));
      case Ranks(
              Asked asked,
              TermStatistics statistics,
              Occur occur,
              SearchQuery.Facets facets) -> {
        statistics.write(asked.write(row.octet('R')));
        row.octet(occur == Occur.MUST ? 1 : 0);
        row.octet(facets == SearchQuery.Facets.COUNTED ? 1 : 0);
      }
      case Hits(Asked asked, List<Place> places) -> {
        asked.write(row.octet('H')).number(places.size());
        places.forEach(place -> place.write(row));
      }
    }
    return row.toBytes();
  }

  /** Reads a question; a malformed one ends in an exception. */
  static SharedQuestion read(RowReader row) {
    int kind = row.octet();
    return switch (kind) {
      case 'C' -> new Copies();
      case 'T' -> new Terms(Asked.read(row));
      case 'R' ->
          new Ranks(
              Asked.read(row),
              TermStatistics.read(row),
              row.octet() == 1 ? Occur.MUST : Occur.SHOULD,
              row.octet() == 1 ? SearchQuery.Facets.COUNTED : SearchQuery.Facets.NONE);
      case 'H' -> {
        Asked asked = Asked.read(row);
        List<Place> places = new ArrayList<>();
        for (long left = row.number(); left > 0; left--) {
          places.add(Place.read(row));
        }
        yield new Hits(asked, places);
      }
      default -> throw new IllegalArgumentException("a question of kind " + kind);
    };
  }
}
