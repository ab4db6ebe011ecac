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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LiveLineTest {
  private static final Optional<Forecast> SOON = band(28, 30, Optional.empty());

  private static Optional<Forecast> band(long least, long most, Optional<String> host) {
    return Optional.of(new Forecast(Duration.ofSeconds(least), Duration.ofSeconds(most), host));
  }

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

  private static CrawlProgress bound(Optional<Forecast> left, Bottleneck.Kind kind) {
    return new CrawlProgress(
        Duration.ofSeconds(70),
        5,
        0,
        30,
        1,
        1,
        900,
        left,
        Optional.of(new Bottleneck(kind, 93)),
        Optional.empty(),
        Map.of());
  }

  /** The end of the line of a crawl that has a bottleneck. */
  private static String end(Optional<Forecast> left, Bottleneck.Kind kind) {
    return LiveLine.of(bound(left, kind), 160)
        .substring("5 of 37 pages  0/s  in flight 1  1 error  900 B  ".length());
  }

  @Test
  void aBusyCrawlTellsItsNumbersAndTheTimeLeft() {
    assertEquals(
        "1,234 of 10,136 pages  310/s  in flight 10  2 errors  34 MB  29 s left",
        LiveLine.of(progress(2, Optional.empty()), 120));
  }

  @Test
  void theBottleneckIsNamedAndATimeThatIsNotKnownIsABandWithTheHostThatDecidesIt() {
    assertEquals(
        "2–5 min left (slow.example:8080)  bound by politeness (93% of hosts wait)",
        end(band(150, 290, Optional.of("http://slow.example:8080")), Bottleneck.Kind.POLITENESS));
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
        "1 min 10 s  bound by memory (93% of tasks wait for it; --memory)",
        end(Optional.empty(), Bottleneck.Kind.MEMORY));
    assertEquals(
        "1 min 10 s  bound by browser (93% of tasks wait for it; --render-tabs)",
        end(Optional.empty(), Bottleneck.Kind.BROWSER));
    assertEquals(
        "1 min 10 s  bound by name look-ups", end(Optional.empty(), Bottleneck.Kind.NAMES));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 500 ms",
    "28, 30, 29 s",
    "20, 70, 20–70 s",
    "100, 120, 1 min 50 s",
    "59, 130, up to 3 min",
    "60, 130, 1–3 min",
    "3600, 5400, 60–90 min",
    "3600, 7201, 1–3 h",
    "400, 172000, up to 48 h",
    "90000, 400000, 1–5 d",
    "10000, 10800, 2 h 53 min"
  })
  void aBandIsInOneUnitAndANarrowOneIsATime(long least, long most, String text) {
    assertEquals(text, Quantity.band(Duration.ofSeconds(least), Duration.ofSeconds(most)));
  }

  @Test
  void aCrawlOfWhichNothingIsForeseenTellsHowLongItTook() {
    var start = progress(Duration.ofMillis(800), 1, 1.25, 30, 1);
    assertEquals("1 of 32 pages  1.3/s  in flight 1  900 B  800 ms", LiveLine.of(start, 120));
  }

  @Test
  void aVerySlowCrawlIsCountedByTheMinute() {
    var slow = progress(Duration.ofMinutes(4), 8, 1 / 30.0, 0, 0);
    assertEquals("8 pages  2.0/min  in flight 0  900 B  4 min 00 s", LiveLine.of(slow, 120));
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
        "9 pages  0/s  in flight 0  900 B  4.0 s  index 12,345 entries behind",
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
      String line = LiveLine.of(progress(2, Optional.of("例え.example")), columns);
      assertTrue(TerminalText.columnsOf(line) <= columns, line);
    }
    assertEquals("1,234 pages  29 s …", LiveLine.of(progress(0, Optional.of("a")), 19));
  }

  /** What matters less goes first, and whole: nothing of it is cut. */
  @Test
  void aNarrowTerminalShowsWhatMattersMost() {
    CrawlProgress now =
        bound(band(150, 290, Optional.of("http://slow.example")), Bottleneck.Kind.POLITENESS);
    assertEquals(
        "5 of 37 pages  0/s  1 error  2–5 min left  bound by politeness (93% of hosts wait)",
        LiveLine.of(now, 90));
    assertEquals(
        "5 of 37 pages  0/s  1 error  2–5 min left  bound by politeness", LiveLine.of(now, 80));
    assertEquals("5 of 37 pages  1 error  2–5 min left  bound by politeness", LiveLine.of(now, 60));
    assertEquals("5 of 37 pages  1 error  2–5 min left", LiveLine.of(now, 40));
    assertEquals("5 pages  1 error  2–5 min left", LiveLine.of(now, 30));
  }

  @Test
  void aNarrowTerminalStillShowsWhatTheCrawlWaitsFor() {
    assertEquals(
        "1,234 of 10,136 pages  2 errors  29 s left  waiting for room on a disk",
        LiveLine.of(progress(2, Optional.of("room on a disk")), 72));
    assertEquals(
        "1,234 pages  29 s left  waiting for room",
        LiveLine.of(progress(0, Optional.of("room")), 42));
  }

  /** Whether NO_COLOR is set or not. */
  @Test
  void theLineHasNoColours() {
    assertTrue(LiveLine.of(progress(2, Optional.of("room")), 200).indexOf('\u001b') < 0);
  }
}
