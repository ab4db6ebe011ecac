package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No broker is where verbs look for one: one line says so. */
class NoBrokerTest {
  @TempDir private Path temporary;

  @Test
  void oneLineSaysThatNoBrokerAnswers() {
    var workers = new Workers(temporary, "127.0.0.1:1", temporary, "x");
    Workers.Result result = workers.run("crawl", "x", "http://a.example/");
    assertEquals(2, result.code(), result::text);
    assertEquals(1, result.text().lines().count(), result::text);
    assertTrue(result.text().contains("no broker answers there; start Kafka"), result::text);
  }
}
