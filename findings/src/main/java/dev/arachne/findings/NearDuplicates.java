package dev.arachne.findings;

import dev.arachne.content.SimHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Groups of pages whose fingerprints differ in at most {@value #MOST_BITS} bits. Two such share one
 * of four parts of 16 bits, so only those that share one are compared (Manku et al. 2007). Confined
 * to one thread.
 */
final class NearDuplicates {
  /** Bits in which near-duplicates may differ. */
  static final int MOST_BITS = 3;

  private static final int PARTS = 4;

  /** Pages that share a part and are compared with one, at most. */
  private static final int MOST_COMPARED = 2_000;

  private final Map<Long, List<String>> pages = new HashMap<>();

  void add(long simHash, String page) {
    pages.computeIfAbsent(simHash, _ -> new ArrayList<>(1)).add(page);
  }

  /** A page, and in how many bits it differs from the first of its group. */
  record Member(String page, int bits) {}

  /** The groups of two pages or more. */
  List<List<Member>> groups() {
    long[] hashes = pages.keySet().stream().mapToLong(hash -> hash).sorted().toArray();
    int[] leader = new int[hashes.length];
    for (int i = 0; i < leader.length; i++) {
      leader[i] = i;
    }
    for (int part = 0; part < PARTS; part++) {
      Map<Integer, List<Integer>> buckets = new HashMap<>();
      for (int i = 0; i < hashes.length; i++) {
        int key = (int) (hashes[i] >>> 16 * part) & 0xFFFF;
        List<Integer> bucket = buckets.computeIfAbsent(key, _ -> new ArrayList<>(1));
        for (int j = Math.max(0, bucket.size() - MOST_COMPARED); j < bucket.size(); j++) {
          if (SimHash.distance(hashes[i], hashes[bucket.get(j)]) <= MOST_BITS) {
            join(leader, bucket.get(j), i);
          }
        }
        bucket.add(i);
      }
    }
    return groups(hashes, leader);
  }

  private List<List<Member>> groups(long[] hashes, int[] leader) {
    Map<Integer, List<Member>> groups = new HashMap<>();
    for (int i = 0; i < hashes.length; i++) {
      int first = find(leader, i);
      List<Member> group = groups.computeIfAbsent(first, _ -> new ArrayList<>());
      for (String page : pages.getOrDefault(hashes[i], List.of())) {
        group.add(new Member(page, SimHash.distance(hashes[first], hashes[i])));
      }
    }
    return groups.values().stream().filter(group -> group.size() > 1).toList();
  }

  private static void join(int[] leader, int one, int other) {
    int a = find(leader, one);
    int b = find(leader, other);
    leader[Math.max(a, b)] = Math.min(a, b);
  }

  private static int find(int[] leader, int of) {
    int at = of;
    while (leader[at] != at) {
      leader[at] = leader[leader[at]];
      at = leader[at];
    }
    return at;
  }
}
