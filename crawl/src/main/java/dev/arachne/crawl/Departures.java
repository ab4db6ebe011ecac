package dev.arachne.crawl;

import dev.arachne.frontier.Exchange;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TimeSource;
import dev.arachne.url.Origin;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * When requests that follow one another went onto the wire, to which addresses, and when each was
 * over. One that is sent again counts again. Confined to its loop.
 */
final class Departures {
  private final TimeSource time = EventLoop.current().time();
  private final Frontier frontier;
  private final List<Departure> past = new ArrayList<>();
  private @Nullable InetAddress address;
  private long sent;

  private record Departure(InetAddress address, long sent, long ended) {}

  /** None yet. */
  Departures(Frontier frontier) {
    this.frontier = frontier;
  }

  /**
   * The present request departs now, for a page.
   *
   * @param gap from this request to the next one to its host, at least
   * @throws TurnedAwayException if it may not go to that address now
   */
  void depart(Lease lease, Duration gap, InetSocketAddress to) {
    locate(lease, to);
    frontier.departing(lease, gap, to.getAddress());
    depart(to);
    frontier.started(lease, gap, to.getAddress());
  }

  /**
   * The present request departs now, for the robots.txt of the site of a lease.
   *
   * @param asked who gets the request
   * @throws TurnedAwayException if it may not go to that address now
   */
  void departForRules(Lease lease, Origin asked, Duration gap, InetSocketAddress to) {
    Origin site = lease.url().origin();
    if (asked.equals(site)) {
      locate(lease, to);
    }
    frontier.departing(site, asked, gap, to.getAddress());
    depart(to);
  }

  private void locate(Lease lease, InetSocketAddress to) {
    if (!frontier.locate(lease, to.getAddress())) {
      throw new TurnedAwayException(lease);
    }
  }

  private void depart(InetSocketAddress to) {
    address = to.getAddress();
    sent = time.nanos();
  }

  /** The present request, if there is one, is over now. */
  void end() {
    if (address != null) {
      past.add(new Departure(address, sent, time.nanos()));
      address = null;
    }
  }

  /** Waits until {@code gap} has gone by since the last request that is over departed. */
  void awaitGap(Duration gap) {
    long left = last() + gap.toNanos() - time.nanos();
    if (!isEmpty() && left > 0) {
      EventLoop.sleep(Duration.ofNanos(left));
    }
  }

  /** Whether no request that is over was on the wire. */
  boolean isEmpty() {
    return past.isEmpty();
  }

  /** When the last request departed, on the loop's clock, in nanoseconds; now, if none did. */
  long last() {
    return past.isEmpty() ? time.nanos() : past.getLast().sent;
  }

  /** The requests that are over, as the ledger has them. */
  List<Exchange> exchanges() {
    List<Exchange> exchanges = new ArrayList<>(past.size());
    for (Departure it : past) {
      exchanges.add(
          new Exchange(it.address, frontier.timeOf(it.sent), Duration.ofNanos(it.ended - it.sent)));
    }
    return exchanges;
  }
}
