package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.pace.Throttling;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.RateLimit;
import dev.arachne.testkit.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A host that answers 429 above a rate, in virtual time. */
class RateLimitedHostTest {
  private static final int PAGES = 6_000;
  private static final Duration LEARNING = Duration.ofMinutes(2);

  /** Crawls of one limit: which request meets the end of a window decides on one in a hundred. */
  private static final int SEEDS = 7;

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("20.0.0.1");

  private final List<Ask> asked = new ArrayList<>();

  /** A request, by the server's clock, and whether it was refused. */
  private record Ask(long at, boolean refused) {}

  private record Limit(String name, double perSecond, Supplier<RateLimit> limit) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Limit> limits() {
    return Stream.of(
        new Limit("a bucket of 20, 10/s", 10, () -> RateLimit.tokenBucket(10, 20)),
        new Limit("a bucket of 50, 40/s", 40, () -> RateLimit.tokenBucket(40, 50)),
        new Limit("100 in 10 s", 10, () -> RateLimit.slidingWindow(100, Duration.ofSeconds(10))),
        new Limit("20 in 1 s", 20, () -> RateLimit.slidingWindow(20, Duration.ofSeconds(1))));
  }

  private TestCrawl crawl(long seed, RateLimit limit, Throttling throttling) {
    asked.clear();
    Latency latency = Latency.between(Duration.ofMillis(10), Duration.ofMillis(80));
    Simulation world = Simulation.of(seed, SimulationOptions.FAULT_FREE.withLatency(latency));
    world.name("a.example", ADDRESS);
    var test =
        new TestCrawl(CrawlOptions.crawlOf("http://a.example/0").tasks(64).throttling(throttling));
    EventLoop.run(
        world,
        "main",
        () -> {
          var web =
              new SimulatedServer(request -> {
                if (request.target().equals("/robots.txt")) {
                  return Reply.status(404);
                }
                long now = EventLoop.current().time().nanos();
                boolean takes = limit.takes(now);
                asked.add(new Ask(now, !takes));
                return takes ? page(request.target()) : Reply.status(429);
              });
          web.listen(new InetSocketAddress(ADDRESS, 80));
          return test.crawl.runOnLoop();
        });
    return test;
  }

  private static Reply page(String target) {
    int page = Integer.parseInt(target.substring(1));
    var html = new StringBuilder();
    for (int link = 20 * page + 1; link <= 20 * page + 20 && link < PAGES; link++) {
      html.append("<a href=/").append(link).append('>');
    }
    return Reply.html(html.toString());
  }

  @ParameterizedTest
  @MethodSource("limits")
  void theCrawlSettlesAtTheRateAndIsSeldomRefused(Limit of) {
    List<Double> rates = new ArrayList<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      rates.add(settled(of, seed));
    }
    Collections.sort(rates);
    System.out.printf("%s: parts of its rate in %d crawls: %s%n", of, SEEDS, rates);
    assertTrue(rates.get(SEEDS / 2) > 0.9, rates::toString);
    assertTrue(rates.getFirst() > 0.7, rates::toString);
  }

  /** The part of the rate that one crawl has after it has learned. */
  private double settled(Limit of, long seed) {
    TestCrawl test = crawl(seed, of.limit.get(), Throttling.ADAPTED);
    long answered = test.answered().values().stream().filter(status -> status == 200).count();
    long begin = asked.getFirst().at + LEARNING.toNanos();
    List<Ask> after = asked.stream().filter(ask -> ask.at >= begin).toList();
    double seconds = (after.getLast().at - begin) / 1e9;
    long refused = after.stream().filter(Ask::refused).count();
    double rate = (after.size() - refused) / seconds;
    String seen =
        "%s, seed %d: %.2f/s in %.0f s, %d of %d refused"
            .formatted(of, seed, rate, seconds, refused, after.size());
    assertTrue(refused < 0.01 * after.size(), seen);
    assertEquals(PAGES, answered, seen);
    assertEquals(1, test.slowed.size(), "the user is told once");
    return rate / of.perSecond;
  }

  @Test
  void withoutAdaptationItIsRefusedAgainAndAgain() {
    crawl(1, RateLimit.tokenBucket(40, 50), Throttling.FIXED);
    long refused = asked.stream().filter(Ask::refused).count();
    assertTrue(refused > 0.05 * asked.size(), refused + " of " + asked.size());
  }
}
