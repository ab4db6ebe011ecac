package dev.arachne.frontier;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what several hosts together have leased: those at one address, or those in doubt. Confined
 * to its shard.
 *
 * <p>Hosts that it does not let in wait here, not in the line of hosts, so that the line is never
 * searched for one that may go. While there is room, one of them is in the line as the shared
 * limit's candidate; after its turn, the next one takes its place.
 */
final class SharedLimit {
  /** Leases at a time. */
  private final int most;

  /** Nanoseconds from the start of a request to that of the next. */
  private final long gap;

  private final ArrayDeque<HostQueue> waiting = new ArrayDeque<>();
  private @Nullable HostQueue candidate;
  private int leased;

  /** The time from which the next request may start. */
  private long due;

  /** With a gap, the lease whose start the shared limit waits for. */
  private @Nullable LeaseState heldFor;

  SharedLimit(int most, long gap, long lastSent) {
    this.most = most;
    this.gap = gap;
    this.due = lastSent + gap;
  }

  /** Whether a lease may be given out, once it is {@link #due}. */
  boolean hasRoom() {
    return leased < most && heldFor == null;
  }

  long due() {
    return due;
  }

  void enter(LeaseState lease) {
    leased++;
    heldFor = gap > 0 ? lease : null;
  }

  /** Records the start of the request of a lease that is inside. */
  void started(LeaseState lease, long at) {
    due = Math.max(due, at + gap);
    if (heldFor == lease) {
      heldFor = null;
    }
  }

  void leave(LeaseState lease, long now) {
    leased--;
    if (heldFor == lease) {
      started(lease, now); // All requests there came before.
    }
  }

  /** Has the host wait for its turn; it must not be in line. */
  void await(HostQueue host) {
    host.waitsAt = this;
    waiting.add(host);
  }

  /** Whether the host may be in line for all that wait here. */
  boolean nominate(HostQueue host) {
    if (candidate != null) {
      return false;
    }
    candidate = host;
    host.due = Math.max(host.due, due);
    host.candidateOf = this;
    return true;
  }

  /** Removes the candidate, which has had its turn. */
  void dismiss(HostQueue host) {
    candidate = null;
    host.candidateOf = null;
  }

  /** A host that waits and may be nominated now; it does not wait any more. */
  @Nullable HostQueue next() {
    HostQueue host = candidate == null && hasRoom() ? waiting.poll() : null;
    if (host != null) {
      host.waitsAt = null;
    }
    return host;
  }

  /** Whether its state is that of a new gate. */
  boolean isIdle(long now) {
    return leased == 0 && candidate == null && waiting.isEmpty() && due <= now;
  }
}
