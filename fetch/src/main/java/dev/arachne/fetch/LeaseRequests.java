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
 * The requests of one lease: when each was sent, to which address, and when it was over. A repeated
 * request counts again. A request waits in {@link #depart} until it may be sent. Confined to the
 * event loop of the visit.
 */
public final class LeaseRequests {
  private final TimeSource time = EventLoop.current().time();
  private final Frontier frontier;
  private final List<Exchange> past = new ArrayList<>(1);
  private Lease lease;
  private @Nullable InetAddress address;
  private long sent;

  /** No requests yet. */
  public LeaseRequests(Frontier frontier, Lease lease) {
    this.frontier = frontier;
    this.lease = lease;
  }

  /** The lease of these requests; at its address, once that is known. */
  public Lease lease() {
    return lease;
  }

  /**
   * Notes that the current request departs: its first byte is about to be written.
   *
   * @param asked the origin of the request
   *     <p>It throws if the request must not go to that address now, or not at all after a change
   *     of the crawl. The visit is over then, and the exception must be passed on.
   */
  public void depart(Origin asked, InetSocketAddress to) {
    if (lease.isAt(asked)) {
      lease =
          frontier
              .locate(lease, to.getAddress())
              .orElseThrow(() -> new PermitDeniedException(lease));
    }
    if (!frontier.depart(lease, asked, to.getAddress())) {
      throw new PermitDeniedException(lease);
    }
    address = to.getAddress();
    sent = time.nanos();
  }

  /** Notes that the current request, if there is one, is over. */
  public void end() {
    if (address != null) {
      Duration took = Duration.ofNanos(time.nanos() - sent);
      past.add(new Exchange(address, frontier.timeOf(sent), took));
      address = null;
    }
  }

  /**
   * Waits for the gap since the last request departed.
   *
   * @param next the origin of the next request
   * @param addressGap between any two requests, at least
   */
  public void awaitGap(Origin next, Duration addressGap) {
    boolean isLonger = lease.isAt(next) && lease.gap().compareTo(addressGap) > 0;
    Duration gap = isLonger ? lease.gap() : addressGap;
    long left = sent + gap.toNanos() - time.nanos();
    if (!past.isEmpty() && left > 0) {
      EventLoop.sleep(Duration.ofNanos(left));
    }
  }

  /** The requests that are over, in the ledger's form. */
  public List<Exchange> exchanges() {
    return past;
  }
}
