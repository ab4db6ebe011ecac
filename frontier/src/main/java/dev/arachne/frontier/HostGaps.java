package dev.arachne.frontier;

import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.HostThrottle;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a host may be asked next: a request starts its gap, an answer and its signals may lengthen
 * it, and a turn that is given to another client moves it. Times are in nanoseconds since 1970,
 * unless a method says otherwise. Confined to its shard.
 */
final class HostGaps {
  /**
   * The longest time in which a server reads a request that was sent; a later read is the server's
   * own delay.
   */
  static final Duration LONGEST_READING = Duration.ofMillis(250);

  /**
   * The least time from one given turn to the next. The end of its request is unknown, so only the
   * rate bounds how many there are at a time.
   */
  private static final Duration TURN_GAP = Duration.ofMillis(100);

  private final FrontierOptions options;
  private final Hosts hosts;
  private final HostScheduler line;

  /** The offset from the time source's nanoseconds to those since 1970. */
  private final long epoch;

  private final GivenTurns turns = new GivenTurns();

  HostGaps(FrontierOptions options, Hosts hosts, HostScheduler line, long epoch) {
    this.options = options;
    this.hosts = hosts;
    this.line = line;
    this.epoch = epoch;
  }

  /** The turns given to clients without a lease. */
  GivenTurns turns() {
    return turns;
  }

  /** A request is about to be sent to a host, soon after this is committed. */
  void departing(HostQueue host, long now) {
    host.departing(now + options.departure().toNanos() + host.delay());
    hosts.changed(host);
  }

  /** The request of a lease was sent. */
  void departed(LeaseState state, long at, long now) {
    HostQueue host = state.host;
    host.departed();
    if (host.heldFor == state || host.delay() > 0) {
      asked(host, at, now);
    }
  }

  /** Starts the gap to the next request of a host. */
  void asked(HostQueue host, long at, long now) {
    host.asked(at);
    line.leaveAlone(host, at + host.delay(), now);
  }

  /** Starts the gap to the next request of a host when these were read, if there were any. */
  void read(HostQueue host, List<Exchange> exchanges, long now) {
    if (!exchanges.isEmpty()) {
      long read = readAt(exchanges, now);
      host.asked(read);
      if (host.delay() > 0) {
        asked(host, read, now);
      }
    }
  }

  /**
   * The latest time at which a server has read the last of these requests: it answered then. A
   * server with a slow answer has read it long before.
   */
  static long readAt(List<Exchange> exchanges, long now) {
    if (exchanges.isEmpty()) {
      return now;
    }
    Exchange last = exchanges.getLast();
    return sent(last) + Math.min(last.took().toNanos(), LONGEST_READING.toNanos());
  }

  private static long sent(Exchange exchange) {
    return LedgerWriter.nanos(exchange.sent());
  }

  /** The time that the host is to rest for the signal it has shown. */
  Duration hear(LeaseState state, List<Exchange> exchanges, Optional<HostSignal> signal, long now) {
    if (signal.isEmpty()) {
      return Duration.ZERO;
    }
    HostQueue host = state.host;
    host.showed(signal.get(), hosts.politeness(), now);
    long started = exchanges.isEmpty() ? state.granted : sent(exchanges.getLast());
    long url =
        state.lease.purpose() == Lease.Purpose.SUBRESOURCE
            ? -1 - state.lease.number()
            : state.entry == null ? HostThrottle.RULES : state.entry.found();
    long rest = host.pace().hear(signal.get(), url, started, now, host.leased, host.perHost);
    return Duration.ofNanos(rest);
  }

  /** Has a host rest for so long, if that is positive, regardless of its delay. */
  void rest(HostQueue host, Duration pause, long now) {
    if (pause.isPositive()) {
      line.rest(host, now + pause.toNanos(), now);
    }
  }

  /**
   * Gives a turn at a host to a client without a lease of it, and moves the host's own next turn.
   *
   * @param within nanoseconds from now within which the request is to start
   * @param late nanoseconds by which it may start later than that
   * @return when the request is to start; empty, and nothing has changed, if that is too far away
   */
  OptionalLong giveTurn(HostQueue host, Origin origin, long within, long late, long now) {
    long gap = Math.max(TURN_GAP.toNanos(), host.delay());
    long reading = LONGEST_READING.toNanos();
    long start = Math.max(now, host.leased > 0 ? host.due + reading : host.due);
    if (host.heldFor != null && host.heldFor.started().isEmpty()) {
      // For a request that starts any time now, and goes first if that is soon.
      start =
          Math.max(now, host.due)
              + options.tenure().map(Tenure::length).orElse(TURN_GAP).toNanos()
              + gap
              + reading;
    }
    if (start - now > within) {
      return OptionalLong.empty();
    }
    long end = start;
    if (host.delay() > 0) {
      end += late + reading;
      turns.add(origin, start - gap - reading - epoch, end + gap - epoch, now - epoch);
    }
    host.asked(end);
    line.leaveAlone(host, end + gap, now);
    hosts.changed(host);
    return OptionalLong.of(start);
  }
}
