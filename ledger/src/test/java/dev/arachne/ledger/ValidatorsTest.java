package dev.arachne.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValidatorsTest {
  private static final String TIME = "Tue, 24 Nov 2026 12:00:00 GMT";

  private static Optional<Validators> of(String tag, String time) {
    return Validators.of(
        tag.isEmpty() ? Optional.empty() : Optional.of(tag),
        time.isEmpty() ? Optional.empty() : Optional.of(time),
        "content markup",
        Duration.ZERO);
  }

  @Test
  void keptOptionsAreRead() {
    for (String tag : new String[] {"\"1-2\"", "W/\"é\"", ""}) {
      Validators its = of(tag, TIME).orElseThrow();
      assertEquals(Optional.of(its), Validators.read(its.toBytes()));
    }
    Validators fresh = of("", TIME).orElseThrow().freshFor(Duration.ofHours(1));
    assertEquals(Optional.of(fresh), Validators.read(fresh.toBytes()));
    assertEquals(Optional.empty(), Validators.read(new byte[] {1, 2, 3}));
  }

  @Test
  void fieldsThatCannotBeSentBackAreLeftOut() {
    assertEquals(Optional.empty(), of("", ""));
    assertEquals("", of("\"" + "x".repeat(1023) + "\"", TIME).orElseThrow().entityTag());
    assertEquals(1024, of("\"" + "x".repeat(1022) + "\"", "").orElseThrow().entityTag().length());
    assertEquals(Optional.empty(), of("\"a\nHost: other\"", ""));
  }
}
