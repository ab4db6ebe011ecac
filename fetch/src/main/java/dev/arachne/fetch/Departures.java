package dev.arachne.fetch;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.ledger.Exchange;
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
 * When the requests of one lease went onto the wire, to which addresses, and when each was over.
 * One that is sent again counts again. A request waits in {@link #depart} until it may be sent.
 * Confined to the loop of the visit.
 */
public final class Departures {
  private final TimeSource time = EventLoop.current().time();
  private final Frontier frontier;
  private final List<Exchange> past = new ArrayList<>(1);
  private Lease lease;
  private @Nullable InetAddress address;
  private long sent;

  /** None yet. */
  public Departures(Frontier frontier, Lease lease) {
    this.frontier = frontier;
    this.lease = lease;
  }

  /** Whose requests these are; at its address, once that is known. */
  public Lease lease() {
    return lease;
  }

  /**
   * The present request departs now: its first byte is to be written.
   *
   * @param asked who gets it
   *     <p>It throws if the request may not go to that address now, or not at all since the crawl
   *     was changed; the visit is over then, and what is thrown must be passed on.
   */
  public void depart(Origin asked, InetSocketAddress to) {
    if (lease.isAt(asked)) {
      lease =
          frontier.locate(lease, to.getAddress()).orElseThrow(() -> new TurnedAwayException(lease));
    }
    if (!frontier.depart(lease, asked, to.getAddress())) {
      throw new TurnedAwayException(lease);
    }
    address = to.getAddress();
    sent = time.nanos();
  }

  /** The present request, if there is one, is over now. */
  public void end() {
    if (address != null) {
      Duration took = Duration.ofNanos(time.nanos() - sent);
      past.add(new Exchange(address, frontier.timeOf(sent), took));
      address = null;
    }
  }

  /**
   * Waits until the gap to the next request has gone by since the last one departed.
   *
   * @param next who gets the next one
   * @param addressGap from any request to the next, at least
   */
  public void awaitGap(Origin next, Duration addressGap) {
    boolean isLonger = lease.isAt(next) && lease.gap().compareTo(addressGap) > 0;
    Duration gap = isLonger ? lease.gap() : addressGap;
    long left = sent + gap.toNanos() - time.nanos();
    if (!past.isEmpty() && left > 0) {
      EventLoop.sleep(Duration.ofNanos(left));
    }
  }

  /** The requests that are over, as the ledger has them. */
  public List<Exchange> exchanges() {
    return past;
  }
}
