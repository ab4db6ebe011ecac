package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What many hosts and addresses see of a crawl, in virtual time. */
class ManyHostsTest {
  private static final Latency WEB = Latency.between(Duration.ofMillis(25), Duration.ofMillis(250));
  private static final Latency FIXED = Latency.fixed(Duration.ofMillis(20));

  /** A request as the server of a host sees it, {@code at} nanoseconds after the first of all. */
  private record Ask(String host, String target, long at) {
    boolean isPage() {
      return !target.equals("/robots.txt");
    }
  }

  private final List<Ask> asked = new ArrayList<>();

  /** Hosts h0, h1, ... at addresses of a choice; all roots are known at the start. */
  private TestCrawl crawl(
      CrawlOptions.Builder options,
      int hosts,
      Latency latency,
      IntFunction<InetAddress> address,
      Function<TestRequest, Reply> site) {
    Simulation world = Simulation.of(1, SimulationOptions.FAULT_FREE.withLatency(latency));
    List<InetAddress> addresses = IntStream.range(0, hosts).mapToObj(address).toList();
    for (int host = 0; host < hosts; host++) {
      world.name("h" + host + ".example", addresses.get(host));
    }
    var test = new TestCrawl(options);
    EventLoop.run(
        world,
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          long begin = loop.time().nanos();
          var web =
              new SimulatedServer(request -> {
                asked.add(new Ask(request.host(), request.target(), loop.time().nanos() - begin));
                return site.apply(request);
              });
          for (InetAddress at : addresses.stream().distinct().toList()) {
            web.listen(new InetSocketAddress(at, 80));
          }
          return test.crawl.runOnLoop();
        });
    return test;
  }

  private static InetAddress ownAddress(int host) {
    return InetAddress.ofLiteral("20.0." + (host >> 8) + "." + (host & 255));
  }

  private static InetAddress sharedAddress(int host) {
    return InetAddress.ofLiteral("20.0.0." + (1 + host % 2));
  }

  private static CrawlOptions.Builder roots(int hosts, int each) {
    return CrawlOptions.crawlOf(
        IntStream.range(0, hosts * each)
            .mapToObj(i -> "http://h" + i % hosts + ".example/" + 1_000 * (i / hosts))
            .toList());
  }

  /** A page that leads to the next one, and so on, up to so many on a host from each root. */
  private static HttpReply chain(TestRequest request, int length) {
    if (request.target().equals("/robots.txt")) {
      return Reply.status(404);
    }
    int page = Integer.parseInt(request.target().substring(1));
    boolean isLast = page % 1_000 == length - 1;
    return Reply.html(isLast ? "" : "<a href=/" + (page + 1) + ">next</a>");
  }

  @Test
  void ofTwoThousandHostsNineTenthsOfTheSteadyRateAreThereAfterTwoSeconds() {
    int hosts = 2_000;
    crawl(
        roots(hosts, 1).tasks(hosts),
        hosts,
        Latency.between(Duration.ofMillis(100), Duration.ofMillis(200)),
        ManyHostsTest::ownAddress,
        request -> chain(request, 16));
    double steady = pagesPerSecond(2_000, 3_000);
    double early = pagesPerSecond(1_500, 2_000);
    System.out.printf("%.0f pages/s before 2 s, %.0f after%n", early, steady);
    assertTrue(early >= 0.9 * steady, early + " of " + steady);
  }

  private double pagesPerSecond(long fromMillis, long toMillis) {
    long pages =
        asked.stream()
            .filter(Ask::isPage)
            .filter(ask -> ask.at / 1_000_000 >= fromMillis && ask.at / 1_000_000 < toMillis)
            .count();
    return 1e3 * pages / (toMillis - fromMillis);
  }

  private enum Manners {
    /** Of each host one at a time, after its robots.txt. */
    USUAL,
    /** Of each host many at a time, at once. */
    BOLD
  }

  @ParameterizedTest
  @EnumSource
  void tenHostsOfAThousandThatNeverAnswerCostTheOthersLittle(Manners manners) {
    double without = secondsForTheOthers(manners, Reply.status(404));
    double with = secondsForTheOthers(manners, Reply.hang());
    System.out.printf("%s: %.2f s without silent hosts, %.2f s with%n", manners, without, with);
    assertTrue(with < 1.05 * without, with + " s instead of " + without);
  }

  /** Until nearly all pages of 990 hosts are there, while ten others answer with {@code reply}. */
  private double secondsForTheOthers(Manners manners, Reply reply) {
    asked.clear();
    int hosts = 1_000;
    CrawlOptions.Builder options =
        roots(hosts, 2).tasks(500).timeout(Duration.ofSeconds(2)).maxTries(3);
    if (manners == Manners.BOLD) {
      options.perHost(64).robots(RobotsPolicy.IGNORE);
    }
    crawl(
        options,
        hosts,
        WEB,
        ManyHostsTest::ownAddress,
        // No connection is kept: how many hosts have one must not make a difference.
        request ->
            isOneOfTen(request.host()) ? reply : chain(request, 6).header("Connection", "close"));
    List<Ask> others =
        asked.stream().filter(Ask::isPage).filter(ask -> !isOneOfTen(ask.host)).toList();
    assertEquals(990 * 2 * 6, others.size());
    return others.get(9 * others.size() / 10).at / 1e9;
  }

  private static boolean isOneOfTen(String host) {
    return host.endsWith("50.example");
  }

  @Test
  void theBoundsOfAnAddressHoldAcrossItsHosts() {
    Duration takes = Duration.ofMillis(400);
    Duration gap = Duration.ofMillis(100);
    TestCrawl test =
        crawl(
            roots(40, 1).tasks(30).perAddress(3).addressDelay(gap),
            40,
            FIXED,
            ManyHostsTest::sharedAddress,
            request -> chain(request, 5).after(takes));
    assertEquals(200, test.answered().size() * 40);
    for (int address = 0; address < 2; address++) {
      int parity = address;
      List<Long> at =
          asked.stream()
              .filter(ask -> Integer.parseInt(ask.host.split("[h.]")[1]) % 2 == parity)
              .map(Ask::at)
              .toList();
      for (int i = 1; i < at.size(); i++) {
        assertGap(gap, at.get(i) - at.get(i - 1));
      }
      for (int i = 3; i < at.size(); i++) {
        assertGap(takes, at.get(i) - at.get(i - 3));
      }
      double seconds = at.getLast() / 1e9;
      assertTrue(seconds < 2.0 * at.size() * takes.toMillis() / 3e3, seconds + " s");
    }
  }

  @Test
  void theGapIsThereWhenTheServerLooksHoweverLongTheConnectionTook() {
    crawl(
        roots(1, 3).delay(Duration.ofSeconds(1)),
        1,
        Latency.fixed(Duration.ofMillis(200)),
        ManyHostsTest::ownAddress,
        request -> chain(request, 1));
    assertEquals(4, asked.size());
    for (int i = 1; i < asked.size(); i++) {
      long gap = asked.get(i).at - asked.get(i - 1).at;
      assertGap(Duration.ofSeconds(1), gap);
      assertTrue(gap < 1_500_000_000L, gap + " ns before " + asked.get(i));
    }
  }

  /** As the server sees it: the way there and its own turns add a little by chance. */
  private static void assertGap(Duration least, long nanos) {
    assertTrue(nanos >= least.minusMillis(5).toNanos(), nanos + " ns between two requests");
  }
}
