package dev.arachne.index;

import dev.arachne.index.SharedQuestion.Asked;
import dev.arachne.index.SharedQuestion.Place;
import dev.arachne.pages.ServedFolders;
import dev.arachne.store.RowReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.lucene.search.BooleanClause.Occur;

/*
 * Scores of several indexes compare only if they come of the same statistics: a word that each page
 * of one host has, and few pages elsewhere, is worth nothing in the index of that host's shard, and
 * much in others. So the statistics of the words are requested first, added up, and sent with the
 * query. The scores are then those that one index of all pages would give.
 */

/**
 * A search in the indexes of several processes, each of which has some of the shards of a crawl. A
 * page is in one shard, so it is one result. A peer that fails is skipped from then on, and the
 * search continues without it. Confined to one thread.
 */
public final class SharedSearch {
  /** A process that has indexes. */
  public interface Peer {
    /** The name by which its failures are reported. */
    String name();

    /**
     * Sends a question to {@link ShardIndexes#answer} there; returns its answer, or a failure after
     * a bounded time.
     */
    CompletableFuture<byte[]> ask(byte[] question);
  }

  /**
   * The index of a shard that is searched.
   *
   * @param number of the shard
   * @param position of the shard's ledger up to which all pages are in the index
   * @param entries of the ledger; empty if no process could be asked that crawls the shard
   */
  public record Shard(int number, long position, OptionalLong entries) {
    /** Whether the index has all pages that the ledger has. */
    public boolean isWhole() {
      return entries.isPresent() && position >= entries.getAsLong();
    }
  }

  private record Copy(Peer peer, ShardCopy its) {}

  /** The matches of a peer. */
  private record Found(boolean isExact, long total, FacetCounts facets, List<Place> places) {
    static Found read(RowReader row) {
      boolean isExact = row.octet() == 1;
      long total = row.number();
      FacetCounts facets = FacetCounts.read(row);
      List<Place> places = new ArrayList<>();
      while (!row.atEnd()) {
        places.add(Place.read(row));
      }
      return new Found(isExact, total, facets, places);
    }
  }

  private record Candidate(Peer peer, Place place) {
    static final Comparator<Candidate> BEST_FIRST =
        Comparator.<Candidate>comparingDouble(its -> its.place.ranked().score())
            .reversed()
            .thenComparingInt(its -> its.place.shard())
            .thenComparingLong(its -> its.place.position());
  }

  private final List<Copy> copies = new ArrayList<>();
  private final Map<String, String> failures = new TreeMap<>();

  private SharedSearch() {}

  /** The indexes that these peers have now. */
  public static SharedSearch of(Collection<? extends Peer> peers) {
    var search = new SharedSearch();
    search
        .answers(peers, _ -> new SharedQuestion.Copies(), SharedSearch::copies)
        .forEach((peer, its) -> its.forEach(copy -> search.copies.add(new Copy(peer, copy))));
    return search;
  }

  private static List<ShardCopy> copies(RowReader row) {
    List<ShardCopy> copies = new ArrayList<>();
    while (!row.atEnd()) {
      copies.add(ShardCopy.read(new RowReader(row.bytes())));
    }
    return copies;
  }

  /** The peers that could not be asked, by name, and why. */
  public Map<String, String> failures() {
    return Map.copyOf(failures);
  }

  /** The shards that are searched, in order. */
  public List<Shard> shards() {
    Map<Integer, Long> entries = new TreeMap<>();
    copies.forEach(copy -> entries.merge(copy.its.shard(), copy.its.entries(), Math::max));
    List<Shard> shards = new ArrayList<>();
    best()
        .forEach((shard, copy) -> {
          long known = entries.getOrDefault(shard, ShardIndex.UNKNOWN);
          shards.add(
              new Shard(
                  shard,
                  copy.its.position(),
                  known < 0 ? OptionalLong.empty() : OptionalLong.of(known)));
        });
    return shards;
  }

  /** The copy of each shard that is ahead of the others. */
  private Map<Integer, Copy> best() {
    Map<Integer, Copy> best = new TreeMap<>();
    for (Copy copy : copies) {
      best.merge(
          copy.its.shard(),
          copy,
          (one, other) -> other.its.position() > one.its.position() ? other : one);
    }
    return best;
  }

  /** Searches all shards, as one index of all their pages would be searched. */
  public SearchResults search(SearchQuery query) {
    Optional<String> mistake = PageQuery.mistake(QueryText.of(query.text()));
    if (mistake.isPresent()) {
      return SearchResults.none(query, mistake.get());
    }
    while (true) { // Each time with fewer peers.
      Optional<SearchResults> results = attempt(query);
      if (results.isPresent()) {
        return results.get();
      }
    }
  }

