package dev.arachne.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.testkit.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LearnedRateTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLISECOND = 1_000_000L;

  /** A host that would answer 200 requests a second, one after another, had it no limit. */
  private static final long FASTEST = 5 * MILLISECOND;

  /** What somebody who asks by the rate alone has seen. */
  private static final class Asker {
    private final LearnedRate rate = new LearnedRate();
    private final RateLimit limit;
    private long now = SECOND;
    private int taken;
    private int refused;

    Asker(RateLimit limit) {
      this.limit = limit;
    }

    void askFor(Duration time) {
      taken = 0;
      refused = 0;
      long end = now + time.toNanos();
      while (now < end) {
        if (limit.takes(now)) {
          rate.taken(now);
          taken++;
          now += Math.max(FASTEST, rate.gap(now));
        } else {
          refused++;
          now += rate.refused(now, now + MILLISECOND);
        }
      }
    }
  }

  private record Limit(String name, double perSecond, RateLimit limit) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Limit> limits() {
    return Stream.of(
        new Limit("2/s, burst of 10", 2, RateLimit.tokenBucket(2, 10)),
        new Limit("10/s, burst of 1", 10, RateLimit.tokenBucket(10, 1)),
        new Limit("10/s, burst of 10", 10, RateLimit.tokenBucket(10, 10)),
        new Limit("10/s, burst of 100", 10, RateLimit.tokenBucket(10, 100)),
        new Limit("100/s, burst of 20", 100, RateLimit.tokenBucket(100, 20)),
        new Limit("20 in 1 s", 20, RateLimit.slidingWindow(20, Duration.ofSeconds(1))),
        new Limit("100 in 10 s", 10, RateLimit.slidingWindow(100, Duration.ofSeconds(10))),
        new Limit("300 in 60 s", 5, RateLimit.slidingWindow(300, Duration.ofMinutes(1))),
        new Limit("600 in 60 s", 10, RateLimit.slidingWindow(600, Duration.ofMinutes(1))));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void theRateSettlesAtTheLimitAndIsSeldomRefused(Limit of) {
    var asker = new Asker(of.limit);
    asker.askFor(Duration.ofMinutes(4));
    int learning = asker.refused;
    asker.askFor(Duration.ofMinutes(40));
    double mean = asker.taken / 2_400.0;
    String seen =
        "%s: %.2f/s, %d of %d refused after %d"
            .formatted(of, mean, asker.refused, asker.taken, learning);
    System.out.println(seen);
    assertTrue(mean > 0.9 * of.perSecond, seen);
    assertTrue(mean <= 1.02 * of.perSecond, seen);
    assertTrue(asker.refused < 0.01 * asker.taken, seen);
    assertTrue(learning < 40, seen);
  }

  @Test
  void aHostThatTakesMoreLaterIsAskedForMoreSoon() {
    RateLimit[] limit = {RateLimit.tokenBucket(5, 5)};
    var asker = new Asker(nanos -> limit[0].takes(nanos));
    asker.askFor(Duration.ofMinutes(5));
    limit[0] = RateLimit.tokenBucket(50, 50);
    asker.askFor(Duration.ofMinutes(5));
    asker.askFor(Duration.ofMinutes(5));
    assertTrue(asker.taken > 0.8 * 50 * 300, asker.taken + " taken");
  }

  @Test
  void refusalsInARowMakeThePauseLongerAndAnAnswerMakesItShortAgain() {
    var rate = new LearnedRate();
    for (long pause : List.of(500, 1_000, 2_000, 4_000)) {
      assertEquals(pause * MILLISECOND, rate.refused(pause, pause));
    }
    assertEquals(0, rate.refused(3_999, 4_001), "it was out while another was refused");
    rate.taken(5_000);
    assertEquals(500 * MILLISECOND, rate.refused(6_000, 6_001));
  }

  @Test
  void aHostThatRefusesWhateverTheRateIsStillAskedOnceAMinute() {
    var rate = new LearnedRate();
    long now = SECOND;
    for (int refusal = 0; refusal < 100; refusal++) {
      rate.taken(now);
      now += Math.max(MILLISECOND, rate.gap(now));
      now += rate.refused(now, now + MILLISECOND);
    }
    assertEquals(60 * SECOND, rate.gap(now));
  }

  @Test
  void learnedRatesOutliveTheProcess() {
    var asker = new Asker(RateLimit.tokenBucket(10, 10));
    asker.askFor(Duration.ofMinutes(4));
    long gap = asker.rate.goodGap();
    assertEquals(gap, LearnedRate.known(gap).gap(asker.now), 1);
    assertTrue(gap > 95 * MILLISECOND && gap < 115 * MILLISECOND, gap + " ns");
  }
}
