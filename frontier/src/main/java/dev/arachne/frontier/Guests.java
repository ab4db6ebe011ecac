package dev.arachne.frontier;

import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.pace.Politeness;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The subresources of pages that are shown in a browser. The calls for them wait in memory alone,
 * since a later process shows the page again. While any waits for a host, the host gives out no
 * URL; but it is asked as politely as for a page. Confined to its shard.
 */
final class Guests {
  private final Hosts hosts;
  private final HostScheduler line;
  private final HostGaps gaps;
  private final Leases leases;
  private final LedgerWriter ledger;
  private final Map<HostQueue, ArrayDeque<ShardRequest.Call>> waiting = new LinkedHashMap<>();

  Guests(Hosts hosts, HostScheduler line, HostGaps gaps, Leases leases, LedgerWriter ledger) {
    this.hosts = hosts;
    this.line = line;
    this.gaps = gaps;
    this.leases = leases;
    this.ledger = ledger;
  }

  /** Whether no call waits. */
  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Adds a call that waits for a turn. */
  void add(ShardRequest.Call call) {
    HostQueue host = hosts.of(call.url());
    waiting.computeIfAbsent(host, _ -> new ArrayDeque<>()).add(call);
    host.subresources++;
  }

  /** Removes a call that waits no longer. */
  void remove(ShardRequest.Call call) {
    HostQueue host = hosts.of(call.url());
    remove(host, call);
    line.add(host);
  }

  private void remove(HostQueue host, ShardRequest.Call call) {
    ArrayDeque<ShardRequest.Call> its = waiting.get(host);
    if (its != null && its.remove(call)) {
      host.subresources--;
      if (its.isEmpty()) {
        waiting.remove(host);
      }
    }
  }

  /** Gives turns to the calls that wait, as far as there are turns. */
  void serve(long now) {
    for (HostQueue host : List.copyOf(waiting.keySet())) {
      for (ShardRequest.Call call = first(host); call != null; call = first(host)) {
        SubresourceTurn turn = turn(host, call, now);
        if (turn == null) {
          break;
        }
        remove(host, call);
        call.answer(turn);
      }
      line.add(host);
      hosts.changed(host);
    }
  }

  private ShardRequest.@Nullable Call first(HostQueue host) {
    ArrayDeque<ShardRequest.Call> its = waiting.get(host);
    return its == null ? null : its.peek();
  }

  /** The time until a waiting call may have a turn, if nothing else happens. */
  Optional<Duration> untilNext(long now) {
    return waiting.keySet().stream()
        .map(host -> line.untilGuest(host, now))
        .filter(nanos -> nanos < Long.MAX_VALUE)
        .min(Long::compare)
        .map(Duration::ofNanos);
  }

  /** The turn of a call at a host; null if it has to wait. */
  private @Nullable SubresourceTurn turn(HostQueue host, ShardRequest.Call call, long now) {
    Politeness politeness = hosts.politeness();
    SiteRules rules = host.rules(call.url().origin());
    if (host.isGivenUp(now)) {
      return new SubresourceTurn.Denied(HostQueue.GIVEN_UP);
    }
    boolean areDue = politeness.obeysRobots() && rules.areDue(now);
    if (politeness.obeysRobots() && !areDue && !rules.areKnown()) {
      return new SubresourceTurn.Denied(DropReason.ROBOTS_UNREACHABLE.text() + ": " + rules.why());
    }
    if (line.untilGuest(host, now) > 0) {
      return null;
    }
    line.takeOut(host, now);
    return new SubresourceTurn.Leased(
        areDue
            ? leases.rules(host, rules, 0, now)
            : leases.subresource(host, call.url(), call.page(), now));
  }

  /** Ends a lease for a subresource. */
  void complete(LeaseState state, SubresourceVisit visit, long now) {
    HostQueue host = state.host;
    if (state.started().isEmpty() && !visit.exchanges().isEmpty()) {
      gaps.departed(state, now, now);
    }
    host.departed();
    Duration rest = gaps.hear(state, visit.exchanges(), visit.signal(), now);
    leases.end(state, now);
    long position = -1;
    for (Exchange exchange : visit.exchanges()) {
      position =
          ledger.fetched(
              new LedgerEntry.SubresourceFetched(
                  LedgerWriter.instant(now),
                  page(state.lease),
                  state.lease.url(),
                  exchange,
                  visit.status(),
                  visit.bytes(),
                  visit.failure()));
    }
    if (position >= 0) {
      ledger.noted(position, visit.notes());
    }
    gaps.rest(host, rest, now);
    visit.retryAfter().ifPresent(asked -> gaps.rest(host, asked, now));
    gaps.read(host, visit.exchanges(), now);
    leases.release(state);
    hosts.changed(host);
  }

  /** The page that a subresource is for. */
  static CrawlUrl page(Lease subresource) {
    CrawlUrl page = subresource.via();
    if (page == null) {
      throw new IllegalStateException(subresource + " is for no page");
    }
    return page;
  }
}
