package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers out of range are refused in one line that says what to use, before a broker is asked. */
class NumbersTest {
  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource({
    "start, --threads, 0",
    "start, --threads, many",
    "start, --loops, 0",
    "start, --standbys, -1",
    "crawl, --partitions, 1",
    "crawl, --partitions, 4097",
    "crawl, --replicas, 0"
  })
  void oneLineSaysWhatToUse(String verb, String option, String number) {
    var workers = new Workers(temporary, "127.0.0.1:1", temporary, "x");
    String crawl = verb.equals("start") ? "--name=x" : "x";
    Workers.Result result = workers.run(verb, crawl, option, number);
    assertEquals(2, result.code(), result::text);
    assertEquals(1, result.text().lines().count(), result::text);
    assertTrue(result.text().contains(option + ": "), result::text);
    assertTrue(result.text().contains("; use "), result::text);
  }
}
