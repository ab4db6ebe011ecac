package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.Politeness;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where tests of shards begin: a simulated disk, a clock that is moved by hand, a word for each
 * step.
 */
class ShardScene {
  static final FrontierOptions ROOMY = FrontierOptions.DEFAULT;

  /** Asks for robots.txt first. */
  static final FrontierOptions OBEDIENT = ROOMY.withPoliteness(Politeness.NONE.obeyingRobots());

  /** So little memory that nothing is kept which can be read again. */
  static final FrontierOptions TIGHT = ROOMY.withMemory(1);

  static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));

  static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  final TestClock clock = new TestClock();
  final SimulatedDisk disk = new SimulatedDisk(0, 0);
  final List<Verdict> verdicts = new ArrayList<>();
  TransactionalStore store = disk.open();

  FrontierShard open(FrontierOptions options) {
    return FrontierShard.open(store, options, clock, (verdict, _) -> verdicts.add(verdict));
  }

  /** The shard that another process opens, after one that was killed now. */
  FrontierShard reopen(FrontierShard shard, FrontierOptions options) {
    commit(shard);
    disk.kill();
    store = disk.open();
    return open(options);
  }

  void commit(FrontierShard shard) {
    shard.flush();
    store.commit();
  }

  static Discovery found(String url, int depth) {
    CrawlUrl via = depth == 0 ? null : CrawlUrl.of("http://a/via");
    return new Discovery(CrawlUrl.of(url), via, depth, 0, Optional.empty());
  }

  static Lease lease(FrontierShard shard) {
    return present(shard.lease());
  }

  /** Its request is sent now. */
  Lease started(FrontierShard shard, Lease lease) {
    shard.started(lease, clock.nanos(), ADDRESS);
    return lease;
  }

  /** A site says these rules now. */
  void saysRules(FrontierShard shard, Lease lease, int rules, Duration crawlDelay) {
    assertEquals(Lease.Purpose.RULES, lease.purpose());
    var said = new byte[] {(byte) rules};
    shard.complete(
        lease, new RulesVisit(said, Optional.empty(), crawlDelay, List.of(), Optional.empty()));
  }

  static Lease present(@Nullable Lease lease) {
    return Objects.requireNonNull(lease, "no lease");
  }

  static void retry(FrontierShard shard, Lease lease, Duration backOff) {
    shard.complete(lease, Visit.of(new Disposition.Retry(backOff, "reset")));
  }

  LedgerEntry entry(long position) {
    return Ledger.of(store).entry(position);
  }
}
