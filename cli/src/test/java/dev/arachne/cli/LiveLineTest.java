package dev.arachne.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.crawl.CrawlProgress;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LiveLineTest {
  private static CrawlProgress progress(long errors, Optional<String> waitingFor) {
    return new CrawlProgress(
        Duration.ofSeconds(4), 1234, 310.2, 8890, 10, errors, 34_400_000, waitingFor);
  }

  @Test
  void aBusyCrawlTellsItsNumbersAndTheTimeLeft() {
    assertEquals(
        "1,234 pages  310/s  queue 8,890  in flight 10  2 errors  34 MB  29 s left at least",
        LiveLine.of(progress(2, Optional.empty()), 120));
  }

  @Test
  void theFirstSecondsForetellNothing() {
    var start = new CrawlProgress(Duration.ofMillis(800), 1, 1.25, 30, 1, 0, 900, Optional.empty());
    assertEquals("1 page  1.3/s  queue 30  in flight 1  900 B  800 ms", LiveLine.of(start, 120));
  }

  @Test
  void aStandstillForetellsNothing() {
    var idle = new CrawlProgress(Duration.ofSeconds(70), 5, 0, 30, 1, 1, 900, Optional.empty());
    assertEquals(
        "5 pages  0/s  queue 30  in flight 1  1 error  900 B  1 min 10 s", LiveLine.of(idle, 120));
  }

  @Test
  void aVerySlowCrawlIsCountedByTheMinute() {
    var slow =
        new CrawlProgress(Duration.ofMinutes(4), 8, 1 / 30.0, 0, 0, 0, 900, Optional.empty());
    assertEquals(
        "8 pages  2.0/min  queue 0  in flight 0  900 B  4 min 00 s", LiveLine.of(slow, 120));
  }

  @Test
  void textFromTheWebCannotActOnTheTerminal() {
    String line = LiveLine.of(progress(0, Optional.of("a\r\u001b[2Jb")), 200);
    assertTrue(line.endsWith("  waiting for a\\u{d}\\u{1b}[2Jb"), line);
  }

  @Test
  void theLineNeverExceedsTheTerminal() {
    for (int columns = 0; columns < 150; columns++) {
      assertTrue(LiveLine.of(progress(2, Optional.of("a.example")), columns).length() <= columns);
    }
    assertEquals("1,234 pages  310/s…", LiveLine.of(progress(0, Optional.empty()), 19));
  }
}
