package dev.arachne.frontier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who waits to ask a host for what a page is made of. While anybody does, the host gives out no
 * URL: a page is being shown, and what it needs goes before further pages. In memory alone, since a
 * later process shows the page again. Confined to its shard.
 */
final class Guests {
  private final Map<HostQueue, ArrayDeque<ShardRequest.Call>> waiting = new LinkedHashMap<>();

  /** Somebody waits for a turn of the host. */
  void add(HostQueue host, ShardRequest.Call call) {
    waiting.computeIfAbsent(host, _ -> new ArrayDeque<>()).add(call);
    host.guests++;
  }

  /** The one that has waited longest at the host; null if none waits. */
  ShardRequest.@Nullable Call first(HostQueue host) {
    ArrayDeque<ShardRequest.Call> line = waiting.get(host);
    return line == null ? null : line.peek();
  }

  /** One of them waits no longer. */
  void remove(HostQueue host, ShardRequest.Call call) {
    ArrayDeque<ShardRequest.Call> line = waiting.get(host);
    if (line != null && line.remove(call)) {
      host.guests--;
      if (line.isEmpty()) {
        waiting.remove(host);
      }
    }
  }

  /** Where somebody waits. */
  List<HostQueue> hosts() {
    return waiting.isEmpty() ? List.of() : new ArrayList<>(waiting.keySet());
  }
}
