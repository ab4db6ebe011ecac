package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Verdict;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.store.MemoryStore;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.UrlResolver;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class FrontierTest {
  private static final Disposition DONE =
      new Disposition.Done(new Disposition.Answer(200, "text/html", 0, Duration.ZERO));

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  private final List<Verdict> verdicts = new ArrayList<>();

  private interface Script {
    void run(Frontier frontier) throws Exception;
  }

  private void withFrontier(long maxPages, Script script) {
    withFrontier(FrontierOptions.DEFAULT.withMaxPages(maxPages), script);
  }

  private void withFrontier(FrontierOptions options, Script script) {
    EventLoop.run(
        "test",
        () -> {
          script.run(Frontier.open(EventLoop.current(), new MemoryStore(), options, verdicts::add));
          return null;
        });
  }

  private static FrontierOptions delayed(Duration delay) {
    return FrontierOptions.DEFAULT.withPoliteness(Politeness.NONE.withDelay(delay, Duration.ZERO));
  }

  private static UrlResolver resolved(CrawlUrl url) {
    var resolver = new UrlResolver();
    byte[] text = url.toString().getBytes(StandardCharsets.US_ASCII);
    assertTrue(resolver.resolve(text, 0, text.length));
    return resolver;
  }

  private static Discovery found(String url) {
    return new Discovery(CrawlUrl.of(url), null, 1, 0, Optional.empty());
  }

  private static List<Discovery> nothing() {
    return List.of();
  }

  private static Lease lease(Frontier frontier) {
    return Objects.requireNonNull(frontier.lease());
  }

  @Test
  void aUrlIsGivenOutOnceHoweverOftenItIsOffered() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          frontier.offer(found("http://a/"));
          frontier.offer(found("http://a/"));
          frontier.complete(lease(frontier), Visit.of(DONE, List.of(found("http://a/"))));
          assertNull(frontier.lease());
          assertEquals(1, verdicts.size());
        });
  }

  @Test
  void urlsOfOneHostComeInTheOrderInWhichTheyWereFound() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          for (String path : List.of("1", "2", "3")) {
            frontier.offer(found("http://a/" + path));
          }
          assertEquals("/1", lease(frontier).url().path());
          assertEquals("/2", lease(frontier).url().path());
          assertEquals("/3", lease(frontier).url().path());
        });
  }

  @Test
  void hostsTakeTurns() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          for (String url : List.of("http://a/1", "http://a/2", "http://a/3", "http://b/1")) {
            frontier.offer(found(url));
          }
          List<String> order = new ArrayList<>();
          for (int i = 0; i < 4; i++) {
            order.add(lease(frontier).url().toString());
          }
          assertEquals(List.of("http://a/1", "http://b/1", "http://a/2", "http://a/3"), order);
        });
  }

  @Test
  void theLastWorkerEndsTheCrawlForAll() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          frontier.offer(found("http://a/"));
          Lease only = lease(frontier);
          List<Task<Lease>> idle = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            idle.add(EventLoop.current().spawn("idle " + i, frontier::lease));
          }
          EventLoop.yieldNow();
          assertTrue(idle.stream().noneMatch(Task::isDone), "work may still come");
          frontier.complete(only, Visit.of(DONE));
          for (Task<Lease> task : idle) {
            assertNull(task.await());
          }
        });
  }

  @Test
  void anIdleWorkerWakesAsSoonAsThereIsWork() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          frontier.offer(found("http://a/"));
          Lease first = lease(frontier);
          Task<Lease> idle = EventLoop.current().spawn("idle", frontier::lease);
          EventLoop.yieldNow();
          frontier.complete(first, Visit.of(DONE, List.of(found("http://a/next"))));
          assertEquals("http://a/next", idle.await().url().toString());
        });
  }

  @Test
  void aRetryFollowsItsBackOffAndPrecedesOtherUrlsOfItsHost() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          frontier.offer(found("http://a/1"));
          Lease first = lease(frontier);
          frontier.complete(first, Visit.of(new Disposition.Retry(Duration.ofMillis(5), "reset")));
          assertEquals(1, frontier.counts().retrying());
          Lease second = Objects.requireNonNull(frontier.lease());
          assertEquals(2, second.attempt());
          frontier.complete(second, Visit.of(DONE));
          assertNull(frontier.lease());
          assertEquals(2, verdicts.getFirst().attempts());
        });
  }

  @Test
  void aHostGivesOutOneLeaseUntilItsRulesAreKnown() {
    withFrontier(
        FrontierOptions.DEFAULT.withPoliteness(Politeness.NONE.obeyingRobots()),
        frontier -> {
          frontier.offer(found("http://a/1"));
          frontier.offer(found("http://a/2"));
          Lease first = lease(frontier);
          assertEquals(Lease.Purpose.RULES, first.purpose());
          Task<Lease> next = EventLoop.current().spawn("next", frontier::lease);
          EventLoop.yieldNow();
          assertTrue(!next.isDone());
          frontier.complete(
              first,
              new RulesVisit(
                  new byte[] {1}, Optional.empty(), Duration.ZERO, List.of(), Optional.empty()));
          assertEquals("/1", next.await().url().path());
          assertEquals("/2", lease(frontier).url().path());
          assertEquals(1, frontier.rules(first.url().origin(), _ -> true).orElseThrow().rules()[0]);
        });
  }

  @Test
  void aRobotsFileThatIsElsewhereDoesNotMoveItsHostThere() {
    Politeness politeness =
        Politeness.NONE
            .obeyingRobots()
            .withDelay(Duration.ofMillis(1), Duration.ZERO)
            .withAddresses(1, Duration.ZERO);
    InetAddress elsewhere = InetAddress.ofLiteral("192.0.2.2");
    withFrontier(
        FrontierOptions.DEFAULT.withPoliteness(politeness),
        frontier -> {
          frontier.offer(found("http://a/1"));
          Lease rules = frontier.locate(lease(frontier), ADDRESS).orElseThrow();
          depart(frontier, rules);
          frontier.depart(rules, CrawlUrl.of("http://b/").origin(), elsewhere);
          frontier.complete(
              rules,
              new RulesVisit(
                  new byte[] {1}, Optional.empty(), Duration.ZERO, List.of(), Optional.empty()));
          assertEquals(Optional.of(ADDRESS), lease(frontier).address());
        });
  }

  @Test
  void aLeaseThatDepartsInTheTurnOfAnotherIsGivenBack() {
    withFrontier(
        delayed(Duration.ofMillis(100)),
        frontier -> {
          frontier.offer(found("http://a/1"));
          Lease held = lease(frontier);
          frontier.offer(found("http://b/1"));
          Lease guest = lease(frontier);
          frontier.awaitTurn(guest, held.url().origin(), Deadline.NEVER);
          assertFalse(frontier.depart(held, held.url().origin(), ADDRESS));
          assertTrue(frontier.depart(guest, held.url().origin(), ADDRESS));
          long asked = System.nanoTime();
          Lease again = lease(frontier);
          assertEquals(held.url(), again.url());
          assertTrue(frontier.depart(again, again.url().origin(), ADDRESS));
          assertTrue(System.nanoTime() - asked >= Duration.ofMillis(100).toNanos());
        });
  }

  @Test
  void requestsToAHostStartADelayApartWhateverTheOthersDo() {
    Duration delay = Duration.ofMillis(20);
    List<Long> starts = new ArrayList<>();
    withFrontier(
        delayed(delay),
        frontier -> {
          for (int i = 0; i < 5; i++) {
            frontier.offer(found("http://a/" + i));
            frontier.offer(found("http://b/" + i));
          }
          work(
              frontier,
              6,
              lease -> {
                if (lease.url().host().equals("a")) {
                  starts.add(System.nanoTime());
                }
                depart(frontier, lease);
              });
        });
    assertEquals(5, starts.size());
    for (int i = 1; i < starts.size(); i++) {
      long gap = starts.get(i) - starts.get(i - 1);
      assertTrue(gap >= delay.toNanos(), "gap " + gap);
    }
  }

  private static void depart(Frontier frontier, Lease lease) {
    frontier.depart(lease, lease.url().origin(), ADDRESS);
  }

  private interface Work {
    void on(Lease lease);
  }

  private static void work(Frontier frontier, int workers, Work work) throws Exception {
    TaskGroup.run(group -> {
      for (int i = 0; i < workers; i++) {
        group.spawn(
            "worker " + i,
            () -> {
              for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
                work.on(lease);
                EventLoop.yieldNow();
                frontier.complete(lease, Visit.of(DONE));
              }
              return null;
            });
      }
      return null;
    });
  }

  @Test
  void theBoundOnPagesIsMetExactlyAndSkippedUrlsDoNotCount() {
    withFrontier(
        3,
        frontier -> {
          for (int i = 0; i < 10; i++) {
            frontier.offer(found("http://a/" + i));
          }
          Lease skipped = lease(frontier);
          frontier.complete(
              skipped, Visit.of(new Disposition.Dropped(DropReason.ROBOTS, "line 1")));
          List<String> fetched = new ArrayList<>();
          work(
              frontier,
              4,
              lease -> {
                fetched.add(lease.url().path());
              });
          assertEquals(List.of("/1", "/2", "/3"), fetched);
          assertEquals(6, frontier.counts().queued());
        });
  }

  @Test
  void aSkipWhileOthersWaitAtTheBoundLetsOneMoreIn() {
    withFrontier(
        1,
        frontier -> {
          frontier.offer(found("http://a/1"));
          frontier.offer(found("http://a/2"));
          Lease first = lease(frontier);
          Task<Lease> second = EventLoop.current().spawn("second", frontier::lease);
          EventLoop.yieldNow();
          frontier.complete(first, Visit.of(new Disposition.Dropped(DropReason.ROBOTS, "line 1")));
          assertEquals("/2", second.await().url().path());
        });
  }

  @Test
  void aRejectedUrlGetsItsVerdictOnceAndIsNeverGivenOut() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          var rejected =
              new Discovery(
                  CrawlUrl.of("http://b/"), null, 1, 0, Optional.of(DropReason.OTHER_HOST));
          frontier.offer(found("http://a/"));
          frontier.complete(lease(frontier), Visit.of(DONE, List.of(rejected, rejected)));
          assertNull(frontier.lease());
          assertEquals(2, verdicts.size());
        });
  }

  @Test
  void aRemoteReaderKnowsLearntUrlsAndCountsSightings() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          KnownUrls elsewhere = frontier.knownElsewhere();
          CrawlUrl url = CrawlUrl.of("http://a/1");
          CrawlUrl far = CrawlUrl.of("http://a/far");
          frontier.offer(found("http://a/1"));
          assertTrue(!elsewhere.countIfSeen(resolved(url)));
          elsewhere.learn(
              List.of(
                  found("http://a/1"),
                  new Discovery(far, null, 3, 0, Optional.of(DropReason.TOO_DEEP))));
          assertTrue(elsewhere.countIfSeen(resolved(url)));
          assertTrue(elsewhere.countIfSeen(resolved(url)));
          assertTrue(!elsewhere.countIfSeen(resolved(far)), "there may be a nearer way");
          assertEquals(2, elsewhere.sightings(url));
          assertEquals(5, Visit.of(DONE).withSightings(2).withSightings(3).sightings());
        });
  }

  @Test
  void aRequestThatStartsOnAnotherLoopLetsTheNextOneGo() {
    withFrontier(
        delayed(Duration.ofMillis(1)),
        frontier -> {
          frontier.offer(found("http://a/1"));
          frontier.offer(found("http://a/2"));
          Lease first = lease(frontier);
          Task<Lease> second = EventLoop.current().spawn("second", frontier::lease);
          EventLoop.yieldNow();
          assertTrue(!second.isDone(), "the host is held");
          try (var other = EventLoop.start("other")) {
            other.call(
                "the request",
                () -> {
                  depart(frontier, first);
                  return true;
                });
            assertEquals("/2", second.await().url().path());
          }
        });
  }

  @Test
  void aUrlThatWasTooFarAwayByOneWayIsFetchedWhenANearerOneTurnsUp() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          CrawlUrl url = CrawlUrl.of("http://a/far");
          var tooDeep = new Discovery(url, null, 3, 0, Optional.of(DropReason.TOO_DEEP));
          frontier.offer(found("http://a/1"));
          frontier.offer(found("http://a/2"));
          Lease first = lease(frontier);
          Lease second = lease(frontier);
          frontier.complete(first, Visit.of(DONE, List.of(tooDeep)));
          assertEquals(3, frontier.counts().discovered());
          assertTrue(!frontier.known().countIfSeen(resolved(url)));
          frontier.complete(second, Visit.of(DONE, List.of(found("http://a/far"))));
          frontier.complete(lease(frontier), Visit.of(DONE));
          assertNull(frontier.lease());
          assertEquals(3, verdicts.size());
          assertEquals(DONE, verdicts.getLast().disposition());
        });
  }

  @Test
  void aUrlThatStaysTooFarAwayGetsItsOneVerdictAtTheEnd() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          var tooDeep =
              new Discovery(
                  CrawlUrl.of("http://a/far"), null, 3, 0, Optional.of(DropReason.TOO_DEEP));
          frontier.offer(found("http://a/1"));
          frontier.complete(lease(frontier), Visit.of(DONE, List.of(tooDeep, tooDeep)));
          assertNull(frontier.lease());
          assertEquals(2, verdicts.size());
          assertEquals(0, frontier.counts().pending());
        });
  }

  @Test
  void aHostThatAsksToBeLeftAloneGivesNothingOutMeanwhile() {
    withFrontier(
        Long.MAX_VALUE,
        frontier -> {
          frontier.offer(found("http://a/1"));
          frontier.offer(found("http://a/2"));
          frontier.offer(found("http://b/1"));
          Duration pause = Duration.ofMillis(30);
          long began = System.nanoTime();
          frontier.complete(
              lease(frontier), Visit.of(new Disposition.Retry(pause, "status 429", pause)));
          assertEquals("http://b/1", lease(frontier).url().toString());
          assertEquals("/1", lease(frontier).url().path());
          assertTrue(System.nanoTime() - began >= pause.toNanos());
          assertEquals("/2", lease(frontier).url().path());
        });
  }

  @Test
  void aHostGivesOutNoMoreLeasesAtATimeThanItsBound() {
    EventLoop.run(
        "test",
        () -> {
          var frontier =
              Frontier.open(
                  EventLoop.current(),
                  new MemoryStore(),
                  FrontierOptions.DEFAULT.withPoliteness(Politeness.NONE.withPerHost(2)),
                  verdicts::add);
          for (int i = 0; i < 20; i++) {
            frontier.offer(found("http://a/" + i));
            frontier.offer(found("http://b/" + i));
          }
          var out = new HashMap<String, Integer>();
          int[] most = {0};
          TaskGroup.run(group -> {
            for (int i = 0; i < 10; i++) {
              group.spawn(
                  "worker " + i,
                  () -> {
                    for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
                      most[0] = Math.max(most[0], out.merge(lease.url().host(), 1, Integer::sum));
                      EventLoop.yieldNow();
                      out.merge(lease.url().host(), -1, Integer::sum);
                      frontier.complete(lease, Visit.of(DONE));
                    }
                    return null;
                  });
            }
            return null;
          });
          assertEquals(2, most[0]);
          assertEquals(40, verdicts.size());
          return null;
        });
  }

  @Test
  void stopResumesAllWaitersAndLeavesTheRestToDo() {
    withFrontier(
        delayed(Duration.ofMinutes(1)),
        frontier -> {
          frontier.offer(found("http://a/1"));
          frontier.offer(found("http://a/2"));
          Lease unfinished = Objects.requireNonNull(frontier.lease());
          Task<Lease> waiting = EventLoop.current().spawn("waiting", frontier::lease);
          EventLoop.yieldNow();
          frontier.stop();
          assertNull(waiting.await());
          assertEquals("/1", unfinished.url().path());
          assertEquals(2, frontier.counts().pending());
        });
  }

  @Test
  void everyUrlIsInExactlyOnePlaceAtEveryInstant() {
    for (int seed = 0; seed < 50; seed++) {
      var random = new Random(seed);
      verdicts.clear();
      withFrontier(
          delayed(Duration.ofNanos(random.nextInt(3) * 10_000L)),
          frontier -> {
            frontier.offer(found("http://a/"));
            TaskGroup.run(group -> {
              for (int i = 0; i < 5; i++) {
                group.spawn("worker " + i, () -> randomWork(frontier, random));
              }
              return null;
            });
            assertEquals(0, frontier.counts().pending());
            assertEquals(verdicts.size(), frontier.counts().discovered());
          });
    }
  }

  private static boolean randomWork(Frontier frontier, Random random) {
    for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
      depart(frontier, lease);
      EventLoop.yieldNow();
      Disposition disposition =
          random.nextInt(4) == 0 && lease.attempt() < 3
              ? new Disposition.Retry(Duration.ofNanos(10_000), "reset")
              : DONE;
      Discovery[] links = new Discovery[random.nextInt(4)];
      Arrays.setAll(
          links,
          _ -> found("http://" + "abc".charAt(random.nextInt(3)) + "/" + random.nextInt(60)));
      frontier.complete(lease, Visit.of(disposition, List.of(links)));
      FrontierCounts counts = frontier.counts();
      assertEquals(counts.discovered(), counts.decided() + counts.pending());
    }
    return true;
  }

  @Test
  void aStoreInMemoryIsUsedByItsLoopAlone() {
    var elsewhere = ConcurrentHashMap.<String>newKeySet();
    EventLoop.run(
        "frontier",
        () -> {
          EventLoop loop = EventLoop.current();
          var memory = new MemoryStore();
          var store =
              (TransactionalStore)
                  Proxy.newProxyInstance(
                      FrontierTest.class.getClassLoader(),
                      new Class<?>[] {TransactionalStore.class},
                      (_, method, arguments) -> {
                        if (!loop.inLoop()) {
                          elsewhere.add(method.getName());
                        }
                        return method.invoke(memory, arguments);
                      });
          Frontier frontier = Frontier.open(loop, store, FrontierOptions.DEFAULT, _ -> {});
          Task<?> writing = loop.spawn("frontier", frontier);
          frontier.offer(Discovery.root(CrawlUrl.of("http://a.test/")));
          frontier.close();
          writing.await();
          return null;
        });
    assertEquals(Set.of(), elsewhere);
  }
}
