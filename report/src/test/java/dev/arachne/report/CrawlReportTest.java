package dev.arachne.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.report.CrawlReport.ReasonTally;
import dev.arachne.report.CrawlReport.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CrawlReportTest {
  private static CrawlReport report(Duration elapsed) {
    return new CrawlReport(
        List.of("http://a/"),
        List.of(),
        Instant.EPOCH,
        elapsed,
        new TreeMap<>(Map.of(200, tally(5), 301, tally(2), 304, tally(1), 308, tally(4))),
        List.of(),
        List.of(new ReasonTally("disallowed by robots.txt", tally(3))),
        List.of(new ReasonTally("connection refused", tally(8))),
        List.of(),
        List.of(),
        0,
        7,
        StopReason.LIMIT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static Tally tally(long count) {
    return new Tally(count, List.of());
  }

  @Test
  void doneIsAnsweredAndSkippedAndFailed() {
    assertEquals(12, report(Duration.ofSeconds(1)).answered());
    assertEquals(23, report(Duration.ofSeconds(1)).done());
  }

  @Test
  void notModifiedIsNotARedirect() {
    assertEquals(6, report(Duration.ofSeconds(1)).redirects());
  }

  @Test
  void theRateCountsWhatWasAskedAndNotWhatWasSkipped() {
    assertEquals(10.0, report(Duration.ofSeconds(2)).urlsPerSecond());
  }

  @Test
  void thereAreNotMoreExamplesThanUrls() {
    var examples = List.of(new CrawlReport.Example("http://a/", ""));
    assertThrows(IllegalArgumentException.class, () -> new Tally(0, examples));
  }

  @Test
  void aCrawlThatTookNoTimeHasNoRate() {
    assertEquals(0.0, report(Duration.ZERO).urlsPerSecond());
  }
}
