package dev.arachne.frontier;

import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that have a URL to give, by the time from which they may give it, and then by turns:
 * the host served last goes last. Keeps to the bounds of each host, of each address, and of all
 * hosts in doubt together. Confined to its shard.
 */
final class HostScheduler {
  /** The share of the workers that may be with hosts in doubt: one in this number. */
  private static final int DOUBT_SHARE = 8;

  /** The number of addresses at which idle ones are first forgotten. */
  private static final int FEW_ADDRESSES = 1_000;

  private final FrontierOptions options;
  private final PriorityQueue<HostQueue> line = new PriorityQueue<>(HostQueue::compareTurns);

  private final long lastSent;

  private final SharedLimit doubt;
  private final Map<InetAddress, SharedLimit> addresses = new HashMap<>();
  private int sweepAt = FEW_ADDRESSES;
  private long turns;

  /**
   * The line of a shard.
   *
   * @param lastSent when the last request of an earlier process was sent, at the latest, in
   *     nanoseconds since 1970; 0 if none was sent, or it does not matter
   */
  HostScheduler(FrontierOptions options, long lastSent) {
    this.options = options;
    this.lastSent = lastSent;
    this.doubt = new SharedLimit(Math.max(1, options.workers() / DOUBT_SHARE), 0, 0);
  }

  /** Puts the host in line, if it has a URL to give and does not wait for anything else. */
  void add(HostQueue host) {
    if (!host.lined && host.waitsAt == null && mayLease(host)) {
      host.lined = true;
      line.add(host);
    }
  }

  /** Takes out the host whose turn it is now; null if no host is due. */
  @Nullable HostQueue poll(long now) {
    for (HostQueue host = line.peek(); host != null && host.due <= now; host = line.peek()) {
      line.remove();
      host.lined = false;
      SharedLimit nominator = host.candidateOf;
      if (nominator != null) {
        nominator.dismiss(host);
      }
      if (mayLease(host) && mayPass(host, now)) {
        if (nominator != null && !sharedLimits(host).contains(nominator)) {
          nominateNext(nominator, now); // The shared limit does not concern the host any more.
        }
        return host;
      }
      if (nominator != null) {
        nominateNext(nominator, now);
      }
    }
    return null;
  }

  /**
   * The time until a host may be asked by a caller that is not in line.
   *
   * @return nanoseconds; the greatest number if others have to leave before
   */
  long untilGuest(HostQueue host, long now) {
    if (!host.hasPlace(options.politeness().throttling(), host.perHost)) {
      return Long.MAX_VALUE;
    }
    long from = host.due;
    for (SharedLimit sharedLimit : sharedLimits(host)) {
      if (!sharedLimit.hasRoom()) {
        return Long.MAX_VALUE;
      }
      from = Math.max(from, sharedLimit.due());
    }
    return Math.max(0, from - now);
  }

  /** Takes a host out of the line while it gives out a lease out of its turn. */
  void takeOut(HostQueue host, long now) {
    if (host.lined) {
      line.remove(host);
      host.lined = false;
      SharedLimit nominator = host.candidateOf;
      if (nominator != null) {
        nominator.dismiss(host);
        nominateNext(nominator, now);
      }
    }
  }

  /** Records a lease of the host that was polled, or taken out. */
  void leased(LeaseState lease, long now) {
    HostQueue host = lease.host;
    assert !host.lined : "the line would be in order no more";
    host.turn = ++turns;
    host.leased(now, options.politeness().throttling());
    for (SharedLimit sharedLimit : sharedLimits(host)) {
      enter(sharedLimit, lease, now);
    }
    add(host);
  }

  /** Records that the host that was polled has nothing to give out. */
  void passed(HostQueue host, long now) {
    for (SharedLimit sharedLimit : sharedLimits(host)) {
      nominateNext(sharedLimit, now);
    }
  }

  /**
   * Records the address of the host of a lease.
   *
   * @return whether it may be asked there now; if not, the lease has to be taken back
   */
  boolean locate(LeaseState lease, InetAddress address, long now) {
    leaveAddress(lease, now);
    lease.host.address = address;
    SharedLimit sharedLimit = sharedLimit(address, now);
    boolean mayEnter = sharedLimit.hasRoom() && sharedLimit.due() <= now;
    if (mayEnter) {
      lease.address = address;
      enter(sharedLimit, lease, now);
    }
    return mayEnter;
  }

  /**
   * Records the start of the request of a lease.
   *
   * @param address where it goes to; null if that is not known
   */
  void started(LeaseState lease, @Nullable InetAddress address, long at) {
    if (options.limitsAddresses() && address != null && !address.equals(lease.address)) {
      leaveAddress(lease, at);
      lease.host.address = address;
      lease.address = address;
      enter(sharedLimit(address, at), lease, at);
    }
    for (SharedLimit sharedLimit : lease.sharedLimits) {
      sharedLimit.started(lease, at);
      nominateNext(sharedLimit, at);
    }
  }

