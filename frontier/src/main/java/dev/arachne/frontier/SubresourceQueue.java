package dev.arachne.frontier;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait to request subresources of a host. While any waits, the host gives out no
 * URL: a page is being shown, and its subresources go before further pages. In memory alone, since
 * a later process shows the page again. Confined to its shard.
 */
final class SubresourceQueue {
  private final Hosts hosts;
  private final HostScheduler line;
  private final Map<HostQueue, ArrayDeque<ShardRequest.Call>> waiting = new LinkedHashMap<>();

  SubresourceQueue(Hosts hosts, HostScheduler line) {
    this.hosts = hosts;
    this.line = line;
  }

  /** Gives turns. */
  interface Turns {
    /** The turn of a host for the call that has waited longest; null if that has to wait. */
    @Nullable SubresourceTurn turn(HostQueue host, ShardRequest.Call call, long now);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Adds a call that waits for a turn. */
  void add(ShardRequest.Call call) {
    HostQueue host = hosts.of(call.url());
    waiting.computeIfAbsent(host, _ -> new ArrayDeque<>()).add(call);
    host.subresources++;
  }

  /** Removes a call that waits no longer. */
  void remove(ShardRequest.Call call) {
    HostQueue host = hosts.of(call.url());
    remove(host, call);
    line.add(host);
  }

  /** Gives turns, as far as there are any. */
  void serve(Turns turns, long now) {
    for (HostQueue host : List.copyOf(waiting.keySet())) {
      for (ShardRequest.Call call = first(host); call != null; call = first(host)) {
        SubresourceTurn turn = turns.turn(host, call, now);
        if (turn == null) {
          break;
        }
        remove(host, call);
        call.answer(turn);
      }
      line.add(host);
      hosts.changed(host);
    }
  }

  /** The time until one of them may have a turn, if nothing else happens. */
  Optional<Duration> untilNext(long now) {
    return waiting.keySet().stream()
        .map(host -> line.untilGuest(host, now))
        .filter(nanos -> nanos < Long.MAX_VALUE)
        .min(Long::compare)
        .map(Duration::ofNanos);
  }

  private ShardRequest.@Nullable Call first(HostQueue host) {
    ArrayDeque<ShardRequest.Call> its = waiting.get(host);
    return its == null ? null : its.peek();
  }

  private void remove(HostQueue host, ShardRequest.Call call) {
    ArrayDeque<ShardRequest.Call> its = waiting.get(host);
    if (its != null && its.remove(call)) {
      host.subresources--;
      if (its.isEmpty()) {
        waiting.remove(host);
      }
    }
  }
}
