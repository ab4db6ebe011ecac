package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.hang;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.fetch.ShortageAwareFetch;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Visit;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpOptions;
import dev.arachne.ledger.Discovery;
import dev.arachne.network.AddressPolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.LoopFailedError;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FetchLoopsTest {
  private static final int LOOPS = 3;
  private static final int TASKS = 6;

  /** A test on the crawl's loop. */
  private interface Body {
    void run(Frontier frontier, FetchLoops fetchLoops) throws Exception;
  }

  private static void withWorkshops(Body body) {
    EventLoop.run(
        "crawl",
        () -> {
          var frontier = Frontier.inMemory(EventLoop.current(), Long.MAX_VALUE, _ -> {});
          CrawlOptions options =
              CrawlOptions.crawlOf("http://127.0.0.1/").tasks(TASKS).loops(LOOPS).build();
          try (var fetchLoops =
              new FetchLoops(
                  options,
                  Set.of("127.0.0.1"),
                  HttpOptions.DEFAULT.withAddresses(AddressPolicy.ANY),
                  frontier,
                  Scope.of(options, List.of(CrawlUrl.of("http://127.0.0.1/"))),
                  new ShortageAwareFetch(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Extensions.NONE,
                  Optional.empty())) {
            fetchLoops.openBeside();
            body.run(frontier, fetchLoops);
          }
          return true;
        });
  }

  private static TaskPermits.Place place() {
    return new TaskPermits(EventLoop.current(), 1, 0).place();
  }

  private static ByteBudget.Share share() {
    return new ByteBudget(1 << 20, 1 << 16).share();
  }

  /** A site of pages called by their numbers, which all answer this. */
  private static TestWeb pages(Reply reply) {
    return TestWeb.serve(
        TestSite.of(
            IntStream.range(0, TASKS)
                .mapToObj(page -> route("/" + page, reply))
                .toArray(Route[]::new)));
  }

  private static List<Lease> leases(Frontier frontier, TestWeb web) {
    List<Lease> leases = new ArrayList<>();
    for (int page = 0; page < TASKS; page++) {
      frontier.offer(Discovery.root(CrawlUrl.of(web.url("/" + page))));
      Lease lease = Objects.requireNonNull(frontier.lease());
      leases.add(lease);
    }
    return leases;
  }

  @Test
  void aVisitIsMadeOnTheLoopOfItsWorkshop() {
    try (TestWeb web = pages(hang())) {
      withWorkshops((frontier, fetchLoops) -> {
        List<Lease> leases = leases(frontier, web);
        List<Task<Visited>> visits = new ArrayList<>();
        for (int i = 0; i < LOOPS - 1; i++) {
          FetchLoop beside = fetchLoops.beside().get(i);
          Lease lease = leases.get(i);
          visits.add(
              EventLoop.current()
                  .spawn(
                      "visit",
                      () ->
                          beside.visit(
                              lease,
                              RequestIdentity.NONE,
                              Optional.empty(),
                              share(),
                              Optional.empty(),
                              place())));
        }
        awaitRequests(web, LOOPS - 1);
        for (int i = 0; i < LOOPS - 1; i++) {
          EventLoop loop = fetchLoops.beside().get(i).loop();
          List<String> there = loop.call("look", () -> tasks(loop));
          assertTrue(there.contains(web.url("/" + i)), there.toString());
        }
        visits.forEach(Task::cancel);
      });
    }
  }

  @Test
  void visitsOfOneHostAreMadeOnAllLoops() {
    try (TestWeb web = pages(html(""))) {
      withWorkshops((frontier, fetchLoops) -> {
        Lease lease = leases(frontier, web).getFirst();
        Map<EventLoop, Integer> visits = new HashMap<>();
        for (int i = 0; i < 600; i++) {
          visits.merge(fetchLoops.of(lease).loop(), 1, Integer::sum);
        }
        assertEquals(Set.copyOf(fetchLoops.loops()), visits.keySet());
        assertTrue(
            visits.get(EventLoop.current()) < 600 / LOOPS, "fewer, since it has to decide, too");
      });
    }
  }

  private static void awaitRequests(TestWeb web, int count) {
    EventLoop.current()
        .offload(
            "requests",
            () -> {
              web.awaitRequests(count, Duration.ofSeconds(30));
              return true;
            },
            Deadline.NEVER);
  }

  private static List<String> tasks(EventLoop loop) {
    return loop.dump().stream().map(task -> task.name()).toList();
  }

  @Test
  void offeredUrlsAreKnownOnAllLoops() {
    try (TestWeb web = pages(html("<a href=/x>"))) {
      withWorkshops((frontier, fetchLoops) -> {
        List<Lease> leases = leases(frontier, web);
        Visit first =
            fetchLoops
                .here()
                .visit(
                    leases.getFirst(),
                    RequestIdentity.NONE,
                    Optional.empty(),
                    share(),
                    Optional.empty(),
                    place())
                .visit();
        assertEquals(List.of(web.url("/x")), urls(first.found()));
        frontier.complete(leases.getFirst(), first);
        fetchLoops.learn(first.found());
        assertEquals(
            List.of(),
            fetchLoops
                .here()
                .visit(
                    leases.get(1),
                    RequestIdentity.NONE,
                    Optional.empty(),
                    share(),
                    Optional.empty(),
                    place())
                .visit()
                .found());
        for (FetchLoop beside : fetchLoops.beside()) {
          assertEquals(
              List.of(),
              beside
                  .visit(
                      leases.get(2),
                      RequestIdentity.NONE,
                      Optional.empty(),
                      share(),
                      Optional.empty(),
                      place())
                  .visit()
                  .found());
        }
      });
    }
  }

  private static List<String> urls(List<Discovery> discoveries) {
    return discoveries.stream().map(discovery -> discovery.url().href()).toList();
  }

  @Test
  void aLoopBesideThatBreaksDownEndsItsVisitsWithAnError() {
    try (TestWeb web = pages(hang())) {
      var failure =
          assertThrows(
              TaskFailedException.class,
              () ->
                  withWorkshops((frontier, fetchLoops) -> {
                    Lease lease = leases(frontier, web).getFirst();
                    FetchLoop broken = fetchLoops.beside().getFirst();
                    EventLoop.current()
                        .after(
                            Duration.ZERO, () -> broken.loop().execute(FetchLoopsTest::breakDown));
                    broken.visit(
                        lease,
                        RequestIdentity.NONE,
                        Optional.empty(),
                        share(),
                        Optional.empty(),
                        place());
                  }));
      assertInstanceOf(LoopFailedError.class, failure.failure());
    }
  }

  private static void breakDown() {
    throw new AssertionError("broken");
  }
}
