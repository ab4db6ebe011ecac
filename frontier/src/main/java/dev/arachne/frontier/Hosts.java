package dev.arachne.frontier;

import dev.arachne.ledger.LedgerKeys;
import dev.arachne.pace.Politeness;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a shard. Each has a row; those that have something to do are in memory, as long as
 * there is room for them. The others with work sleep: they have a second row, by the time at which
 * they are due, and come back when it is their turn. Confined to its shard.
 *
 * <pre>
 *   memory   | idle, kept for now |    have work     |
 *   rows H   |                  all hosts            |   have work, asleep    |
 *   rows D                                           |    the same, by due    |
 * </pre>
 */
final class Hosts {
  /** Bytes that a host takes in memory, roughly. */
  static final int HOST_BYTES = 700;

  /** Hosts that come back together. */
  private static final int AT_ONCE = 1_000;

  private final RowStore store;
  private final ToLongFunction<Origin> keys;
  private Politeness politeness;
  private final long handedOverAt;
  private final int most;
  private final Map<Origin, HostQueue> inMemory = new HashMap<>();

  /** Hosts whose rows are older than their states in memory. */
  private final List<HostQueue> changed = new ArrayList<>();

  /** The row of the sleeping host that is due first; null if none sleeps. */
  private byte @Nullable [] firstAsleep;

  /** The number of hosts in memory above which some have to leave. */
  private int crowd;

  /**
   * The hosts whose rows are in {@code store}.
   *
   * @param keys a hash of origins
   * @param politeness the treatment of all hosts
   * @param handedOverAt until when another process may have asked any host without a trace, in
   *     nanoseconds since 1970; 0 if none has
   * @param memory bytes for hosts, roughly
   */
  Hosts(
      RowStore store,
      ToLongFunction<Origin> keys,
      Politeness politeness,
      long handedOverAt,
      long memory) {
    this.store = store;
    this.keys = keys;
    this.politeness = politeness;
    this.handedOverAt = handedOverAt;
    this.most = (int) Math.min(Integer.MAX_VALUE / 2, memory / HOST_BYTES);
    this.crowd = most;
  }

  /** Reads the rows of all hosts; gives those that have work and do not sleep to {@code awake}. */
  void readAll(Consumer<HostQueue> awake) {
    store.scan(
        LedgerKeys.kind('H'),
        LedgerKeys.kind('H' + 1),
        row -> {
          HostQueue host = read(LedgerKeys.number(row.key()), row.value());
          if (host.hasNext() && !host.asleep) {
            inMemory.put(host.origin, host);
            awake.accept(host);
          }
        });
    findFirstAsleep(LedgerKeys.kind('D'));
  }

  /** The host of a URL: in memory, in its row, or new. */
  HostQueue of(CrawlUrl url) {
    Origin origin = url.origin().server();
    HostQueue known = inMemory.get(origin);
    if (known != null) {
      return known;
    }
    HostQueue host = null;
    for (long key = keys.applyAsLong(origin); host == null; key++) {
      byte[] row = store.get(LedgerKeys.host(key));
      HostQueue found = row == null ? newHost(origin, key) : read(key, row);
      host = found.origin.equals(origin) ? found : null;
    }
    inMemory.put(origin, host);
    return host;
  }

  /**
   * Applies another politeness to all hosts from now on.
   *
   * @return those awake whose delay has changed; those that sleep are due when they were, at least
   */
  List<HostQueue> keep(Politeness other) {
    politeness = other;
    List<HostQueue> slowerOrFaster = new ArrayList<>();
    for (HostQueue host : inMemory.values()) {
      long before = host.delay();
      host.keepsDelay(other);
      if (host.delay() != before && !host.asleep) {
        slowerOrFaster.add(host);
      }
    }
    return slowerOrFaster;
  }

  /** The politeness that applies now. */
  Politeness politeness() {
    return politeness;
  }

  /** Notes that a host's row has to be written. */
  void changed(HostQueue host) {
    if (!host.changed) {
      host.changed = true;
      changed.add(host);
    }
  }

