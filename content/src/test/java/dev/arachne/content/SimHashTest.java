package dev.arachne.content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SimHashTest {
  @Test
  void textsThatDifferLittleDifferInFewBits() {
    var random = new Random(3);
    int farthest = 0;
    int nearest = Long.SIZE;
    for (int i = 0; i < 200; i++) {
      String[] words = words(random, 1000);
      long one = SimHash.of(String.join(" ", words));
      for (int change = 0; change < 5; change++) {
        words[random.nextInt(words.length)] = "changed";
      }
      farthest = Math.max(farthest, SimHash.distance(one, SimHash.of(String.join(" ", words))));
      nearest =
          Math.min(
              nearest, SimHash.distance(one, SimHash.of(String.join(" ", words(random, 1000)))));
    }
    assertTrue(farthest <= 10, "changed texts differ in up to " + farthest + " bits");
    assertTrue(nearest >= 15, "other texts differ in only " + nearest + " bits");
  }

  @Test
  void caseAndPunctuationDoNotMatter() {
    assertEquals(
        SimHash.of("The bridge is old, and long."), SimHash.of("the BRIDGE -- is old and long"));
    assertEquals(0, SimHash.of(" ... "));
    assertTrue(SimHash.distance(SimHash.of("橋は古い"), SimHash.of("橋は新しい")) > 0);
  }

  private static String[] words(Random random, int many) {
    return random.ints(many, 0, 5000).mapToObj(word -> "w" + word).toArray(String[]::new);
  }
}
