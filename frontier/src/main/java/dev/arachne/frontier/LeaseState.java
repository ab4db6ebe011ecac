package dev.arachne.frontier;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The state of an outstanding lease in its shard. Confined to its shard. */
final class LeaseState {
  final Lease lease;
  final HostQueue host;

  /** The entry of its page; null for a lease of another purpose. */
  final @Nullable QueueEntry entry;

  /** The time when it was given out, in nanoseconds since 1970. */
  final long granted;

  /** The bounds that it counts for. */
  final List<SharedLimit> sharedLimits = new ArrayList<>(0);

  /** The assumed address of its host; null before a DNS lookup. */
  @Nullable InetAddress address;

  /** Whether its requests are over, and it takes no place of its host any more. */
  boolean isShowing;

  private long started = Long.MIN_VALUE;

  LeaseState(Lease lease, HostQueue host, @Nullable QueueEntry entry, long granted) {
    this.lease = lease;
    this.host = host;
    this.entry = entry;
    this.granted = granted;
    this.address = host.address;
  }

  /** Whether it is for a page to see how its host answers. */
  boolean isProbe() {
    return entry != null && entry.isProbe();
  }

  /** Records when its request was sent, in nanoseconds since 1970. */
  void started(long at) {
    started = at;
  }

  /** The time when its request was sent; empty if that is not known. */
  OptionalLong started() {
    return started == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(started);
  }

  /** The URL to do; only for a page. */
  QueueEntry page() {
    if (entry == null) {
      throw new IllegalStateException(lease + " is for no page");
    }
    return entry;
  }
}
