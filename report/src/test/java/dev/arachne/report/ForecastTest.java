package dev.arachne.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ForecastTest {
  @ParameterizedTest(name = "{8}")
  @CsvSource(
      delimiter = '|',
      value = {
        "0.9 | 100 | 9999 | 1600 | 0    | 0  | 0   | none                | it is too early",
        "100 | 0   | 9999 | 1600 | 0    | 0  | 0   | none                | it is over",
        "100 | 100 | 9999 | 0    | 0    | 0  | 0   | none                | it stands still",
        "100 | 640 | 9999 | 1600 | 0    | 0  | 0   | 8.488 12.125       | nothing new is found",
        "100 | 640 | 9999 | 1600 | 800  | 0  | 0   | 8.488 23.25        | half as much is found as done",
        "100 | 640 | 99999 | 1600 | 1600 | 0  | 0  | 8.488 221.0        | as much is found as done",
        "100 | 640 | 9999 | 4    | 0    | 0  | 0   | 2962.462 5401.0      | few were done, so it is vague",
        "100 | 640 | 320  | 1600 | 1600 | 0  | 0   | 3.994 6.562        | the bound on pages ends it",
        "100 | 640 | 9999 | 1600 | 0    | 50 | 100 | 44.5 111.0 slow    | one host takes longer",
        "100 | 640 | 700  | 1600 | 1600 | 0  | 0   | 8.488 13.167       | no more is found than may be done"
      })
  void theBandIsAsWideAsWhatIsNotKnown(
      double seconds,
      long pending,
      long allowed,
      long done,
      long found,
      double byDelay,
      double byPace,
      String expected,
      String why) {
    var quarter = new ProgressHistory.Stretch(25, done, found);
    var eighth = new ProgressHistory.Stretch(12.5, done / 2, found / 2);
    var known =
        new Forecast.Known(
            seconds, pending, 0, allowed, quarter, eighth, byDelay, byPace, Optional.of("slow"));
    String band =
        Forecast.of(known)
            .map(it ->
                it.least().toMillis() / 1e3
                    + " "
                    + it.most().toMillis() / 1e3
                    + it.host().map(host -> " " + host).orElse(""))
            .orElse("none");
    assertEquals(expected, band, why);
  }

  @Test
  void aBandHasItsEdgesInOrder() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Forecast(Duration.ofSeconds(2), Duration.ofSeconds(1), Optional.empty()));
  }

  /** A clock that is moved by hand. */
  private static final class Clock implements TimeSource {
    private long nanos;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanos);
    }
  }

  /** A page a second for an hour, then ten: the last part of the time tells of the ten. */
  @Test
  void aCourseKnowsTheLastPartOfALongTimeByFewInstants() {
    var clock = new Clock();
    var course = new ProgressHistory(clock, 100, 200);
    long done = 100;
    for (int second = 1; second <= 4_800; second++) {
      clock.nanos = second * 1_000_000_000L;
      done += second <= 3_600 ? 1 : 10;
      course.note(done, done + 100);
    }
    ProgressHistory.Stretch all = course.last(1, done, done + 100);
    assertEquals(4_800, all.seconds());
    assertEquals(3_600 + 12_000, all.done());
    ProgressHistory.Stretch eighth = course.last(0.125, done, done + 100);
    assertEquals(10, eighth.rate(), 0.01);
    assertEquals(600, eighth.seconds(), 40);
    assertEquals(1, eighth.yield(), 0.01);
  }

  @Test
  void aStretchInWhichNothingWasDoneHasNoRateAndNoYield() {
    var none = new ProgressHistory.Stretch(0, 0, 5);
    assertEquals(0, none.rate());
    assertEquals(0, none.yield());
  }
}
