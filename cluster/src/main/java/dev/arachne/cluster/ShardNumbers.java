package dev.arachne.cluster;

import java.util.List;
import java.util.stream.Collectors;

/** Numbers of shards in words for people. */
final class ShardNumbers {
  private ShardNumbers() {}

  /** Such as {@code shard 3}, or {@code shards 1, 4}. */
  static String text(List<Integer> shards) {
    String numbers = shards.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (shards.size() == 1 ? "shard " : "shards ") + numbers;
  }
}
