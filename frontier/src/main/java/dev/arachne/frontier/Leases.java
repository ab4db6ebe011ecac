package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.ledger.Validators;
import dev.arachne.traps.AbsentPage;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The leases of a shard that are out. In memory alone. Confined to its shard. */
final class Leases {
  private final HostScheduler line;
  private final LedgerWriter ledger;
  private final Probing probing;
  private final SetAsideUrls setAsideUrls;

  /** By their numbers. */
  private final Map<Long, LeaseState> out = new HashMap<>();

  private long last;
  private int pages;

  Leases(HostScheduler line, LedgerWriter ledger, Probing probing, SetAsideUrls setAsideUrls) {
    this.line = line;
    this.ledger = ledger;
    this.probing = probing;
    this.setAsideUrls = setAsideUrls;
  }

  /** Whether none is out. */
  boolean isEmpty() {
    return out.isEmpty();
  }

  /** The number of leases that are out for pages. */
  int pages() {
    return pages;
  }

  /**
   * The state of a lease.
   *
   * @throws IllegalStateException if it has ended
   */
  LeaseState state(Lease lease) {
    LeaseState state = out.get(lease.number());
    if (state == null) {
      throw new IllegalStateException("the lease has ended: " + lease);
    }
    return state;
  }

  /** Gives out a lease for a page. */
  Lease page(HostQueue host, QueueEntry entry, long now) {
    pages++;
    setAsideUrls.leased(entry, host);
    Lease lease =
        lease(
            host,
            Lease.Purpose.PAGE,
            entry.discovery(),
            entry.visit(),
            entry.attempt(),
            entry.visit() == 1 ? Optional.empty() : ledger.validators(entry.last()),
            probing.pages(entry, host),
            setAsideUrls.traps().isTitleEnough(entry, host));
    boolean isHeld = host.delay() > 0 || entry.isProbe(); // Until the answer to the probe is known.
    return leased(new LeaseState(lease, host, entry, now), isHeld, now);
  }

  /** Gives out a lease for robots rules, at the depth of the URL that needs them. */
  Lease rules(HostQueue host, SiteRules rules, int depth, long now) {
    CrawlUrl url = CrawlUrl.of(rules.site + "/robots.txt");
    var file = new Discovery(url, null, depth, 0, Optional.empty());
    Lease lease = lease(host, Lease.Purpose.RULES, file, rules.failures() + 1);
    return leased(new LeaseState(lease, host, null, now), true, now);
  }

  /** Gives out a lease for a subresource of a page. */
  Lease subresource(HostQueue host, CrawlUrl url, CrawlUrl page, long now) {
    var file = new Discovery(url, page, 0, 0, Optional.empty());
    Lease lease = lease(host, Lease.Purpose.SUBRESOURCE, file, 1);
    return leased(new LeaseState(lease, host, null, now), host.delay() > 0, now);
  }

  private Lease lease(HostQueue host, Lease.Purpose purpose, Discovery file, int attempt) {
    return lease(host, purpose, file, 1, attempt, Optional.empty(), List.of(), false);
  }

  private Lease lease(
      HostQueue host,
      Lease.Purpose purpose,
      Discovery discovery,
      int visit,
      int attempt,
      Optional<Validators> validators,
      List<AbsentPage> absentPages,
      boolean isTitleEnough) {
    return new Lease(
        ++last,
        purpose,
        host.key,
        discovery,
        visit,
        attempt,
        host.isAnswering(),
        Duration.ofNanos(host.delay()),
        validators,
        absentPages,
        isTitleEnough,
        Optional.ofNullable(host.address));
  }

  private Lease leased(LeaseState state, boolean isHeld, long now) {
    out.put(state.lease.number(), state);
    state.host.heldFor = isHeld ? state : null;
    line.leased(state, now);
    return state.lease;
  }

  /** The requests of a leased page are over: it takes no place of its host any more. */
  void shown(LeaseState state, int most, long now) {
    line.left(state, now);
    state.isShowing = true;
    state.host.shown++;
    state.host.mostShown = most;
  }

  /** Ends a lease; its host is held until {@link #release}. */
  void end(LeaseState state, long now) {
    out.remove(state.lease.number());
    if (state.entry != null) {
      pages--;
      setAsideUrls.ended(state.entry, state.host);
    }
    if (state.isShowing) {
      state.host.shown--;
    } else {
      line.left(state, now);
    }
  }

  /** Lets a host give out its next lease, if it was held for this one. */
  void release(LeaseState state) {
    HostQueue host = state.host;
    if (host.heldFor == state) {
      host.heldFor = null;
    }
    line.add(host);
  }
}