  /** Searches; empty if a peer has failed. */
  private Optional<SearchResults> attempt(SearchQuery query) {
    Map<Peer, List<Integer>> shards = new LinkedHashMap<>();
    Map<String, Long> languages = new TreeMap<>();
    best()
        .forEach((shard, copy) -> {
          shards.computeIfAbsent(copy.peer, _ -> new ArrayList<>()).add(shard);
          copy.its
              .languages()
              .forEach((subtag, pages) -> languages.merge(subtag, pages, Long::sum));
        });
    QueryText text = QueryText.of(query.text());
    if (new PageQuery(text, languages, ServedFolders.NONE).isEmpty()) {
      return Optional.of(SearchResults.none(query, SearchResults.NO_WORDS));
    }
    Map<Peer, Asked> asked = new LinkedHashMap<>();
    shards.forEach((peer, its) -> asked.put(peer, new Asked(its, query.text(), languages)));
    Map<Peer, TermStatistics> parts =
        answers(
            asked.keySet(),
            peer -> new SharedQuestion.Terms(of(peer, asked)),
            TermStatistics::read);
    TermStatistics statistics =
        parts.values().stream().reduce(TermStatistics.NONE, TermStatistics::plus);
    Map<Peer, Found> found = ranks(query, asked, statistics, Occur.MUST);
    Optional<String> remark = Optional.empty();
    if (text.parts().size() > 1 && areEmpty(found)) {
      found = ranks(query, asked, statistics, Occur.SHOULD);
      remark = areEmpty(found) ? remark : Optional.of(SearchResults.SOME_WORDS);
    }
    Optional<SearchResults> results = Optional.of(results(query, asked, found, remark));
    return copies.stream().map(Copy::peer).toList().containsAll(asked.keySet())
        ? results
        : Optional.empty();
  }

  private static boolean areEmpty(Map<Peer, Found> found) {
    return found.values().stream().allMatch(its -> its.places.isEmpty());
  }

  private Map<Peer, Found> ranks(
      SearchQuery query, Map<Peer, Asked> asked, TermStatistics statistics, Occur occur) {
    return answers(
        asked.keySet(),
        peer -> new SharedQuestion.Ranks(of(peer, asked), statistics, occur, query.facets()),
        Found::read);
  }

  private SearchResults results(
      SearchQuery query, Map<Peer, Asked> asked, Map<Peer, Found> found, Optional<String> remark) {
    List<Candidate> all = new ArrayList<>();
    found.forEach((peer, its) -> its.places.forEach(each -> all.add(new Candidate(peer, each))));
    all.sort(Candidate.BEST_FIRST);
    List<Ranked> ranked = new ArrayList<>();
    for (int i = 0; i < Math.min(all.size(), Ranked.MOST); i++) {
      ranked.add(all.get(i).place.ranked().withDoc(i));
    }
    List<Ranked> folded = Ranked.folded(ranked);
    FacetCounts facets =
        found.values().stream().map(Found::facets).reduce(FacetCounts.NONE, FacetCounts::plus);
    return new SearchResults(
        hits(Ranked.page(folded, query), all, asked),
        query.page(),
        Ranked.pages(folded, query),
        found.values().stream().mapToLong(Found::total).sum(),
        found.values().stream().allMatch(Found::isExact)
            ? SearchResults.Counted.EXACTLY
            : SearchResults.Counted.AT_LEAST,
        facets.facets(),
        remark);
  }

  /** The results of a page, in its order; without those that were replaced meanwhile. */
  private List<SearchHit> hits(List<Ranked> page, List<Candidate> all, Map<Peer, Asked> asked) {
    Map<Peer, List<Integer>> ofPeers = new LinkedHashMap<>();
    for (int i = 0; i < page.size(); i++) {
      Peer peer = all.get(page.get(i).doc()).peer;
      ofPeers.computeIfAbsent(peer, _ -> new ArrayList<>()).add(i);
    }
    Map<Integer, SearchHit> hits = new TreeMap<>();
    answers(
            ofPeers.keySet(),
            peer ->
                new SharedQuestion.Hits(
                    of(peer, asked),
                    of(peer, ofPeers).stream()
                        .map(page::get)
                        .map(each -> all.get(each.doc()).place.with(each))
                        .toList()),
            SharedSearch::hits)
        .forEach((peer, its) ->
            its.forEach((number, hit) -> hits.put(of(peer, ofPeers).get(number), hit)));
    return List.copyOf(hits.values());
  }

  private static Map<Integer, SearchHit> hits(RowReader row) {
    Map<Integer, SearchHit> hits = new TreeMap<>();
    while (!row.atEnd()) {
      hits.put((int) row.number(), HitRow.read(row));
    }
    return hits;
  }

  private static <T> T of(Peer peer, Map<Peer, T> values) {
    return Objects.requireNonNull(values.get(peer));
  }

  /** Asks peers, all at the same time; drops those that fail. */
  private <T> Map<Peer, T> answers(
      Collection<? extends Peer> peers,
      Function<Peer, SharedQuestion> question,
      Function<RowReader, T> reader) {
    Map<Peer, CompletableFuture<byte[]>> sent = new LinkedHashMap<>();
    peers.forEach(peer -> sent.put(peer, peer.ask(question.apply(peer).toBytes())));
    Map<Peer, T> answers = new LinkedHashMap<>();
    sent.forEach((peer, answer) -> {
      try {
        answers.put(peer, reader.apply(new RowReader(answer.get())));
      } catch (ExecutionException e) {
        fail(peer, e.getCause() == null ? e : e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        fail(peer, e);
      } catch (RuntimeException e) {
        fail(peer, new IOException("its answer is malformed", e));
      }
    });
    return answers;
  }

  private void fail(Peer peer, Throwable why) {
    String text = why.getMessage();
    failures.put(peer.name(), text == null ? why.getClass().getSimpleName() : text);
    copies.removeIf(copy -> copy.peer == peer);
  }
}
