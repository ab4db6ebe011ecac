package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeenUrlsTest {
  @Test
  void itHoldsWhatWasAddedAndNothingElse() {
    var random = new Random(7);
    var seen = new SeenUrls();
    var expected = new HashSet<List<Long>>();
    for (int i = 0; i < 20_000; i++) {
      // Few different halves, so that entries share slots and halves with others, and 0 occurs.
      long high = random.nextInt(300);
      long low = (long) random.nextInt(300) << random.nextInt(8);
      assertEquals(expected.contains(List.of(high, low)), seen.contains(high, low));
      assertEquals(expected.add(List.of(high, low)), seen.add(high, low));
    }
    assertEquals(expected.size(), seen.size());
  }
}
