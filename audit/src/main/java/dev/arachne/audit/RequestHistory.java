package dev.arachne.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The treatment of one host, or one address, up to an instant. Requests arrive in the order in
 * which they were sent, and are judged as they come. It remembers the requests under way and the
 * last one. Confined to one thread.
 */
final class RequestHistory {
  /**
   * The tolerance for gaps: the ledger is exact to the microsecond, and the clock of the day to a
   * little more.
   */
  private static final Duration GAP_TOLERANCE = Duration.ofMillis(1);

  /**
   * The tolerance at both ends of a rest: for requests on their way to the wire when a host asks
   * for it, and for its last moments.
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

  /**
   * A description of a gap that is too short before a request that is sent now; empty if it is not.
   */
  Optional<String> gapFault(Instant sent, Duration gap) {
    if (last == null || gap.isZero()) {
      return Optional.empty();
    }
    Duration since = Duration.between(last, sent);
    return since.compareTo(gap.minus(GAP_TOLERANCE)) >= 0
        ? Optional.empty()
        : Optional.of("%s after the request before it; the gap is %s".formatted(text(since), gap));
  }

  /**
   * A description of more requests under way than {@code most}, with one that is sent now; empty if
   * they are not more.
   */
  Optional<String> parallelFault(Instant sent, int most) {
    while (!ends.isEmpty() && !ends.element().isAfter(sent)) {
      ends.remove();
    }
    return ends.size() < most
        ? Optional.empty()
        : Optional.of("%d are under way with it; the limit is %d".formatted(ends.size() + 1, most));
  }

  /**
   * A description of a request that is sent now while the host was to be left alone; empty if it
   * was not.
   */
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

  /** Whether some rest is still in force. */
  boolean isToRest() {
    return !rests.isEmpty();
  }

  /** Adds a request that was sent, and was over at {@code ended}. */
  void add(Instant sent, Instant ended) {
    last = sent;
    ends.add(ended);
  }

  /** Adds a rest of the host that begins at {@code from}. */
  void rest(Instant from, Duration time) {
    rests.add(new Rest(from, from.plus(time)));
  }

  /** Whether no known request or rest can matter to a request at {@code now} or later. */
  boolean isForgettable(Instant now, Duration gap) {
    return rests.stream().noneMatch(rest -> rest.until.isAfter(now))
        && ends.stream().noneMatch(now::isBefore)
        && (last == null || last.plus(gap).isBefore(now));
  }

  private static String text(Duration time) {
    return "%.3f s".formatted(time.toNanos() / 1e9);
  }
}
