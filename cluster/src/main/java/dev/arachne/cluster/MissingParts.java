package dev.arachne.cluster;

import dev.arachne.index.SharedSearch;
import dev.arachne.terminal.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The parts of a crawl that a search lacks, in lines for people. Without one it had each page that
 * the ledgers of all shards have as fetched, of the moment in which it began.
 *
 * @param shards of the crawl
 * @param states the last state of each shard
 */
record MissingParts(int shards, Map<Integer, ShardState> states, SharedSearch search) {
  /** The lines; empty if nothing is missing. */
  List<String> lines() {
    Map<Integer, SharedSearch.Shard> found = new TreeMap<>();
    search.shards().forEach(its -> found.put(its.number(), its));
    List<Integer> lacking = new ArrayList<>();
    List<Integer> behind = new ArrayList<>();
    List<Integer> unknown = new ArrayList<>();
    long entries = 0;
    for (int shard = 0; shard < shards; shard++) {
      SharedSearch.Shard its = found.get(shard);
      if (its == null) {
        lacking.add(shard);
      } else if (its.entries().isEmpty()) {
        unknown.add(shard);
      } else if (!its.isWhole()) {
        behind.add(shard);
        entries += its.entries().getAsLong() - its.position();
      }
    }
    List<String> lines = new ArrayList<>();
    if (!lacking.isEmpty()) {
      lines.add(
          "no index of %s: %s fetched pages are not searched"
              .formatted(ShardNumbers.text(lacking), Quantity.count(fetched(lacking))));
    }
    if (!behind.isEmpty()) {
      lines.add(
          "the index of %s is %s entries behind its ledger; search again later"
              .formatted(ShardNumbers.text(behind), Quantity.count(entries)));
    }
    if (!unknown.isEmpty()) {
      lines.add(
          "the index of %s may lack pages: no worker that has its ledger answers"
              .formatted(ShardNumbers.text(unknown)));
    }
    if (!lines.isEmpty()) {
      search
          .failures()
          .forEach(
              (worker, why) -> lines.add("worker %s cannot be reached: %s".formatted(worker, why)));
    }
    return lines;
  }

  private long fetched(List<Integer> numbers) {
    return numbers.stream()
        .flatMap(shard -> Stream.ofNullable(states.get(shard)))
        .mapToLong(state -> state.counts().fetched())
        .sum();
  }
}
