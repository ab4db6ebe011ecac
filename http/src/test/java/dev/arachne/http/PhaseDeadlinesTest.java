package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.simulation.DnsFault;
import dev.arachne.simulation.Fault;
import dev.arachne.simulation.FaultPlan;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Whoever is silent before an answer could begin: the exchange ends when its phase's time is up.
 */
final class PhaseDeadlinesTest {

  private static final InetSocketAddress SERVER =
      new InetSocketAddress(InetAddress.ofLiteral("20.0.0.1"), 80);
  private static final CrawlUrl URL = CrawlUrl.of("http://site.example.com/");

  /** What a network of few messages takes beside the wait. */
  private static final Duration TRAVEL = Duration.ofSeconds(1);

  @Test
  void namesThatAreNeverAnsweredAreGivenUp() {
    FaultPlan noNames =
        new FaultPlan() {
          @Override
          public Fault connection(InetSocketAddress to, RandomGenerator random) {
            return Fault.NONE;
          }

          @Override
          public DnsFault name(String host, RandomGenerator random) {
            return DnsFault.UNANSWERED;
          }
        };
    assertGivenUp(Phase.DNS, noNames, HttpRequest.get(URL));
  }

  @Test
  void anAddressThatIsSilentIsGivenUp() {
    assertGivenUp(Phase.CONNECT, (_, _) -> new Fault.BlackHole(), HttpRequest.get(URL));
  }

  @Test
  void aServerThatReadsNothingIsGivenUp() {
    var post = HttpRequest.post(URL, "text/plain", new byte[1 << 20]);
    assertGivenUp(Phase.SEND, FaultPlan.NONE, post);
  }

  private static void assertGivenUp(Phase phase, FaultPlan faults, HttpRequest request) {
    var options = SimulationOptions.FAULT_FREE.withFaults(faults);
    var world = Simulation.of(1, options).name("site.example.com", SERVER.getAddress());
    EventLoop.run(
        world,
        "main",
        () -> {
          EventLoop loop = EventLoop.current();
          try (var _ = Network.of(loop).listen(SERVER, 2);
              var client = new HttpClient(HttpOptions.DEFAULT.withConnections(1, 1))) {
            // Twice: the only connection is free again.
            for (int i = 0; i < 2; i++) {
              long begin = loop.time().nanos();
              var thrown =
                  assertThrows(HttpException.class, () -> client.fetch(request, Deadline.NEVER));
              assertEquals(new HttpFailure.TimedOut(phase), thrown.failure());
              var beyond =
                  Duration.ofNanos(loop.time().nanos() - begin).minus(Timeouts.DEFAULT.of(phase));
              assertTrue(beyond.compareTo(TRAVEL) < 0, beyond::toString);
            }
          }
          return null;
        });
  }
}
