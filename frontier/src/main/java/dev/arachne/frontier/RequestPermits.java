package dev.arachne.frontier;

import dev.arachne.ledger.Changes;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Permits for requests to leave. A request leaves once its departure is committed, unless a change
 * of the crawl forbids it or the host is kept free for another request. A request to a host without
 * a lease there needs a turn. Confined to the frontier's loop, unless a method says otherwise.
 */
final class RequestPermits {
  /** The most commits of a departure until one is in time. */
  private static final int DEPARTURES = 3;

  /** The longest wait of a request that is ready to leave for a turn at another host. */
  private static final Duration READY_PATIENCE = Duration.ofMinutes(1);

  /** The most by which a request with a turn may leave late. */
  private static final Duration TURN_LATE = Duration.ofMillis(100);

  private final Frontier frontier;
  private final EventLoop loop;
  private final FrontierOptions options;
  private final GivenTurns turns;
  private final boolean keepsDepartures;

  /** The ends of turns at other hosts, until which requests may leave; by numbers of leases. */
  private final Map<Long, Long> turnEnds = new ConcurrentHashMap<>();

  /** The changes that have to allow a request: those in force, and those to be. */
  private volatile List<Changes> required;

  /** The frontier that has the host of an origin. */
  private Function<Origin, Frontier> owners;

  /** The source of turns at hosts that are in no shard of this process. */
  private @Nullable RemoteTurns elsewhere;

  /** The begin of the last batch that is committed. */
  private long heard;

  /**
   * Permits of a frontier.
   *
   * @param turns given at hosts of its shard
   * @param keepsDepartures whether a later process can read a committed departure
   */
  RequestPermits(
      Frontier frontier,
      EventLoop loop,
      FrontierOptions options,
      GivenTurns turns,
      boolean keepsDepartures,
      Changes inForce) {
    this.frontier = frontier;
    this.loop = loop;
    this.options = options;
    this.turns = turns;
    this.keepsDepartures = keepsDepartures;
    this.required = List.of(inForce);
    this.owners = _ -> frontier;
    this.heard = loop.time().nanos() - 2 * options.departure().toNanos();
  }

  /** Sets the changes that have to allow a request from now on. */
  void require(Changes... changes) {
    required = List.of(changes);
  }

  /** Sets the source of turns at hosts that are in no shard of this process. */
  void beside(RemoteTurns others) {
    elsewhere = others;
  }

  /** Sets the frontiers of this process that have other hosts. */
  void beside(Function<Origin, Frontier> others) {
    owners = others;
  }

  /** A batch that was begun then is committed. */
  void heard(long begun) {
    heard = begun;
  }

  /** A lease has ended. Any loop. */
  void ended(Lease lease) {
    turnEnds.remove(lease.number());
  }

  /** See {@link Frontier#depart}. Any loop that has the lease. */
  boolean depart(Lease lease, Origin asked, InetAddress address) {
    boolean isAtHost = lease.isAt(asked);
    Duration addressGap = options.politeness().addressDelay();
    boolean hasGap = lease.gap().isPositive() || addressGap.isPositive();
    boolean mayLeave = mayLeave(lease, asked);
    if (mayLeave && hasGap && keepsDepartures) {
      loop.call(
          "the departure for " + lease.url(),
          () -> departed(isNew -> new ShardRequest.Departing(lease, asked, address, isNew)));
    } else if (mayLeave && options.tenure().isPresent()) {
      loop.call("leave to ask " + asked, () -> isHeard(options.tenure().get().length()));
    }
    if (mayLeave && !isAtHost) {
      mayLeave = loop.call("a turn at " + asked, () -> hasTurn(lease, asked));
    }
    if (!mayLeave || !mayLeave(lease, asked)) {
      giveBack(lease);
      return false;
    }
    boolean addressMatters =
        options.limitsAddresses()
            && (addressGap.isPositive() || !lease.address().equals(Optional.of(address)));
    if (isAtHost && (hasGap || addressMatters)) {
      post(new ShardRequest.Started(lease, loop.time().nanos(), address));
    }
    return true;
  }

  /** Whether neither a change nor the turn of another client at that host forbids a request now. */
  private boolean mayLeave(Lease lease, Origin asked) {
    long now = loop.time().nanos();
    return !isForbidden(lease) && !(turns.keepFree(asked, now) && lease.isAt(asked));
  }

  /** Whether the request is in time for its turn; if not, waits for another one. */
  private boolean hasTurn(Lease lease, Origin asked) {
    Long end = turnEnds.remove(lease.number());
    while (end == null || loop.time().nanos() - end > 0) {
      try {
        awaitTurn(lease, asked, loop.deadline(READY_PATIENCE));
      } catch (DeadlineException e) {
        return false;
      }
      end = turnEnds.remove(lease.number());
    }
    return true;
  }

  /** Whether a change forbids the request of a lease. */
  boolean isForbidden(Lease lease) {
    for (Changes each : required) {
      if (lease.isForbiddenBy(each)) {
        return true;
      }
    }
    return false;
  }

  /** Ends a lease without a request; its URL comes again. Any loop. */
  void giveBack(Lease lease) {
    ended(lease);
    post(new ShardRequest.GiveBack(lease));
  }

  private void post(ShardRequest request) {
    if (loop.inLoop()) {
      frontier.post(request);
    } else {
      loop.execute(() -> frontier.post(request));
    }
  }

  /**
   * Commits a departure, and once more after a slow commit: the gap begins when the request leaves.
   */
  private boolean departed(Function<Boolean, ShardRequest> departing) {
    long inTime = options.departure().toNanos() / 2;
    boolean isLate = true;
    for (int attempt = 1; isLate && mayTryAgain(attempt); attempt++) {
      long asked = loop.time().nanos();
      frontier.commit(departing.apply(attempt == 1));
      isLate = loop.time().nanos() - asked >= inTime;
    }
    return true;
  }

  /**
   * Another process may have been given the host meanwhile, so that a late request must not leave.
   */
  private boolean mayTryAgain(int attempt) {
    return attempt <= DEPARTURES || options.tenure().isPresent();
  }

  /** Waits until it is sure that no other process has been given the shard. */
  private boolean isHeard(Duration tenure) {
    while (loop.time().nanos() - heard >= tenure.toNanos()) {
      frontier.commit(new ShardRequest.Keep(List.of()));
    }
    return true;
  }

  /** See {@link Frontier#awaitTurn}. */
  void awaitTurn(Lease lease, Origin host, Deadline deadline) {
    if (elsewhere != null && !options.share().has(CrawlUrl.of(host + "/"))) {
      turnEnds.put(lease.number(), elsewhere.awaitTurn(host, deadline));
      return;
    }
    long late = TURN_LATE.toNanos();
    OptionalLong turn =
        owners.apply(host).ask(shard -> shard.giveTurn(host, deadline.remainingNanos(), late));
    long start = turn.orElseThrow(() -> new DeadlineException("a turn at " + host));
    turnEnds.put(lease.number(), start + late);
    long left = start - loop.time().nanos();
    if (left > 0) {
      EventLoop.sleep(Duration.ofNanos(left));
    }
  }
}
