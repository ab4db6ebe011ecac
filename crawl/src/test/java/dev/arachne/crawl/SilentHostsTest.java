package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
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
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Hosts that accept connections and do not answer, beside hosts that do; in virtual time. */
class SilentHostsTest {
  private static final int PAGES = 100;
  private static final long SECOND = 1_000_000_000;

  /** What a host that cannot be crawled does answer. */
  private enum Silence {
    WHOLE,
    BUT_FOR_ROBOTS,
    /** Its rules are at a host that asks to be left alone. */
    RULES_AT_A_RESTING_HOST,
    /** It asks for a long delay between requests. */
    LONG_DELAY
  }

  @Test
  void fiftySilentHostsTakeNothingFromTwentyGoodOnes() throws Exception {
    compare(20, 50, Silence.WHOLE);
  }

  @Test
  void hostsThatAreSilentAfterTheirRobotsFileTakeNothingEither() throws Exception {
    compare(20, 50, Silence.BUT_FOR_ROBOTS);
  }

  @Test
  void aThousandSilentHostsTakeNothingFromTwoHundredGoodOnes() throws Exception {
    compare(200, 1_000, Silence.WHOLE);
  }

  @Test
  void hostsWhoseRulesAreAtARestingHostTakeNothingEither() throws Exception {
    compare(20, 40, Silence.RULES_AT_A_RESTING_HOST);
  }

  @Test
  void hostsThatAskForADelayTakeNothingWhileItGoesBy() throws Exception {
    compare(20, 100, Silence.LONG_DELAY);
  }

  /** Compares sums over some orders of the roots. */
  private static void compare(int good, int silent, Silence silence) throws Exception {
    long alone = 0;
    long beside = 0;
    int early = 0;
    int expectedEarly = 0;
    for (int seed = 1; seed <= 3; seed++) {
      List<Long> without = crawl(seed, good, 0, silence);
      List<Long> with = crawl(seed, good, silent, silence);
      assertEquals(good * PAGES, without.size());
      assertEquals(good * PAGES, with.size());
      alone += without.getLast();
      beside += with.getLast();
      expectedEarly += countBefore(SECOND, without);
      early += countBefore(SECOND, with);
    }
    String seen =
        "%s: %s alone, %s beside %d; in the first second %d and %d"
            .formatted(
                silence,
                Duration.ofNanos(alone),
                Duration.ofNanos(beside),
                silent,
                expectedEarly,
                early);
    System.out.println(seen);
    assertTrue(beside <= 1.05 * alone, seen);
    assertTrue(early >= 0.95 * expectedEarly, seen);
  }

  private static int countBefore(long then, List<Long> asked) {
    return (int) asked.stream().filter(at -> at < then).count();
  }

  /** When pages of good hosts were asked for, in nanoseconds since the first one, in order. */
  private static List<Long> crawl(int seed, int good, int silent, Silence silence)
      throws Exception {
    Latency latency = Latency.fixed(Duration.ofMillis(20));
    Simulation world = Simulation.of(seed, SimulationOptions.FAULT_FREE.withLatency(latency));
    List<String> roots = new ArrayList<>();
    for (int i = 0; i < good + silent; i++) {
      world.name("host" + i + ".example", address(i));
      roots.add("http://host" + i + ".example/0");
    }
    Collections.shuffle(roots, new Random(seed));
    var test = new TestCrawl(CrawlOptions.crawlOf(roots).maxTries(1));
    List<Long> asked = new ArrayList<>();
    EventLoop.run(
        world,
        "main",
        () -> {
          var answering = new SimulatedServer(request -> answer(request, asked));
          var hanging = new SimulatedServer(request -> silent(request, silence));
          world.name("resting.example", address(good + silent));
          new SimulatedServer(_ -> HttpReply.of(429).header("Retry-After", "500"))
              .listen(new InetSocketAddress(address(good + silent), 80));
          for (int i = 0; i < good + silent; i++) {
            (i < good ? answering : hanging).listen(new InetSocketAddress(address(i), 80));
          }
          return test.crawl.runOnLoop();
        });
    long first = asked.getFirst();
    return asked.stream().map(at -> at - first).toList();
  }

  private static boolean isRobots(TestRequest request) {
    return request.target().equals("/robots.txt");
  }

  private static Reply silent(TestRequest request, Silence silence) {
    return switch (silence) {
      case WHOLE -> Reply.hang();
      case BUT_FOR_ROBOTS -> isRobots(request) ? Reply.status(404) : Reply.hang();
      case RULES_AT_A_RESTING_HOST -> Reply.redirect(301, "http://resting.example/robots.txt");
      case LONG_DELAY ->
          isRobots(request)
              ? Reply.text("User-agent: *\nAllow: /\nCrawl-delay: 60\n")
              : Reply.html("");
    };
  }

  private static Reply answer(TestRequest request, List<Long> asked) {
    if (isRobots(request)) {
      return Reply.status(404);
    }
    asked.add(EventLoop.current().time().nanos());
    int page = Integer.parseInt(request.target().substring(1));
    var html = new StringBuilder();
    for (int link = 10 * page + 1; link <= 10 * page + 10 && link < PAGES; link++) {
      html.append("<a href=/").append(link).append('>');
    }
    return Reply.html(html.toString());
  }

  private static InetAddress address(int i) throws UnknownHostException {
    byte[] octets = {20, 0, (byte) (i / 250), (byte) (i % 250 + 1)};
    return InetAddress.getByAddress(Arrays.copyOf(octets, octets.length));
  }
}
