package dev.arachne.frontier;

import dev.arachne.ledger.Priority;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts the pages of {@link PathBudget}s. A URL has its place from its first lease on. A requested
 * URL keeps it for good, by a row that changes with its entry in the ledger; one without a request
 * gives it back. Second visits are free. Confined to its shard.
 */
final class Budgets {
  private final RowStore store;

  /**
   * The budgets, those of the longest paths first, and of one path those of a single host first.
   */
  private final List<PathBudget> budgets;

  /** The counts of hosts with leases, by their prefixes. */
  private final Map<Long, Map<String, Count>> counts = new HashMap<>();

  /** The pages of one host below one prefix. */
  private static final class Count {
    /** Those requested, as in the row. */
    long asked;

    /** Those leased for the first time. */
    int out;
  }

  Budgets(RowStore store, List<PathBudget> budgets) {
    this.store = store;
    this.budgets = budgets.stream().sorted(Budgets::byRank).toList();
  }

  /** The longest prefix first, and of two as long that of a host. */
  private static int byRank(PathBudget one, PathBudget other) {
    int longer = Integer.compare(other.prefix().length(), one.prefix().length());
    return longer == 0 ? Boolean.compare(one.host().isEmpty(), other.host().isEmpty()) : longer;
  }

  /** The exhausted budget of a URL to do; empty if it may be requested. */
  Optional<PathBudget> exhausted(QueueEntry entry, HostQueue host) {
    if (budgets.isEmpty() || !isCounted(entry)) {
      return Optional.empty();
    }
    for (PathBudget budget : budgets(entry)) {
      Count its = of(host, budget);
      long spent = its == null ? read(host, budget) : its.asked + its.out;
      if (spent >= budget.pages()) {
        return Optional.of(budget);
      }
    }
    return Optional.empty();
  }

  /** Counts a URL that is leased. */
  void leased(QueueEntry entry, HostQueue host) {
    if (isCounted(entry)) {
      for (PathBudget budget : budgets(entry)) {
        counts
            .computeIfAbsent(host.key, _ -> new HashMap<>())
            .computeIfAbsent(
                budget.prefix(),
                _ -> {
                  var count = new Count();
                  count.asked = read(host, budget);
                  return count;
                })
            .out++;
      }
    }
  }

  /** Takes back the count of a lease that has ended. */
  void ended(QueueEntry entry, HostQueue host) {
    if (isCounted(entry)) {
      for (PathBudget budget : budgets(entry)) {
        Map<String, Count> all = counts.getOrDefault(host.key, Map.of());
        Count its = all.get(budget.prefix());
        if (its != null && --its.out == 0) {
          all.remove(budget.prefix());
        }
        if (all.isEmpty()) {
          counts.remove(host.key);
        }
      }
    }
  }

  /** Records a request for a URL that is leased. */
  void asked(QueueEntry entry, HostQueue host) {
    if (isCounted(entry)) {
      for (PathBudget budget : budgets(entry)) {
        Count its = of(host, budget);
        long asked = its == null ? read(host, budget) + 1 : ++its.asked;
        store.put(key(host, budget), new RowWriter().number(asked).toBytes());
      }
    }
  }

  private boolean isCounted(QueueEntry entry) {
    Priority its = entry.discovery().priority();
    return !budgets.isEmpty()
        && entry.wasNeverTried()
        && switch (its) {
          case PAGES, DETAILS, REQUISITES, GUESSES, API -> true;
          case SITEMAPS, INDEXED_SITEMAPS, USUAL_SITEMAPS, PROBES, EXTERNAL -> false;
        };
  }

  /** The budgets of a URL; one of its own host replaces one for all hosts with the same prefix. */
  private List<PathBudget> budgets(QueueEntry entry) {
    if (budgets.size() == 1) {
      return budgets.getFirst().isFor(entry.discovery().url()) ? budgets : List.of();
    }
    List<PathBudget> its = new ArrayList<>(budgets.size());
    for (PathBudget budget : budgets) {
      boolean isForPath =
          !its.isEmpty() && its.getLast().prefix().length() == budget.prefix().length();
      if (!isForPath && budget.isFor(entry.discovery().url())) {
        its.add(budget);
      }
    }
    return its;
  }

  /** The count of a host with leases below the budget's prefix; null without any. */
  private @Nullable Count of(HostQueue host, PathBudget budget) {
    Map<String, Count> its = counts.get(host.key);
    return its == null ? null : its.get(budget.prefix());
  }

  private long read(HostQueue host, PathBudget budget) {
    byte[] row = store.get(key(host, budget));
    return row == null ? 0 : new RowReader(row).number();
  }

  private static byte[] key(HostQueue host, PathBudget budget) {
    return FrontierKeys.budget(host.key, budget.prefix());
  }
}
