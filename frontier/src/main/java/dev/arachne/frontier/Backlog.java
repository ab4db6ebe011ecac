package dev.arachne.frontier;

import dev.arachne.ledger.StoredCounts;
import dev.arachne.store.RowStore;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The URLs to do, in the queues of their hosts or waiting for their next attempt, and whose turn it
 * is among the hosts. All are rows of the store; what memory has of them is bounded, and is a copy.
 * Confined to its shard.
 */
final class Backlog {
  /** URLs of a host in memory while there is plenty of room: most crawls read no queue again. */
  private static final int WIDE_WINDOW = 1 << 14;

  /**
   * The same once half of the room is taken, if room has a bound; a queue longer than its window is
   * read in such bits.
   */
  private static final int WINDOW = 64;

  /** Bytes that a queued URL takes in memory, roughly. */
  private static final int URL_BYTES = 110;

  /** Bytes that a URL takes while it waits for its next attempt, with its host, roughly. */
  private static final int AGAIN_BYTES = 1_000;

  private static final int LEAST_AGAIN = 64;

  private final RowStore store;
  private final Hosts hosts;
  private final HostScheduler line;
  private final StoredCounts totals;
  private final long mostWindowBytes;
  private final int mostWindow;
  private final int mostAgain;

  /** Whether the row of a URL to do will ever be read. */
  private final boolean isStored;

  /** The URLs that wait for their next attempt. */
  private final PriorityQueue<Again> again =
      new PriorityQueue<>((a, b) -> Long.compare(a.entry.notBefore(), b.entry.notBefore()));

  private long windowBytes;

  /** {@link #notYet}, made once. */
  private final BiConsumer<HostQueue, QueueEntry> later = this::notYet;

  private record Again(HostQueue host, QueueEntry entry) {}

  Backlog(
      RowStore store,
      FrontierOptions options,
      Hosts hosts,
      HostScheduler line,
      StoredCounts totals) {
    this.store = store;
    this.hosts = hosts;
    this.line = line;
    this.totals = totals;
    this.mostWindowBytes = options.memory() / 4;
    this.mostWindow = options.isUnbounded() ? Integer.MAX_VALUE : WIDE_WINDOW;
    this.mostAgain =
        (int) Math.clamp(options.memory() / 16 / AGAIN_BYTES, LEAST_AGAIN, Integer.MAX_VALUE);
    this.isStored = store.outlivesProcess() || !options.isUnbounded();
  }

  /** Adds a URL, or the new state of one, to the queue of its host. */
  void add(HostQueue host, QueueEntry entry) {
    byte[] row = entry.value();
    store(host, entry, row);
    queue(host, entry, row);
  }

  /** Puts back a URL that was taken. */
  void putBack(HostQueue host, QueueEntry entry) {
    queue(host, entry, entry.value());
  }

  /**
   * Whether another URL may wait for its next attempt. If not, it goes back into its host's queue,
   * and the whole host has to wait for as long.
   */
  boolean mayAwait() {
    return again.size() < mostAgain;
  }

  /** Has a URL wait for its next attempt. */
  void await(HostQueue host, QueueEntry next) {
    store(host, next, next.value());
    wait(host, next);
  }

  /** Takes the next URL of a host; null if none is due. */
  @Nullable QueueEntry take(HostQueue host, long now) {
    long before = host.windowBytes();
    QueueEntry entry = host.poll(store, Math.min(window(), WINDOW), now, later);
    windowBytes += host.windowBytes() - before;
    totals.queued -= entry == null ? 0 : 1;
    return entry;
  }

  /** Removes a URL that was taken and is decided. */
  void decided(HostQueue host, QueueEntry entry) {
    if (isStored) {
      store.delete(entry.key(host.key));
    }
    host.decided(entry);
  }

  /** Queues those whose next attempt is due. */
  void wake(long now) {
    for (Again first = again.peek(); isDue(first, now); first = again.peek()) {
      again.remove();
      totals.retrying--;
      putBack(first.host, first.entry);
    }
  }

  /** Takes out the host whose turn it is now, which may be asleep; null if no host is due. */
  @Nullable HostQueue next(long now) {
    while (hosts.firstDue() <= now && hosts.firstDue() < line.due()) {
      hosts.wake(now, line::add);
    }
    return line.poll(now);
  }

  /** The time at which a host or an attempt is due next; the end of time if none is. */
  long nextDue() {
    Again first = again.peek();
    return Math.min(
        Math.min(hosts.firstDue(), line.due()),
        first == null ? Long.MAX_VALUE : first.entry.notBefore());
  }

  /** Whether no URL is to do except those that were taken. */
  boolean isEmpty() {
    return totals.queued + totals.retrying == 0;
  }

  /** Puts those hosts to sleep whose turn is furthest away. */
  void makeRoom(long now) {
    hosts.makeRoom(now, line.lastToFirst(), fallen -> windowBytes -= fallen.windowBytes());
    line.sleepersLeave();
  }

  /** Memory that URLs in queues take, in bytes, roughly. */
  long windowBytes() {
    return windowBytes;
  }

  /** Memory that the whole backlog takes, in bytes, roughly. */
  long bytes() {
    return windowBytes + (long) AGAIN_BYTES * again.size();
  }

  private void store(HostQueue host, QueueEntry entry, byte[] row) {
    if (isStored) {
      store.put(entry.key(host.key), row);
    }
  }

  /** Queues a URL whose row is in the store. */
  private void queue(HostQueue host, QueueEntry entry, byte[] row) {
    long before = host.windowBytes();
    host.add(entry, row, window());
    windowBytes += host.windowBytes() - before;
    totals.queued++;
    hosts.changed(host);
    line.add(host);
  }

  private void notYet(HostQueue host, QueueEntry entry) {
    totals.queued--;
    wait(host, entry);
  }

  private void wait(HostQueue host, QueueEntry entry) {
    again.add(new Again(host, entry));
    totals.retrying++;
  }

  /** The number of URLs of a host to keep in memory: its share of the room, one at least. */
  private int window() {
    if (windowBytes >= mostWindowBytes) {
      return 1;
    }
    int most = windowBytes < mostWindowBytes / 2 ? mostWindow : WINDOW;
    return (int) Math.clamp(mostWindowBytes / URL_BYTES / (hosts.inMemory() + 1), 1, most);
  }

  private static boolean isDue(@Nullable Again retry, long now) {
    return retry != null && retry.entry.notBefore() - now <= 0;
  }
}
