package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.options.RobotsObedience;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.testkit.Reply;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | PT0S",
        "120 | PT2M",
        "999999999 | PT1H",
        "9999999999 | PT1H",
        "99999999999999999999999 | PT1H",
        "Sat, 21 Nov 2026 12:00:07 GMT | PT7S",
        "Sat, 21 Nov 2026 11:00:00 GMT | PT0S"
      })
  void aNumberOfSecondsAndADateAreRead(String text, Duration expected) {
    assertEquals(Optional.of(expected), RetryAfter.parse(text, NOW));
  }

  @ParameterizedTest
  @CsvSource({"soon", "-1", "1.5", "''", "9999999999s"})
  void whatIsNeitherIsNothing(String text) {
    assertEquals(Optional.empty(), RetryAfter.parse(text, NOW));
  }

  @Test
  void aHostThatHasTooMuchToDoIsLeftAloneForAsLongAsItAsks() {
    Simulation world = Simulation.of(1, SimulationOptions.CALM);
    InetAddress address = InetAddress.ofLiteral("20.0.0.1");
    world.name("a.example", address);
    var test = new TestCrawl(crawlOf("http://a.example/").robots(RobotsObedience.IGNORE));
    List<Long> asked = new ArrayList<>();
    CrawlReport report =
        EventLoop.run(
            world,
            "main",
            () -> {
              var web =
                  new SimulatedServer(request -> {
                    asked.add(EventLoop.current().time().nanos());
                    if (request.target().equals("/")) {
                      return Reply.html("<a href=/1><a href=/2><a href=/3>");
                    }
                    return asked.size() == 2
                        ? Reply.status(429).header("Retry-After", "20")
                        : Reply.html("");
                  });
              web.listen(new InetSocketAddress(address, 80));
              return test.crawl.runOnLoop();
            });
    assertEquals(4, report.statuses().get(200).count());
    long refused = asked.get(1);
    List<Long> later =
        asked.stream().filter(at -> at - refused > Duration.ofSeconds(1).toNanos()).toList();
    assertTrue(!later.isEmpty());
    for (long at : later) {
      Duration pause = Duration.ofNanos(at - refused);
      assertTrue(pause.compareTo(Duration.ofMillis(19_900)) > 0, pause.toString());
    }
    Duration first = Duration.ofNanos(later.getFirst() - refused);
    assertTrue(first.compareTo(Duration.ofMillis(20_100)) < 0, first.toString());
  }
}
