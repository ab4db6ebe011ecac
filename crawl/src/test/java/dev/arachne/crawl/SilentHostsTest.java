package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Latency;
import dev.arachne.runtime.Simulation;
import dev.arachne.runtime.SimulationOptions;
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

  /** What a silent host does answer. */
  private enum Silence {
    WHOLE,
    BUT_FOR_ROBOTS
  }

  /** When pages of good hosts were asked for, in nanoseconds since the first one, in order. */
  private record Seen(List<Long> asked) {
    Duration last() {
      return Duration.ofNanos(asked.getLast());
    }
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

  private static void compare(int good, int silent, Silence silence) throws Exception {
    Seen alone = crawl(good, 0, silence);
    Seen beside = crawl(good, silent, silence);
    String seen = "%s alone, %s beside %d".formatted(alone.last(), beside.last(), silent);
    assertEquals(good * PAGES, alone.asked.size());
    assertEquals(good * PAGES, beside.asked.size());
    assertTrue(beside.last().toNanos() <= 1.05 * alone.last().toNanos(), seen);
    for (int part = 1; part < 20; part++) {
      long then = alone.last().toNanos() * part / 20;
      long expected = alone.asked.stream().filter(at -> at <= then).count();
      long found = beside.asked.stream().filter(at -> at <= 1.05 * then).count();
      assertTrue(found >= 0.95 * expected, seen + ": " + found + " of " + expected + " at " + part);
    }
  }

  private static Seen crawl(int good, int silent, Silence silence) throws Exception {
    Latency latency = Latency.between(Duration.ofMillis(10), Duration.ofMillis(30));
    Simulation world = Simulation.of(1, SimulationOptions.CALM.withLatency(latency));
    List<String> roots = new ArrayList<>();
    for (int i = 0; i < good + silent; i++) {
      world.name("host" + i + ".example", address(i));
      roots.add("http://host" + i + ".example/0");
    }
    Collections.shuffle(roots, new Random(1));
    var test = new TestCrawl(CrawlOptions.crawlOf(roots).maxTries(1));
    List<Long> asked = new ArrayList<>();
    EventLoop.run(
        world,
        "main",
        () -> {
          var answering = new SimulatedWeb(request -> answer(request, asked));
          var hanging =
              new SimulatedWeb(request ->
                  silence == Silence.BUT_FOR_ROBOTS && isRobots(request)
                      ? Reply.status(404)
                      : Reply.hang());
          for (int i = 0; i < good + silent; i++) {
            (i < good ? answering : hanging).serveAt(new InetSocketAddress(address(i), 80));
          }
          return test.crawl.runOnLoop();
        });
    long first = asked.getFirst();
    return new Seen(asked.stream().map(at -> at - first).toList());
  }

  private static boolean isRobots(TestRequest request) {
    return request.target().equals("/robots.txt");
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
