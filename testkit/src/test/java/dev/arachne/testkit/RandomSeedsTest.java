package dev.arachne.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomSeedsTest {

  @Test
  void aFailingSeedNamesTheCommandThatReplaysIt() {
    var tried = new ArrayList<Long>();
    var failure =
        assertThrows(
            AssertionError.class,
            () ->
                RandomSeeds.forEach(
                    10,
                    seed -> {
                      tried.add(seed);
                      assertFalse(seed == 3, "three");
                    }));
    if (Long.getLong("arachne.seed") == null) {
      assertEquals(List.of(0L, 1L, 2L, 3L), tried);
      assertTrue(failure.getMessage().contains("-Darachne.seed=3"), failure.getMessage());
      assertTrue(failure.getMessage().contains("-Dtest='RandomSeedsTest#"), failure.getMessage());
      assertTrue(failure.getMessage().contains("by: mvn verify "), failure.getMessage());
    }
  }
}
