package dev.arachne.frontier;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of one origin that wait for their turn, breadth first, and when the next of them may be
 * asked. Confined to its shard.
 *
 * <pre>
 *   STRANGER --lease--> HELD --started(delay)--> PACED     (its line has moved up: one request, then
 *                        ^                          |       the next when the delay is over)
 *                        +--------lease, delay > 0--+
 * </pre>
 *
 * <p>Until the first request to a host starts, nobody knows what delay its robots rules ask for; so
 * a stranger gives out one lease and then waits for the news. A host with a delay is held from each
 * lease to the start of its request, so that gaps are counted from start to start however long the
 * lease was prepared.
 *
 * <p>Every URL that waits has a row in the store; memory holds a window of them:
 *
 * <pre>
 *   rows     | in flight |    window    |        in the store only        |
 *            +-----------+--------------+---------------------------------+--> depth, discovery
 *                                       ^ end (none: the window is all)
 * </pre>
 *
 * A row stays until its URL is decided, so rows before {@code end} are passed over for good: no
 * read ever walks over the remains of deleted ones. A URL found late that belongs before {@code
 * end} goes into the window, and may push the window's last one out, which moves {@code end} down;
 * that is why what is out at work is remembered by name.
 */
final class HostQueue {
  final Origin origin;

  /** Stands for the origin in the keys of rows. */
  final long key;

  private final TreeSet<QueueEntry> window = new TreeSet<>();
  private final Set<Long> atWork = new HashSet<>(4);
  private byte @Nullable [] end;

  /** URLs that wait for their turn, in the window or in the store only. */
  private long queued;

  /** Nanoseconds from the start of a request to the start of the next; 0 for none. */
  long delay;

  /** When the next request may start, in nanoseconds since 1970. */
  long due;

  /** Orders hosts that are due at the same time: who was served last goes last. */
  long turn;

  /** Whether this process has started a request to this host: an earlier one's rules may be old. */
  boolean known;

  /** The lease that the host waits for before it gives out another; null when it does not. */
  @Nullable Lease heldFor;

  /** URLs of this host that are leased. */
  int leased;

  /** Whether the host stands in the shard's line of hosts; it may not change places there. */
  boolean lined;

  HostQueue(Origin origin, long key) {
    this.origin = origin;
    this.key = key;
  }

  static int compareTurns(HostQueue a, HostQueue b) {
    int byTime = Long.signum(a.due - b.due);
    return byTime != 0 ? byTime : Long.compare(a.turn, b.turn);
  }

  /** Reads a host's row: what was known of it when its last change was committed. */
  static HostQueue read(long key, byte[] value) {
    var row = new RowReader(value);
    var host = new HostQueue(CrawlUrl.of(row.text() + "/").origin(), key);
    host.queued = row.number();
    host.due = row.number();
    host.end = host.queued == 0 ? null : Rows.queueOf(key);
    return host;
  }

  byte[] value() {
    return new RowWriter()
        .text(origin.toString())
        .number(queued + atWork.size())
        .number(due)
        .toBytes();
  }

  /** Whether a URL waits for its turn. */
  boolean hasNext() {
    return queued > 0;
  }

  /** How long all that wait take, in nanoseconds, for the delay alone. */
  long nanosToDo() {
    return (long) Math.min((double) queued * delay, Long.MAX_VALUE);
  }

  /** URLs of this host that are in memory. */
  int inWindow() {
    return window.size();
  }

  /** Whether forgetting the host in memory forgets nothing. */
  boolean isIdle(long now) {
    return queued == 0 && atWork.isEmpty() && heldFor == null && !lined && due - now <= 0;
  }

  /**
   * Takes in a URL whose row is in the store.
   *
   * @param most URLs to keep in memory
   */
  void add(QueueEntry entry, int most) {
    queued++;
    atWork.remove(entry.found());
    if (end == null || Arrays.compareUnsigned(entry.key(key), end) < 0) {
      window.add(entry);
      if (window.size() > most) {
        end = window.removeLast().key(key);
      }
    }
  }

  /**
   * Takes out the URL whose turn it is; null if none can be asked yet.
   *
   * @param most URLs to keep in memory
   * @param later gets URLs that turn out not to be due
   */
  @Nullable QueueEntry poll(FrontierStore store, int most, long now, Consumer<QueueEntry> later) {
    for (byte[] from = end; window.isEmpty() && from != null; from = end) {
      refill(store, from, most, now, later);
    }
    QueueEntry next = window.pollFirst();
    if (next != null) {
      queued--;
      atWork.add(next.found());
    }
    return next;
  }

  /** A URL that was taken out is decided. */
  void decided(QueueEntry entry) {
    atWork.remove(entry.found());
  }

  private void refill(
      FrontierStore store, byte[] from, int most, long now, Consumer<QueueEntry> later) {
    List<FrontierStore.Row> rows = store.range(from, Rows.queueEnd(key), most);
    for (FrontierStore.Row row : rows) {
      QueueEntry entry = QueueEntry.read(row.value());
      if (atWork.contains(entry.found())) {
        continue;
      }
      if (entry.notBefore() - now > 0) {
        queued--;
        atWork.add(entry.found());
        later.accept(entry);
      } else {
        window.add(entry);
      }
    }
    end = rows.size() < most ? null : Rows.after(rows.getLast().key());
  }
}
