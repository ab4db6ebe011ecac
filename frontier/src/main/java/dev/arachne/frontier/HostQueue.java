package dev.arachne.frontier;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The URLs of one origin that wait for their turn, first in first out, and when the next of them
 * may be asked. Confined to its frontier.
 *
 * <pre>
 *   STRANGER --lease--> HELD --started(delay)--> PACED     (its line has moved up: one request, then
 *                        ^                          |       the next when the delay is over)
 *                        +--------lease, delay > 0--+
 * </pre>
 *
 * Until the first request to a host starts, nobody knows what delay its robots rules ask for; so a
 * stranger gives out one lease and then waits for the news. A host with a delay is held from each
 * lease to the start of its request, so that gaps are counted from start to start however long the
 * lease was prepared.
 */
final class HostQueue {
  /** One URL in the line. */
  record Entry(Discovery discovery, int attempt) {}

  final ArrayDeque<Entry> line = new ArrayDeque<>();

  /** Nanoseconds from the start of a request to the start of the next; 0 for none. */
  long delay;

  /** When the next request may start, on the frontier's time source. */
  long due;

  /** Orders hosts that are due at the same time: who was served last goes last. */
  long turn;

  /** Whether a request to this host has ever started. */
  boolean known;

  /** The lease that the host waits for before it gives out another; null when it does not. */
  @Nullable Lease heldFor;

  /** Whether the host stands in the frontier's line of hosts; it may not change places there. */
  boolean lined;

  static int compareTurns(HostQueue a, HostQueue b) {
    int byTime = Long.signum(a.due - b.due);
    return byTime != 0 ? byTime : Long.compare(a.turn, b.turn);
  }
}