  /** Writes the rows that are old; those of hosts in memory are for later processes only. */
  void flush() {
    if (!store.outlivesProcess() && !areTooMany()) {
      return;
    }
    for (HostQueue host : changed) {
      store.put(LedgerKeys.host(host.key), host.value());
      host.changed = false;
    }
    changed.clear();
  }

  /** The hosts in memory. */
  Collection<HostQueue> all() {
    return inMemory.values();
  }

  /** The number of hosts in memory. */
  int inMemory() {
    return inMemory.size();
  }

  /** Whether some have to leave memory. */
  boolean areTooMany() {
    return inMemory.size() > crowd;
  }

  /**
   * Has hosts leave memory until half of the room is free; their rows are written before. Those
   * without work are forgotten; then the others sleep, as far as they may.
   *
   * @param lastToFirst hosts with work, in the order in which they are to fall asleep
   * @param fallen gets each host that falls asleep
   */
  void makeRoom(long now, List<HostQueue> lastToFirst, Consumer<HostQueue> fallen) {
    inMemory.values().removeIf(host -> (host.asleep && !host.hasGuests()) || host.isIdle(now));
    for (HostQueue host : lastToFirst) {
      if (inMemory.size() <= most / 2) {
        break;
      }
      if (host.maySleep()) {
        putToSleep(host);
        fallen.accept(host);
      }
    }
    crowd = Math.max(most, 2 * inMemory.size());
  }

  /**
   * The time at which the first sleeping host is due, in nanoseconds since 1970; the end of time
   * without one.
   */
  long firstDue() {
    return firstAsleep == null ? Long.MAX_VALUE : FrontierKeys.due(firstAsleep);
  }

  /** Wakes some of the sleeping hosts that are due. */
  void wake(long now, Consumer<HostQueue> awake) {
    if (firstAsleep == null) {
      return;
    }
    int limit = Math.clamp(most / 4, 1, AT_ONCE);
    List<RowStore.Row> rows = store.range(firstAsleep, FrontierKeys.asleep(now + 1, 0), limit);
    for (RowStore.Row row : rows) {
      long key = FrontierKeys.sleeper(row.key());
      HostQueue read = read(key, row(key));
      HostQueue host = inMemory.getOrDefault(read.origin, read);
      store.delete(row.key());
      host.asleep = false;
      host.due = Math.max(host.due, host.dueByDelay());
      inMemory.put(host.origin, host);
      changed(host);
      awake.accept(host);
    }
    findFirstAsleep(rows.isEmpty() ? firstAsleep : RowStore.after(rows.getLast().key()));
  }

  private void putToSleep(HostQueue host) {
    host.asleep = true;
    inMemory.remove(host.origin);
    store.put(LedgerKeys.host(host.key), host.value());
    byte[] row = FrontierKeys.asleep(host.due, host.key);
    store.put(row, new byte[0]);
    if (firstAsleep == null || Arrays.compareUnsigned(row, firstAsleep) < 0) {
      firstAsleep = row;
    }
  }

  private void findFirstAsleep(byte[] from) {
    List<RowStore.Row> first = store.range(from, LedgerKeys.kind('D' + 1), 1);
    firstAsleep = first.isEmpty() ? null : first.getFirst().key();
  }

  private byte[] row(long key) {
    byte[] row = store.get(LedgerKeys.host(key));
    if (row == null) {
      throw new IllegalStateException("a host sleeps that has no row: " + key);
    }
    return row;
  }

  private HostQueue read(long key, byte[] row) {
    HostQueue host = HostQueue.read(key, row, politeness);
    host.wasPerhapsAsked(handedOverAt);
    return host;
  }

  /** Makes a host and writes its row at once, since the key is taken. */
  private HostQueue newHost(Origin origin, long key) {
    var host = new HostQueue(origin, key, politeness);
    host.wasPerhapsAsked(handedOverAt);
    store.put(LedgerKeys.host(key), host.value());
    return host;
  }
}
