package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenUrlsTest {
  @Test
  void itHoldsWhatWasAddedAndNothingElse() {
    var random = new Random(7);
    var seen = new SeenUrls(Long.MAX_VALUE);
    var expected = new HashSet<List<Long>>();
    for (int i = 0; i < 20_000; i++) {
      // Few different halves, so that entries share slots and halves with others, and 0 occurs.
      long high = random.nextInt(300);
      long low = (long) random.nextInt(300) << random.nextInt(8);
      assertEquals(expected.contains(List.of(high, low)), seen.contains(high, low));
      expected.add(List.of(high, low));
      seen.add(high, low);
    }
    assertTrue(seen.isWhole());
  }

  @Test
  void beyondItsBoundItForgetsWhatWasNotAskedForLatelyAndSaysSo() {
    var random = new Random(8);
    var seen = new SeenUrls(1 << 20);
    long[] favourite = {random.nextLong(), random.nextLong()};
    seen.add(favourite[0], favourite[1]);
    long first = random.nextLong();
    seen.add(first, first);
    for (int i = 0; i < 200_000; i++) {
      long next = random.nextLong();
      seen.add(next, ~next);
      assertTrue(seen.contains(next, ~next));
      assertTrue(seen.contains(favourite[0], favourite[1]));
    }
    assertTrue(!seen.isWhole());
    assertTrue(!seen.contains(first, first));
  }
}
