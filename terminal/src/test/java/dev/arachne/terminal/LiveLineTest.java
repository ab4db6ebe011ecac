package dev.arachne.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.report.Bottleneck;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.Forecast;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LiveLineTest {
  private static final Optional<Forecast> SOON =
      Optional.of(new Forecast(Duration.ofSeconds(29), Forecast.Bound.ABOUT));

  private static CrawlProgress progress(long errors, Optional<String> waitingFor) {
    return new CrawlProgress(
        Duration.ofSeconds(4),
        1234,
        310.2,
        8890,
        10,
        errors,
        34_400_000,
        SOON,
        Optional.empty(),
        waitingFor,
        Map.of());
  }

  /** The end of the line of a crawl that has a bottleneck. */
  private static String end(Optional<Forecast> left, Bottleneck.Kind kind) {
    Optional<Bottleneck> bottleneck = Optional.of(new Bottleneck(kind, 93));
    return LiveLine.of(
            new CrawlProgress(
                Duration.ofSeconds(70),
                5,
                0,
                30,
                1,
                1,
                900,
                left,
                bottleneck,
                Optional.empty(),
                Map.of()),
            120)
        .substring("5 pages  0/s  queue 30  in flight 1  1 error  900 B  ".length());
  }

  @Test
  void aBusyCrawlTellsItsNumbersAndTheTimeLeft() {
    assertEquals(
        "1,234 pages  310/s  queue 8,890  in flight 10  2 errors  34 MB  29 s left",
        LiveLine.of(progress(2, Optional.empty()), 120));
  }

  @Test
  void theBottleneckIsNamedAndATimeThatMayGrowIsCalledSo() {
    var least = new Forecast(Duration.ofMinutes(5), Forecast.Bound.AT_LEAST);
    assertEquals(
        "5 min 00 s left at least  bound by politeness (93% of hosts wait)",
        end(Optional.of(least), Bottleneck.Kind.POLITENESS));
    assertEquals("29 s left  bound by network", end(SOON, Bottleneck.Kind.NETWORK));
    assertEquals("1 min 10 s  bound by CPU", end(Optional.empty(), Bottleneck.Kind.CPU));
    assertEquals("1 min 10 s  bound by store", end(Optional.empty(), Bottleneck.Kind.STORE));
    assertEquals(
        "1 min 10 s  bound by page handlers", end(Optional.empty(), Bottleneck.Kind.HANDLERS));
    assertEquals(
        "1 min 10 s  bound by saved pages (--save)",
        end(Optional.empty(), Bottleneck.Kind.SAVED_PAGES));
    assertEquals(
        "1 min 10 s  bound by output (-o)", end(Optional.empty(), Bottleneck.Kind.OUTPUTS));
    assertEquals(
        "1 min 10 s  bound by name look-ups", end(Optional.empty(), Bottleneck.Kind.NAMES));
  }

  @Test
  void aCrawlOfWhichNothingIsForeseenTellsHowLongItTook() {
    var start = progress(Duration.ofMillis(800), 1, 1.25, 30, 1);
    assertEquals("1 page  1.3/s  queue 30  in flight 1  900 B  800 ms", LiveLine.of(start, 120));
  }

  @Test
  void aVerySlowCrawlIsCountedByTheMinute() {
    var slow = progress(Duration.ofMinutes(4), 8, 1 / 30.0, 0, 0);
    assertEquals(
        "8 pages  2.0/min  queue 0  in flight 0  900 B  4 min 00 s", LiveLine.of(slow, 120));
  }

  private static CrawlProgress progress(
      Duration elapsed, long pages, double rate, long queued, int inFlight) {
    return new CrawlProgress(
        elapsed,
        pages,
        rate,
        queued,
        inFlight,
        0,
        900,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  @Test
  void consumersThatAreBehindAreNamed() {
    CrawlProgress idle = progress(Duration.ofSeconds(4), 9, 0, 0, 0);
    var busy =
        new CrawlProgress(
            idle.elapsed(),
            9,
            0,
            0,
            0,
            0,
            900,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("index", 12_345L, "feed", 0L));
    assertEquals(
        "9 pages  0/s  queue 0  in flight 0  900 B  4.0 s  index 12,345 entries behind",
        LiveLine.of(busy, 120));
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
    assertEquals("1,234 pages  29 s …", LiveLine.of(progress(0, Optional.empty()), 19));
  }

  @Test
  void aNarrowTerminalStillShowsWhatTheCrawlIsBoundByOrWaitsFor() {
    assertEquals(
        "1,234 pages  310/s  queue 8,890  2 errors  29 s left  waiting for room on a disk",
        LiveLine.of(progress(2, Optional.of("room on a disk")), 80));
    assertEquals(
        "1,234 pages  29 s left  waiting for room",
        LiveLine.of(progress(0, Optional.of("room")), 42));
  }
}