  /** Records the end of a lease. */
  void left(LeaseState lease, long now) {
    lease.host.leased--;
    for (SharedLimit sharedLimit : lease.sharedLimits) {
      sharedLimit.leave(lease, now);
      nominateNext(sharedLimit, now);
    }
    lease.sharedLimits.clear();
  }

  /** Keeps the host from giving out URLs until then, if it would have been sooner. */
  void leaveAlone(HostQueue host, long until, long now) {
    if (until - host.due > 0) {
      boolean stood = host.lined && line.remove(host);
      host.due = until;
      if (stood) {
        line.add(host);
      }
      SharedLimit nominator = host.candidateOf;
      if (nominator != null) {
        nominator.dismiss(host);
        nominateNext(nominator, now);
      }
    }
  }

  /** The same, regardless of the delay that the host has by then. */
  void rest(HostQueue host, long until, long now) {
    host.rests(until);
    leaveAlone(host, until, now);
  }

  /** Updates the due times of hosts whose delays have changed. */
  void delaysChanged(List<HostQueue> changed, long now) {
    for (HostQueue host : changed) {
      host.due = host.dueByDelay();
    }
    List<HostQueue> stood = List.copyOf(line);
    line.clear();
    line.addAll(stood);
    for (HostQueue host : changed) {
      SharedLimit nominator = host.candidateOf;
      if (nominator != null) {
        nominator.dismiss(host);
        nominateNext(nominator, now);
      }
    }
  }

  /** The hosts in line, those with the last turns first. */
  List<HostQueue> lastToFirst() {
    return line.stream()
        .sorted(((Comparator<HostQueue>) HostQueue::compareTurns).reversed())
        .toList();
  }

  /** Removes the hosts that have been put to sleep from the line. */
  void sleepersLeave() {
    line.removeIf(host -> host.asleep);
  }

  /** The time at which the first host may be asked; the greatest number without a host. */
  long due() {
    HostQueue first = line.peek();
    return first == null ? Long.MAX_VALUE : first.due;
  }

  private boolean mayPass(HostQueue host, long now) {
    for (SharedLimit sharedLimit : sharedLimits(host)) {
      if (sharedLimit.hasRoom() && sharedLimit.due() <= now) {
        continue;
      }
      if (sharedLimit.hasRoom() && sharedLimit.nominate(host)) {
        add(host);
      } else {
        sharedLimit.await(host);
      }
      return false;
    }
    return true;
  }

  /** Puts a host that waits at the shared limit in line, if there is room. */
  private void nominateNext(SharedLimit sharedLimit, long now) {
    for (HostQueue host = sharedLimit.next(); host != null; host = sharedLimit.next()) {
      // A host that could not enter now leaves by itself, and comes back here.
      if (mayLease(host) && host.due <= Math.max(now, sharedLimit.due())) {
        sharedLimit.nominate(host);
      }
      add(host);
    }
  }

  private boolean mayLease(HostQueue host) {
    return host.mayLease(options.politeness().throttling(), host.perHost);
  }

  private void enter(SharedLimit sharedLimit, LeaseState lease, long now) {
    sharedLimit.enter(lease);
    lease.sharedLimits.add(sharedLimit);
    nominateNext(sharedLimit, now);
  }

  private void leaveAddress(LeaseState lease, long now) {
    for (SharedLimit sharedLimit : List.copyOf(lease.sharedLimits)) {
      if (sharedLimit != doubt) {
        lease.sharedLimits.remove(sharedLimit);
        sharedLimit.leave(lease, now);
        nominateNext(sharedLimit, now);
      }
    }
  }

  private List<SharedLimit> sharedLimits(HostQueue host) {
    InetAddress address = host.address;
    if (host.isInDoubt()) {
      return address == null ? List.of(doubt) : List.of(doubt, sharedLimit(address, host.due));
    }
    return address == null ? List.of() : List.of(sharedLimit(address, host.due));
  }

  private SharedLimit sharedLimit(InetAddress address, long now) {
    SharedLimit known = addresses.get(address);
    return known == null ? newGate(address, now) : known;
  }

  private SharedLimit newGate(InetAddress address, long now) {
    if (addresses.size() >= sweepAt) {
      addresses.values().removeIf(sharedLimit -> sharedLimit.isIdle(now));
      sweepAt = Math.max(FEW_ADDRESSES, 2 * addresses.size());
    }
    var sharedLimit =
        new SharedLimit(
            options.politeness().perAddress(),
            options.politeness().addressDelay().toNanos(),
            lastSent);
    addresses.put(address, sharedLimit);
    return sharedLimit;
  }
}
