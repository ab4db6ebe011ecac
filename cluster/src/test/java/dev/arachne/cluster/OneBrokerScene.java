package dev.arachne.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The scene with one broker, for all tests of a class. */
abstract class OneBrokerScene extends ClusterScene {
  @TempDir private static Path shared;

  static KafkaBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start(shared);
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  @Override
  String bootstrap() {
    return broker.bootstrap();
  }
}
