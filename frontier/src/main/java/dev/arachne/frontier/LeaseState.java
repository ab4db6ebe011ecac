package dev.arachne.frontier;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What a shard knows of a lease that is out. Confined to its shard. */
final class LeaseState {
  final Lease lease;
  final HostQueue host;

  /** Null for one that is for no page. */
  final @Nullable QueueEntry entry;

  /** When it was given out, in nanoseconds since 1970. */
  final long granted;

  /** The bounds that it counts for. */
  final List<Gate> gates = new ArrayList<>(0);

  /** Where its host is taken to be; null if nobody has looked. */
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

  /** Its request was sent, in nanoseconds since 1970. */
  void started(long at) {
    started = at;
  }

  /** When its request was sent; empty if that is not known. */
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
