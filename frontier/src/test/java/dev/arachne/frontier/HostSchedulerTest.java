package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Exchange;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.pace.Throttling;
import dev.arachne.store.MemoryStore;
import dev.arachne.store.TransactionalStore;
import dev.arachne.testkit.RandomSeeds;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HostSchedulerTest {
  private static final int SEEDS = Integer.getInteger("arachne.model.seeds", 200);
  private static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));
  private static final HostSignal ANSWERED = new HostSignal.Answered(Duration.ofMillis(50));
  private static final HostSignal OVERLOADED = new HostSignal.Overloaded(Optional.empty());
  private static final HostSignal SILENT = new HostSignal.Silent();

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  private final TestClock clock = new TestClock();
  private final Map<Long, Long> starts = new HashMap<>();

  private static FrontierOptions keepingTo(Politeness politeness) {
    return FrontierOptions.DEFAULT.withPoliteness(politeness);
  }

  private FrontierShard open(TransactionalStore store, FrontierOptions options) {
    return FrontierShard.open(store, options, clock, (_, _) -> {});
  }

  private static Discovery found(String url) {
    return new Discovery(CrawlUrl.of(url), null, 0, 0, Optional.empty());
  }

  private Lease lease(FrontierShard shard) {
    Lease lease = Objects.requireNonNull(shard.lease(), "no lease");
    start(shard, lease);
    return lease;
  }

  private void start(FrontierShard shard, Lease lease) {
    starts.put(lease.number(), clock.nanos());
    shard.started(lease, clock.nanos(), lease.address().orElse(ADDRESS));
  }

  private void end(FrontierShard shard, Lease lease, HostSignal signal) {
    long took = clock.nanos() - starts.getOrDefault(lease.number(), clock.nanos());
    var exchange =
        new Exchange(ADDRESS, shard.timeOf(clock.nanos() - took), Duration.ofNanos(took));
    shard.complete(lease, Visit.of(DONE).over(List.of(exchange), Optional.of(signal)));
  }

  @Test
  void theLearnedRateOfAHostOutlivesTheProcess() {
    FrontierOptions options =
        keepingTo(Politeness.NONE.withThrottling(Throttling.ADAPTED).withPerHost(64));
    var disk = new SimulatedDisk(0, 0);
    TransactionalStore store = disk.open();
    FrontierShard shard = open(store, options);
    for (int i = 0; i < 100; i++) {
      shard.offer(found("http://a/" + i));
    }
    for (int i = 0; i < 20; i++) {
      Lease lease = lease(shard);
      clock.advance(Duration.ofMillis(100));
      end(shard, lease, ANSWERED);
    }
    List<Lease> refused = List.of(lease(shard), lease(shard), lease(shard));
    clock.advance(Duration.ofMillis(100));
    refused.forEach(lease -> end(shard, lease, OVERLOADED));
    shard.flush();
    store.commit();
    disk.kill();
    FrontierShard next = open(disk.open(), options);
    assertNull(next.lease(), "it rests");
    clock.advance(next.untilNextLease().orElseThrow());
    lease(next);
    assertNull(next.lease());
    Duration gap = next.untilNextLease().orElseThrow();
    assertTrue(gap.toMillis() > 90 && gap.toMillis() < 130, gap.toString());
  }

  @Test
  void withoutThrottlingOnlyTheGivenBoundsHold() {
    FrontierShard shard = open(new MemoryStore(), keepingTo(Politeness.NONE.withPerHost(9)));
    for (int i = 0; i < 100; i++) {
      shard.offer(found("http://a/" + i));
    }
    List<Lease> leases = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      leases.add(lease(shard));
    }
    assertNull(shard.lease());
    end(shard, leases.getFirst(), new HostSignal.Broken());
    lease(shard);
  }

  @Test
  void hostsInDoubtHaveAnEighthOfTheWorkersAndOneLeaseEach() {
    FrontierShard shard =
        open(new MemoryStore(), keepingTo(Politeness.NONE.withPerHost(4)).withWorkers(16));
    for (int i = 0; i < 50; i++) {
      for (String host : List.of("a", "b", "c")) {
        shard.offer(found("http://" + host + "/" + i));
      }
    }
    for (int i = 0; i < 3; i++) {
      end(shard, lease(shard), SILENT);
    }
    clock.advance(Duration.ofSeconds(9));
    Lease one = lease(shard);
    Lease another = lease(shard);
    assertFalse(one.url().host().equals(another.url().host()));
    assertNull(shard.lease(), "two of sixteen are with hosts in doubt");
    end(shard, one, ANSWERED);
    int more = 0;
    for (Lease lease = shard.lease(); lease != null; lease = shard.lease()) {
      start(shard, lease);
      more++;
    }
    assertEquals(4 + 1, more, "who answers is in doubt no more, and makes room for the third");
  }

  @Test
  void aRetryAfterOfTheLastAttemptIsKeptAsWell() {
    FrontierShard shard = open(new MemoryStore(), FrontierOptions.DEFAULT);
    shard.offer(found("http://a/1"));
    shard.offer(found("http://a/2"));
    end(shard, lease(shard), new HostSignal.Overloaded(Optional.of(Duration.ofSeconds(7))));
    assertNull(shard.lease());
    assertEquals(Optional.of(Duration.ofSeconds(7)), shard.untilNextLease());
  }

  @Test
  void boundsHoldAndNoUrlIsForgottenInAnyOrderOfEvents() {
    RandomSeeds.forEach(SEEDS, seed -> new Run(new SplittableRandom(seed)).run());
  }

  /** Leases, starts and ends in any order, with signals of all kinds. */
  private final class Run {
    private static final int WORKERS = 16;
    private final SplittableRandom random;
    private final FrontierOptions options;
    private final FrontierShard shard;
    private final int hosts;
    private final List<Lease> prepared = new ArrayList<>();
    private final List<Lease> started = new ArrayList<>();
    private final Map<InetAddress, Long> lastStart = new HashMap<>();
    private int urls = 300;

    Run(SplittableRandom random) {
      this.random = random;
      this.hosts = random.nextInt(2, 20);
      this.options =
          keepingTo(
                  Politeness.NONE
                      .withDelay(Duration.ofMillis(random.nextInt(3) == 0 ? 5 : 0), Duration.ZERO)
                      .withPerHost(random.nextInt(1, 5))
                      .withAddresses(
                          random.nextInt(1, 4),
                          Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(1, 40)))
                      .withThrottling(random.nextBoolean() ? Throttling.ADAPTED : Throttling.FIXED))
              .withWorkers(WORKERS)
              .withMaxPages(random.nextInt(4) == 0 ? 200 : Long.MAX_VALUE);
      this.shard = open(new MemoryStore(), options);
    }

    void run() {
      for (int i = 0; i < urls / 2; i++) {
        shard.offer(found(url()));
      }
      while (!shard.isOver()) {
        switch (random.nextInt(4)) {
          case 0, 1 -> lease();
          case 2 -> startOne();
          default -> endOne();
        }
        clock.advance(Duration.ofMillis(random.nextInt(10)));
        assertBounds();
      }
      assertEquals(Math.min(options.maxPages(), shard.counts().discovered()), decided());
    }

    private long decided() {
      return shard.counts().decided();
    }

    private String url() {
      return "http://h" + random.nextInt(hosts) + "/" + --urls;
    }

    private void lease() {
      Lease lease = prepared.size() + started.size() < WORKERS ? shard.lease() : null;
      if (lease == null) {
        if (prepared.isEmpty() && started.isEmpty()) {
          clock.advance(shard.untilNextLease().orElseThrow());
        }
        return;
      }
      if (lease.address().isPresent()) {
        prepared.add(lease);
      } else {
        located(lease, address(Integer.parseInt(lease.url().host().substring(1))))
            .ifPresent(prepared::add);
      }
    }

    private static InetAddress address(int number) {
      return InetAddress.ofLiteral("20.0.0." + number % 5);
    }

    private static InetAddress address(Lease lease) {
      return lease.address().orElseThrow();
    }

    private Optional<Lease> located(Lease lease, InetAddress address) {
      return shard.locate(lease, address) ? Optional.of(lease.at(address)) : Optional.empty();
    }

    private void startOne() {
      if (!prepared.isEmpty()) {
        Lease lease = prepared.remove(random.nextInt(prepared.size()));
        if (random.nextInt(4) == 0) { // The connection came about elsewhere.
          Optional<Lease> located = located(lease, address(random.nextInt(5)));
          if (located.isEmpty()) {
            return;
          }
          lease = located.get();
        }
        Long before = lastStart.put(address(lease), clock.nanos());
        if (before != null) {
          long gap = clock.nanos() - before;
          assertTrue(gap >= options.politeness().addressDelay().toNanos(), "gap of " + gap);
        }
        shard.started(lease, clock.nanos(), address(lease));
        started.add(lease);
      }
    }

    private void endOne() {
      List<Lease> leases = random.nextInt(5) == 0 ? prepared : started;
      if (leases.isEmpty()) {
        return;
      }
      Lease lease = leases.remove(random.nextInt(leases.size()));
      boolean isSick = lease.url().host().endsWith("1");
      HostSignal signal =
          switch (random.nextInt(isSick ? 5 : 20)) {
            case 0 -> SILENT;
            case 1 -> OVERLOADED;
            case 2 -> new HostSignal.Broken();
            case 3 -> new HostSignal.Unreachable();
            default -> ANSWERED;
          };
      List<Discovery> found = urls > 0 ? List.of(found(url())) : List.of();
      boolean again = random.nextInt(5) == 0;
      Disposition disposition = again ? new Disposition.Retry(Duration.ZERO, "") : DONE;
      shard.complete(lease, Visit.of(disposition, found).over(List.of(), Optional.of(signal)));
    }

    private void assertBounds() {
      Map<InetAddress, Integer> atAddress = new HashMap<>();
      Map<String, Integer> ofHost = new HashMap<>();
      for (List<Lease> leases : List.of(prepared, started)) {
        for (Lease lease : leases) {
          atAddress.merge(address(lease), 1, Integer::sum);
          ofHost.merge(lease.url().host(), 1, Integer::sum);
        }
      }
      atAddress.values().forEach(leases -> assertTrue(leases <= options.politeness().perAddress()));
      ofHost.values().forEach(leases -> assertTrue(leases <= options.politeness().perHost()));
    }
  }
}
