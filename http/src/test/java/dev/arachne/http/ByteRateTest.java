package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A rate by a clock that is moved by hand. */
final class ByteRateTest {
  private static final class Clock implements TimeSource {
    private long nanos = 1_000;

    @Override
    public long nanos() {
      return nanos;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanos);
    }
  }

  private final Clock clock = new Clock();
  private final ByteRate rate = new ByteRate(1_000_000, clock);

  private static long millis(long count) {
    return Duration.ofMillis(count).toNanos();
  }

  @Test
  void aQuarterOfASecondComesAtOnceAndTheRestOneReadAfterTheOther() {
    assertEquals(0, rate.take(100_000));
    assertEquals(0, rate.take(100_000));
    assertEquals(0, rate.take(50_000));
    assertEquals(0, rate.take(50_000));
    assertEquals(millis(50), rate.take(50_000));
    assertEquals(millis(100), rate.take(50_000));
  }

  @Test
  void theLeastRecentlyUsedEntryIsEvicted() {
    clock.nanos += Duration.ofHours(1).toNanos();
    assertEquals(0, rate.take(250_000));
    assertEquals(0, rate.take(100_000));
    assertEquals(millis(100), rate.take(1));
  }

  @Test
  void roomForBytesThatDidNotComeIsGivenBack() {
    rate.take(250_000);
    rate.take(100_000);
    rate.giveBack(90_000);
    assertEquals(millis(10), rate.take(1));
  }

  @Test
  void readsOfASlowRateAreSmall() {
    assertEquals(50_000, rate.share(64 << 10));
    assertEquals(512, new ByteRate(1, clock).share(64 << 10));
    assertEquals(64 << 10, new ByteRate(Long.MAX_VALUE - 1, clock).share(64 << 10));
    assertThrows(IllegalArgumentException.class, () -> new ByteRate(0, clock));
    assertTrue(new ByteRate(Long.MAX_VALUE - 1, clock).take(1 << 30) == 0);
  }
}
