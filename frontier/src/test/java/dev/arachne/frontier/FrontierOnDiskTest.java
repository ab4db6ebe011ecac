package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.store.MemoryStore;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A frontier whose store makes it wait, in a simulated world. */
class FrontierOnDiskTest {
  private static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  private final List<Verdict> verdicts = new ArrayList<>();

  private interface Script {
    void run(Frontier frontier) throws Exception;
  }

  private void withFrontier(TransactionalStore store, FrontierOptions options, Script script) {
    EventLoop.run(
        Simulation.of(1, SimulationOptions.FAULT_FREE),
        "test",
        () -> {
          EventLoop loop = EventLoop.current();
          Frontier frontier = Frontier.open(loop, store, options, verdicts::add);
          Task<?> commits = loop.spawn("frontier", frontier);
          script.run(frontier);
          frontier.close();
          commits.await();
          return null;
        });
  }

  private static Discovery found(int page) {
    return new Discovery(CrawlUrl.of("http://a/" + page), null, 1, 0, Optional.empty());
  }

  private static Lease lease(Frontier frontier) {
    return Objects.requireNonNull(frontier.lease());
  }

  @Test
  void aRequestDuringTheFirstBatchGetsALeaseAtOnce() {
    withFrontier(
        new SimulatedDisk(0, 0).open(),
        FrontierOptions.DEFAULT,
        frontier -> {
          frontier.offer(found(1));
          EventLoop.yieldNow(); // The batch leaves before anybody asks for a lease.
          long before = EventLoop.current().time().nanos();
          Lease lease = lease(frontier);
          long waited = EventLoop.current().time().nanos() - before;
          assertTrue(waited < Duration.ofMillis(100).toNanos(), waited + " ns");
          frontier.complete(lease, Visit.of(DONE));
        });
  }

  @Test
  void aRequestWaitsForACommitWhereAnotherProcessMayHaveBeenGivenItsHost() {
    Duration tenure = Duration.ofSeconds(1);
    withFrontier(
        new SimulatedDisk(0, 0).open(),
        FrontierOptions.DEFAULT.withTenure(new Tenure(tenure, Duration.ZERO)),
        frontier -> {
          frontier.offer(found(1));
          Lease lease = lease(frontier);
          EventLoop.sleep(tenure);
          long before = frontier.commitTimes().total();
          assertTrue(frontier.depart(lease, lease.url().origin(), ADDRESS));
          assertEquals(before + 1, frontier.commitTimes().total());
          assertTrue(frontier.depart(lease, lease.url().origin(), ADDRESS));
          assertEquals(before + 1, frontier.commitTimes().total(), "that one is not old");
          frontier.complete(lease, Visit.of(DONE));
        });
  }

  @Test
  void aStoreThatIsNeverIdleIsSyncedAllTheSame() {
    int most = mostUnsynced(SyncBounds.DEFAULT);
    assertTrue(most > 1_000 && most <= 10_000, most + " commits not synced");
  }

  @Test
  void noMoreCommitsWaitForASyncThanIsAskedFor() {
    assertEquals(7, mostUnsynced(new SyncBounds(Duration.ofDays(1), 7)));
    assertTrue(mostUnsynced(new SyncBounds(Duration.ZERO, 10_000)) <= 1);
  }

  private int mostUnsynced(SyncBounds sync) {
    var disk = new SimulatedDisk(0, 0);
    int[] most = {0};
    withFrontier(
        disk.open(),
        FrontierOptions.DEFAULT.withSync(sync),
        frontier -> {
          // At each turn of the loop, so that whenever a batch comes back another one is wanted.
          for (int i = 0; i < 60_000; i++) {
            frontier.settled(List.of(new OutputRecord(OutputRecord.LINES, i, new byte[0])));
            EventLoop.yieldNow();
            most[0] = Math.max(most[0], disk.unsynced());
          }
        });
    assertEquals(0, disk.unsynced());
    return most[0];
  }

