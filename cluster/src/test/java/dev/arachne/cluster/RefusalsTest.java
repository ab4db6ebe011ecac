package dev.arachne.cluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusalsTest {
  private static final long LATER = Duration.ofSeconds(11).toNanos();

  @Test
  void eachThreadMayBeRefusedOnceInTenSeconds() {
    var refusals = new Refusals(2);
    assertTrue(refusals.isRare(0));
    assertTrue(refusals.isRare(1));
    assertFalse(refusals.isRare(2), "one of them twice");
    assertTrue(refusals.isRare(2 + LATER));
  }
}
