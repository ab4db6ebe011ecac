package dev.arachne.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeRateTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final double SECONDS = DAY.toSeconds();

  private static double perDay(int changed, int unchanged) {
    var rate = new ChangeRate();
    for (int i = 0; i < changed + unchanged; i++) {
      rate.visited(DAY, i < changed);
    }
    return rate.perSecond(SECONDS) * SECONDS;
  }

  /** Cho and Garcia-Molina 2003, (6): -log((n - X + 0.5) / (n + 0.5)) at equal intervals. */
  @Test
  void atEqualIntervalsItIsThePublishedEstimator() {
    for (int visits = 2; visits <= 20; visits++) {
      for (int changed = 1; changed <= visits; changed++) {
        double published = -Math.log((visits - changed + 0.5) / (visits + 0.5));
        assertEquals(published, perDay(changed, visits - changed), 1e-9);
      }
    }
  }

  @Test
  void onlyTheLastVisitsCount() {
    var rate = new ChangeRate();
    for (int i = 0; i < 10; i++) {
      rate.visited(DAY, true);
    }
    for (int i = 0; i < ChangeRate.MOST_VISITS; i++) {
      rate.visited(DAY, false);
    }
    assertEquals(perDay(0, ChangeRate.MOST_VISITS), rate.perSecond(1) * SECONDS, 1e-9);
  }

  @Test
  void aVisitIsWorthMoreAsTimePasses() {
    var rate = new ChangeRate();
    rate.visited(DAY, true);
    rate.visited(DAY, false);
    double before = 0;
    for (int hours = 1; hours < 1_000; hours *= 2) {
      double worth = rate.worth(Duration.ofHours(hours));
      assertTrue(worth > before && worth < 1 / rate.perSecond(1), "after " + hours + " hours");
      before = worth;
    }
  }

  /**
   * A year of virtual time: pages that change between four times a day and once a year, a budget of
   * visits each day, rates unknown at first. The time for which pages are fresh, beside what the
   * best schedule has that knows all rates and is bound to no day.
   */
  @ParameterizedTest
  @CsvSource({"1,10", "2,10", "3,10", "4,25", "5,25", "6,50"})
  void aYearOfVisitsIsNearlyAsFreshAsThatOfWhoKnowsAllRates(long seed, int percent) {
    int pages = 300;
    var chance = new Random(seed);
    double[] rates =
        IntStream.range(0, pages)
            .mapToDouble(_ -> 4 * Math.pow(1.0 / 365 / 4, chance.nextDouble()))
            .toArray();
    int budget = pages * percent / 100;
    double best = bestFreshness(rates, budget);
    double reached = freshness(rates, budget, chance);
    assertTrue(reached >= 0.9 * best, reached + " of " + best);
    assertTrue(reached < best, "nobody does better than the best");
  }

  private static double freshness(double[] rates, int budget, Random chance) {
    int pages = rates.length;
    int days = 365;
    var known = new ChangeRate[pages];
    Arrays.setAll(known, _ -> new ChangeRate());
    double[] visited = new double[pages];
    double[] changes = new double[pages];
    for (int page = 0; page < pages; page++) {
      changes[page] = wait(rates[page], chance);
    }
    double fresh = 0;
    for (int day = 1; day <= days; day++) {
      int now = day;
      double[] worth =
          IntStream.range(0, pages)
              .mapToDouble(page -> known[page].worth(days(now - visited[page])))
              .toArray();
      int[] due =
          IntStream.range(0, pages)
              .boxed()
              .sorted(Comparator.comparingDouble((Integer page) -> -worth[page]))
              .limit(budget)
              .mapToInt(page -> page)
              .toArray();
      for (int page : due) {
        fresh += Math.min(changes[page], day) - visited[page];
        known[page].visited(days(day - visited[page]), changes[page] < day);
        visited[page] = day;
        changes[page] = day + wait(rates[page], chance);
      }
    }
    for (int page = 0; page < pages; page++) {
      fresh += Math.min(changes[page], days) - visited[page];
    }
    return fresh / days / pages;
  }

  private static Duration days(double days) {
    return Duration.ofNanos((long) (days * DAY.toNanos()));
  }

  private static double wait(double rate, Random chance) {
    return -Math.log(1 - chance.nextDouble()) / rate;
  }

  /** By the Lagrange multiplier at which all visits together are the budget. */
  private static double bestFreshness(double[] rates, double budget) {
    double low = 1e-9;
    double high = 1e6;
    for (int i = 0; i < 60; i++) {
      double price = Math.sqrt(low * high);
      if (Arrays.stream(rates).map(rate -> visits(rate, price)).sum() > budget) {
        low = price;
      } else {
        high = price;
      }
    }
    double price = low;
    return Arrays.stream(rates)
        .map(rate -> {
          double visits = visits(rate, price);
          return visits == 0 ? 0 : visits / rate * -Math.expm1(-rate / visits);
        })
        .average()
        .orElseThrow();
  }

  /** Visits a day at which one more is worth the price. */
  private static double visits(double rate, double price) {
    if (price >= 1 / rate) {
      return 0;
    }
    double low = 1e-9;
    double high = 1e9;
    for (int i = 0; i < 80; i++) {
      double interval = Math.sqrt(low * high);
      double changes = rate * interval;
      if ((1 - Math.exp(-changes) * (1 + changes)) / rate < price) {
        low = interval;
      } else {
        high = interval;
      }
    }
    return 1 / low;
  }
}
