package dev.arachne.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.CrawlOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.Latency;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A few pages that always fail, on a host that is well otherwise; in virtual time. */
class OneBadPageTest {
  private static final int PAGES = 2_000;
  private static final InetAddress ADDRESS = InetAddress.ofLiteral("20.0.0.1");

  private interface Bad {
    Reply reply();
  }

  private final Duration well = crawl(Set.of(), Reply::close);

  private static Duration crawl(Set<Integer> bad, Bad reply) {
    Simulation world =
        Simulation.of(
            1, SimulationOptions.FAULT_FREE.withLatency(Latency.fixed(Duration.ofMillis(5))));
    world.name("a.example", ADDRESS);
    Duration timeout = Duration.ofSeconds(1);
    var test = new TestCrawl(CrawlOptions.crawlOf("http://a.example/0").timeout(timeout));
    long[] lastGood = {0, 0};
    EventLoop.run(
        world,
        "main",
        () -> {
          lastGood[0] = EventLoop.current().time().nanos();
          var web =
              new SimulatedServer(request -> {
                if (request.target().equals("/robots.txt")) {
                  return Reply.status(404);
                }
                int page = Integer.parseInt(request.target().substring(1));
                if (bad.contains(page)) {
                  return reply.reply();
                }
                lastGood[1] = EventLoop.current().time().nanos();
                return page(page);
              });
          web.listen(new InetSocketAddress(ADDRESS, 80));
          return test.crawl.runOnLoop();
        });
    assertEquals(
        PAGES - bad.size(), test.answered().values().stream().filter(it -> it == 200).count());
    assertEquals(List.of(), test.slowed);
    return Duration.ofNanos(lastGood[1] - lastGood[0]);
  }

  private static Reply page(int page) {
    var html = new StringBuilder();
    for (int link = 1; page == 0 && link < PAGES; link++) {
      html.append("<a href=/").append(link).append('>');
    }
    return Reply.html(html.toString()).after(Duration.ofMillis(20));
  }

  private void assertHardlySlower(Set<Integer> bad, Bad reply) {
    Duration beside = crawl(bad, reply);
    String seen = beside + " beside " + bad + ", " + well + " without";
    System.out.println(seen);
    assertTrue(beside.toNanos() <= 1.5 * well.toNanos(), seen);
  }

  @Test
  void aPageThatAlwaysAnswers503DoesNotSlowItsHost() {
    assertHardlySlower(Set.of(7), () -> Reply.status(503));
    assertHardlySlower(Set.of(500), () -> Reply.status(503));
  }

  @Test
  void aPageThatNeverAnswersDoesNotSlowItsHost() {
    assertHardlySlower(Set.of(7), Reply::hang);
    assertHardlySlower(Set.of(7, 8, 9), Reply::hang);
  }

  @Test
  void twoPagesFarApartDoNotEither() {
    assertHardlySlower(Set.of(7, 500), () -> Reply.status(429));
  }
}
