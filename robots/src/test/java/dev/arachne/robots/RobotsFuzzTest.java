package dev.arachne.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Duration;

/** What must hold of any robots.txt; {@code .ci/fuzz} searches for one of which it does not. */
final class RobotsFuzzTest {

  @FuzzTest
  void anyFileIsReadInTimeAndEachVerdictNamesALineOfIt(byte[] file) {
    assertTimeout(
        Duration.ofSeconds(5),
        () -> {
          var rules = RobotsRules.parse(file);
          for (String path : new String(file, ISO_8859_1).split("[\r\n: *]", 20)) {
            int line = rules.verdict("bot", "/" + path).line();
            assertTrue(line >= 0 && line <= file.length + 1, () -> "line " + line);
          }
          rules.crawlDelay("bot");
          rules.sitemaps();
        });
  }
}
