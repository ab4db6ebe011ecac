package dev.arachne.replay;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** Times of fourteen digits, UTC. */
final class Timestamps {
  private Timestamps() {}

  /** Empty if there is no such time. */
  static Optional<Instant> parse(String digits) {
    try {
      return Optional.of(
          LocalDateTime.of(
                  number(digits, 0, 4),
                  number(digits, 4, 6),
                  number(digits, 6, 8),
                  number(digits, 8, 10),
                  number(digits, 10, 12),
                  number(digits, 12, 14))
              .toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int number(String digits, int from, int to) {
    return Integer.parseInt(digits, from, to, 10);
  }
}
