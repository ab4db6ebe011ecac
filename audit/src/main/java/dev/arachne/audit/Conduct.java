package dev.arachne.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * How one host, or one address, was treated up to an instant: requests are told in the order in
 * which they were sent, and judged as they come. Remembers what is under way and the last request.
 * Confined to one thread.
 */
final class Conduct {
  /** The ledger is exact to the microsecond, and the clock of the day to a little more. */
  private static final Duration GAP_TOLERANCE = Duration.ofMillis(1);

  /**
   * What is on its way to the wire when a host asks to be left alone goes there; and back again.
   */
  private static final Duration REST_TOLERANCE = Duration.ofMillis(100);

  private final PriorityQueue<Instant> ends = new PriorityQueue<>();
  private final List<Rest> rests = new ArrayList<>(1);
  private @Nullable Instant last;

  /** A time in which the host is to be left alone. */
  private record Rest(Instant from, Instant until) {}

  /** Whether a request that was sent later has been judged already. */
  boolean isPast(Instant sent) {
    return last != null && last.isAfter(sent);
  }

  /** The gap before a request that is sent now is too short: what was wrong; empty if it is not. */
  Optional<String> gapFault(Instant sent, Duration gap) {
    if (last == null || gap.isZero()) {
      return Optional.empty();
    }
    Duration since = Duration.between(last, sent);
    return since.compareTo(gap.minus(GAP_TOLERANCE)) >= 0
        ? Optional.empty()
        : Optional.of("%s after the request before it; the gap is %s".formatted(text(since), gap));
  }

  /** More requests than {@code most} are under way with one that is sent now. */
  Optional<String> parallelFault(Instant sent, int most) {
    while (!ends.isEmpty() && !ends.element().isAfter(sent)) {
      ends.remove();
    }
    return ends.size() < most
        ? Optional.empty()
        : Optional.of("%d are under way with it; the limit is %d".formatted(ends.size() + 1, most));
  }

  /** A request that is sent now comes while the host was to be left alone. */
  Optional<String> restFault(Instant sent) {
    rests.removeIf(rest -> !rest.until.isAfter(sent));
    for (Rest rest : rests) {
      if (sent.isAfter(rest.from.plus(REST_TOLERANCE))
          && sent.isBefore(rest.until.minus(REST_TOLERANCE))) {
        Duration since = Duration.between(rest.from, sent);
        Duration asked = Duration.between(rest.from, rest.until);
        return Optional.of(
            "%s after it asked to be left alone for %s".formatted(text(since), asked));
      }
    }
    return Optional.empty();
  }

  /** Whether some time is still asked for. */
  boolean isToRest() {
    return !rests.isEmpty();
  }

  /** A request was sent, and over at {@code ended}. */
  void add(Instant sent, Instant ended) {
    last = sent;
    ends.add(ended);
  }

  /** From {@code from} on the host is to be left alone. */
  void rest(Instant from, Duration time) {
    rests.add(new Rest(from, from.plus(time)));
  }

  /** Whether nothing that is known can matter to a request at {@code now} or later. */
  boolean isForgettable(Instant now, Duration gap) {
    return rests.stream().noneMatch(rest -> rest.until.isAfter(now))
        && ends.stream().noneMatch(now::isBefore)
        && (last == null || last.plus(gap).isBefore(now));
  }

  private static String text(Duration time) {
    return "%.3f s".formatted(time.toNanos() / 1e9);
  }
}
