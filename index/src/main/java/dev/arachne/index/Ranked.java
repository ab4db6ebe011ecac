package dev.arachne.index;

import dev.arachne.content.SimHash;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.jspecify.annotations.Nullable;

/**
 * A page that matches, with the values that decide its place among others.
 *
 * @param doc its number among those it is ranked with
 * @param score of its words and its links
 * @param simHash the fingerprint of its text; 0 if it has none
 * @param linkingPages the number of pages that link to it
 * @param alike the number of its near duplicates that are omitted
 */
record Ranked(int doc, double score, long simHash, long linkingPages, int alike) {
  /**
   * Pages that are ranked: those that match the words best. Their links count, and near duplicates
   * among them are omitted. Results end with them.
   */
  static final int MOST = 1_000;

  /** Pages that match are counted exactly up to here, unless facets are. */
  private static final int COUNTED = 1_000;

  /** How much a page gains by e times as many pages, and hosts, that link to it. */
  private static final double PAGES_WEIGHT = 0.15;

  private static final double HOSTS_WEIGHT = 0.10;

  /** Bits in which fingerprints of near duplicates may differ (Manku et al. 2007). */
  private static final int ALIKE_BITS = 3;

  /** The order of results. */
  static final Comparator<Ranked> BEST_FIRST =
      Comparator.comparingDouble(Ranked::score).reversed().thenComparingInt(Ranked::doc);

  /** Collects the pages that match the words best. */
  static TopScoreDocCollectorManager collector() {
    return new TopScoreDocCollectorManager(MOST, COUNTED);
  }

  Ranked withScore(double other) {
    return new Ranked(doc, other, simHash, linkingPages, alike);
  }

  Ranked withDoc(int other) {
    return new Ranked(other, score, simHash, linkingPages, alike);
  }

  private boolean isLike(Ranked other) {
    return simHash != 0
        && other.simHash != 0
        && SimHash.distance(simHash, other.simHash) <= ALIKE_BITS;
  }

  /** The pages found by words, in their order. */
  static List<Ranked> of(ScoreDoc[] found, IndexReader reader) throws IOException {
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
        all.add(new Ranked(inOrder[at].doc, score, value(hashes, doc), linkingPages, 0));
      }
    }
    all.sort(BEST_FIRST);
    return all;
  }

  /** The pages of a ranking without near duplicates. */
  static List<Ranked> folded(List<Ranked> all) {
    List<Ranked> kept = new ArrayList<>();
    int[] alike = new int[all.size()];
    for (Ranked each : all) {
      int same = 0;
      while (same < kept.size() && !each.isLike(kept.get(same))) {
        same++;
      }
      if (same == kept.size()) {
        kept.add(each);
      } else {
        alike[same]++;
      }
    }
    for (int i = 0; i < kept.size(); i++) {
      Ranked its = kept.get(i);
      kept.set(i, new Ranked(its.doc, its.score, its.simHash, its.linkingPages, alike[i]));
    }
    return kept;
  }

  /** The part of a ranking that is a page of results. */
  static List<Ranked> page(List<Ranked> all, SearchQuery query) {
    long from = Math.min(all.size(), (query.page() - 1L) * query.size());
    long to = Math.min(all.size(), from + query.size());
    return all.subList((int) from, (int) to);
  }

  /** The number of pages of results that a ranking has. */
  static int pages(List<Ranked> all, SearchQuery query) {
    return (all.size() + query.size() - 1) / query.size();
  }

  static long value(@Nullable NumericDocValues values, int doc) throws IOException {
    return values != null && values.advanceExact(doc) ? values.longValue() : 0;
  }
}
