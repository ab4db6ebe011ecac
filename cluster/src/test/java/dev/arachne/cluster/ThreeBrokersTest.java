package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.cluster.Workers.Worker;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Faults of one of three brokers, with each record on all of them. */
@Timeout(600)
@EnabledIfSystemProperty(named = "arachne.cluster.all", matches = "true")
class ThreeBrokersTest extends ClusterScene {
  @TempDir private static Path shared;

  private static List<KafkaBroker> brokers;

  @BeforeAll
  static void startBrokers() throws Exception {
    brokers = KafkaBroker.start(shared, 3);
  }

  @AfterAll
  static void stopBrokers() throws Exception {
    for (KafkaBroker broker : brokers) {
      broker.close();
    }
  }

  @Override
  String bootstrap() {
    return brokers.stream().map(KafkaBroker::bootstrap).collect(Collectors.joining(","));
  }

  @Test
  void aBrokerAndAWorkerThatDieTogetherCostNoPage() throws Exception {
    order("--replicas=3");
    Worker[] three = {workers.start(), workers.start(), workers.start()};
    awaitMiddle();
    brokers.getFirst().kill();
    three[1].signal("KILL");
    awaitOver(three[0], three[2]);
    assertWholeAndPolite("one of three brokers and one of three workers killed");
    assertFewRepeated();
    assertEquals(0, workers.run("status", crawl).code());
    brokers.getFirst().restart();
    brokers.getFirst().awaitClients();
  }

  @Test
  void aBrokerThatIsKilledAndReturnsAtOnceCostsNoPage() throws Exception {
    order("--replicas=3");
    Worker[] two = {workers.start(), workers.start()};
    awaitMiddle();
    brokers.getLast().kill();
    brokers.getLast().restart();
    awaitOver(two);
    assertWholeAndPolite("one of three brokers killed and restarted");
    assertFewRepeated();
  }
}