  @Test
  void aFullDiskIsWaitedForWhereverItIsMet() {
    for (int seed = 0; seed < 30; seed++) {
      verdicts.clear();
      withFrontier(
          new SimulatedDisk(seed, 60).open(),
          FrontierOptions.DEFAULT,
          frontier -> {
            frontier.offer(found(0));
            for (int i = 1; i <= 5; i++) {
              frontier.complete(lease(frontier), Visit.of(DONE, List.of(found(i))));
              EventLoop.sleep(Duration.ofMillis(700));
            }
          });
      assertEquals(5, verdicts.size());
    }
  }

  @Test
  void theDelayThatRulesAskForIsKeptFromTheirOwnRequestOn() {
    Duration delay = Duration.ofSeconds(5);
    InetAddress address = InetAddress.ofLiteral("192.0.2.1");
    withFrontier(
        new SimulatedDisk(0, 0).open(),
        FrontierOptions.DEFAULT.withPoliteness(Politeness.NONE.obeyingRobots()),
        frontier -> {
          EventLoop loop = EventLoop.current();
          for (int i = 0; i < 4; i++) {
            frontier.offer(found(i));
          }
          long start = loop.time().nanos();
          frontier.complete(
              lease(frontier),
              new RulesVisit(new byte[] {1}, Optional.empty(), delay, List.of(), Optional.empty()));
          for (int i = 1; i < 4; i++) {
            Lease page = lease(frontier);
            frontier.depart(page, page.url().origin(), address);
            assertTrue(loop.time().nanos() - start >= i * delay.toNanos());
          }
        });
  }

  @Test
  void noWaitIsEndlessWithAnyNumberOfDistantParts() {
    withFrontier(
        new SimulatedDisk(0, 0).open(),
        FrontierOptions.DEFAULT,
        frontier -> {
          List<Discovery> far = new ArrayList<>();
          for (int i = 1; i < 5_000; i++) {
            CrawlUrl url = CrawlUrl.of("http://a/" + i);
            far.add(new Discovery(url, null, 3, 0, Optional.of(DropReason.TOO_DEEP)));
          }
          frontier.offer(found(0));
          frontier.complete(lease(frontier), Visit.of(DONE, far));
          assertEquals(null, frontier.lease());
          assertEquals(5_000, verdicts.size());
        });
  }

  @Test
  void noCommitIsLargeHoweverMuchSeveralPagesHaveFound() {
    var disk = new SimulatedDisk(0, 0);
    withFrontier(
        disk.open(),
        FrontierOptions.DEFAULT.withMemory(8 << 20),
        frontier -> {
          int pages = 8;
          for (int page = 0; page < pages; page++) {
            frontier.offer(found(page));
          }
          TaskGroup.run(group -> {
            for (int page = 0; page < pages; page++) {
              String base = "http://a/" + page + "/" + "x".repeat(2_000) + "/";
              Lease lease = lease(frontier);
              List<Discovery> links = new ArrayList<>();
              for (int i = 0; i < 1_000; i++) {
                CrawlUrl url = CrawlUrl.of(base + i);
                links.add(new Discovery(url, null, 1, 0, Optional.empty()));
              }
              group.spawn(
                  "page " + page,
                  () -> {
                    frontier.complete(lease, Visit.of(DONE, links));
                    return null;
                  });
            }
            return null;
          });
          assertEquals(pages * 1_001, frontier.counts().discovered());
          assertEquals(pages, frontier.counts().fetched());
        });
    assertTrue(disk.largestCommit() <= 1 << 20, disk.largestCommit() + " bytes");
  }

  @Test
  void aStoreInMemoryForgetsNothingHoweverLittleMemoryIsGiven() {
    var store = new MemoryStore();
    withFrontier(
        store,
        FrontierOptions.DEFAULT.withMemory(1),
        frontier -> {
          List<Discovery> links = new ArrayList<>();
          for (int i = 0; i < 5_000; i++) {
            links.add(found(i));
          }
          frontier.offer(found(0));
          frontier.complete(lease(frontier), Visit.of(DONE, links));
          frontier.complete(lease(frontier), Visit.of(DONE, links));
          assertEquals(5_000, frontier.counts().discovered());
        });
  }
}
