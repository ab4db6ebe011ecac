package dev.arachne.frontier;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.LedgerWriter;
import dev.arachne.ledger.StoredCounts;
import dev.arachne.ledger.Verdict;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes in discoveries: each URL goes into the {@link Backlog} once, or is decided at once if it
 * does not belong to the crawl. A URL that is too far on all known paths is kept aside until a
 * shorter path turns up or none can any more. Confined to its shard.
 */
final class Intake {
  /** URLs that are settled in one commit. */
  static final int SETTLED_AT_ONCE = 1_000;

  /** Bytes of the row of a URL, roughly. */
  private static final int ROW_BYTES = 300;

  private final RowStore store;
  private final SeenUrls seen;
  private final Hosts hosts;
  private final Backlog backlog;
  private final LedgerWriter ledger;
  private final StoredCounts totals;
  private final Probing probing;
  private final Consumer<Verdict> verdicts;

  Intake(
      RowStore store,
      SeenUrls seen,
      Hosts hosts,
      Backlog backlog,
      LedgerWriter ledger,
      StoredCounts totals,
      Probing probing,
      Consumer<Verdict> verdicts) {
    this.store = store;
    this.seen = seen;
    this.hosts = hosts;
    this.backlog = backlog;
    this.ledger = ledger;
    this.totals = totals;
    this.probing = probing;
    this.verdicts = verdicts;
  }

  /** Takes in the URLs found {@code on} a page, or a seed. */
  void offer(Discovery discovery, @Nullable LeaseState on, long now) {
    CrawlUrl url = discovery.url();
    if (seen.countIfSeen(url)) {
      repeated(discovery);
      return;
    }
    Fingerprint fingerprint = url.fingerprint();
    HostQueue host = on != null && url.isAt(on.lease.url().origin()) ? on.host : hosts.of(url);
    if (!seen.isWhole() && ledger.hasFound(fingerprint, host.key)) {
      seen.add(url);
      repeated(discovery);
      return;
    }
    Optional<DropReason> rejection = discovery.rejection();
    boolean wasTooFar =
        totals.tooFar > 0 && store.get(LedgerKeys.tooFar(host.key, fingerprint)) != null;
    if (wasTooFar) {
      repeated(discovery);
    }
    if (rejection.isPresent() && rejection.get().dependsOnWay()) {
      if (!wasTooFar) {
        store.put(
            LedgerKeys.tooFar(host.key, fingerprint), discovery.write(new RowWriter()).toBytes());
        totals.tooFar++;
        totals.discovered++;
      }
      return;
    }
    if (wasTooFar) {
      store.delete(LedgerKeys.tooFar(host.key, fingerprint));
      totals.tooFar--;
    } else {
      totals.discovered++;
    }
    if (rejection.isEmpty()) {
      probing.before(discovery, host).ifPresent(probe -> probe(probe, host, now));
    }
    long found = found(discovery, host, now);
    if (rejection.isPresent()) {
      reject(discovery, rejection.get(), now);
    } else {
      backlog.add(host, new QueueEntry(discovery, found, found, 1, 1, 0));
    }
  }

  private void probe(Discovery probe, HostQueue host, long now) {
    if (!seen.countIfSeen(probe.url()) && !ledger.hasFound(probe.url().fingerprint(), host.key)) {
      totals.discovered++;
      long found = found(probe, host, now);
      backlog.add(host, new QueueEntry(probe, found, found, 1, 1, 0));
    }
  }

  /** Sends a discovery to the shard that has its host, unless it was sent before. */
  void send(Discovery discovery, Transfers transfers) {
    if (seen.countIfSeen(discovery.url())) {
      repeated(discovery);
      return;
    }
    if (discovery.rejection().filter(DropReason::dependsOnWay).isEmpty()) {
      seen.add(discovery.url());
    }
    transfers.send(discovery);
  }

  /** Whether URLs are kept aside that are too far. */
  boolean keepsSomeAside() {
    return totals.tooFar > 0;
  }

  /** Decides about some of those kept aside: no more paths will turn up. */
  void settle(long now) {
    for (RowStore.Row row :
        store.range(LedgerKeys.kind('T'), LedgerKeys.kind('T' + 1), SETTLED_AT_ONCE)) {
      store.delete(row.key());
      totals.tooFar--;
      Discovery far = Discovery.read(new RowReader(row.value()));
      found(far, hosts.of(far.url()), now);
      reject(far, far.rejection().orElseThrow(), now);
    }
  }

  /** Memory that it takes in addition to that of the backlog, in bytes, roughly. */
  long bytes() {
    return seen.bytesSoon() + (long) ROW_BYTES * totals.tooFar;
  }

  /** Counts a repeated discovery; a seed that is offered again at each start is found only once. */
  private void repeated(Discovery discovery) {
    totals.repeats += discovery.via() == null ? 0 : 1;
  }

  /** Remembers that a URL was found; returns the position of that in the ledger. */
  private long found(Discovery discovery, HostQueue host, long now) {
    seen.add(discovery.url());
    return ledger.found(discovery, host.key, now);
  }

  private void reject(Discovery discovery, DropReason reason, long now) {
    verdicts.accept(Verdict.rejected(LedgerWriter.instant(now), discovery, reason));
  }
}
