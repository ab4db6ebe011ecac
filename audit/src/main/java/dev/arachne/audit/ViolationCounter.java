package dev.arachne.audit;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Counts the checks of an audit, and passes on the violations. Confined to one thread. */
final class ViolationCounter {
  private final Consumer<Violation> listener;
  private final Map<Violation.Rule, Long> checks = new EnumMap<>(Violation.Rule.class);
  private final Map<Violation.Rule, Long> faults = new EnumMap<>(Violation.Rule.class);

  /** The description of a check, which is needed only if a rule is broken. */
  interface Detail {
    Violation of(Violation.Rule rule);
  }

  ViolationCounter(Consumer<Violation> listener) {
    this.listener = listener;
  }

  /** Counts a check of a rule; passes on the violation if it was broken. */
  void check(Violation.Rule rule, boolean kept, Detail detail) {
    checks.merge(rule, 1L, Long::sum);
    if (!kept) {
      faults.merge(rule, 1L, Long::sum);
      listener.accept(detail.of(rule));
    }
  }

  /** The same for a rule about the whole crawl. */
  void check(Violation.Rule rule, boolean kept, Instant at, String detail) {
    check(rule, kept, it -> new Violation(it, at, "", detail));
  }

  Map<Violation.Rule, AuditReport.Tally> tallies() {
    Map<Violation.Rule, AuditReport.Tally> tallies = new EnumMap<>(Violation.Rule.class);
    for (Violation.Rule rule : Violation.Rule.values()) {
      tallies.put(
          rule,
          new AuditReport.Tally(checks.getOrDefault(rule, 0L), faults.getOrDefault(rule, 0L)));
    }
    return tallies;
  }
}
