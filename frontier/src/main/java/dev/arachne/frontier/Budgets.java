package dev.arachne.frontier;

import dev.arachne.ledger.Priority;
import dev.arachne.store.RowReader;
import dev.arachne.store.RowStore;
import dev.arachne.store.RowWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /** URLs that are leased for the first time, by the places for which they count. */
  private final Map<Place, Integer> out = new HashMap<>();

  private record Place(long host, String prefix) {}

  Budgets(RowStore store, List<PathBudget> budgets) {
    this.store = store;
    this.budgets =
        budgets.stream()
            .sorted(
                Comparator.comparingInt((PathBudget it) -> -it.prefix().length())
                    .thenComparing(it -> it.host().isEmpty()))
            .toList();
  }

  /** The exhausted budget of a URL to do; empty if it may be requested. */
  Optional<PathBudget> exhausted(QueueEntry entry, HostQueue host) {
    if (budgets.isEmpty() || !isCounted(entry)) {
      return Optional.empty();
    }
    for (PathBudget budget : budgets(entry)) {
      var place = new Place(host.key, budget.prefix());
      if (asked(place) + out.getOrDefault(place, 0) >= budget.pages()) {
        return Optional.of(budget);
      }
    }
    return Optional.empty();
  }

  /** Counts a URL that is leased. */
  void leased(QueueEntry entry, HostQueue host) {
    count(entry, host, 1);
  }

  /** Takes back the count of a lease that has ended. */
  void ended(QueueEntry entry, HostQueue host) {
    count(entry, host, -1);
  }

  /** Records a request for a URL. */
  void asked(QueueEntry entry, HostQueue host) {
    if (isCounted(entry)) {
      for (PathBudget budget : budgets(entry)) {
        var place = new Place(host.key, budget.prefix());
        store.put(key(place), new RowWriter().number(asked(place) + 1).toBytes());
      }
    }
  }

  private void count(QueueEntry entry, HostQueue host, int change) {
    if (isCounted(entry)) {
      for (PathBudget budget : budgets(entry)) {
        out.merge(
            new Place(host.key, budget.prefix()),
            change,
            (was, more) -> was + more == 0 ? null : was + more);
      }
    }
  }

  private boolean isCounted(QueueEntry entry) {
    Priority its = entry.discovery().priority();
    return !budgets.isEmpty()
        && entry.wasNeverTried()
        && switch (its) {
          case PAGES, DETAILS, REQUISITES, GUESSES -> true;
          case SITEMAPS, INDEXED_SITEMAPS, USUAL_SITEMAPS, PROBES, EXTERNAL -> false;
        };
  }

  /** The budgets of a URL; one of its own host replaces one for all hosts with the same prefix. */
  private List<PathBudget> budgets(QueueEntry entry) {
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

  private long asked(Place place) {
    byte[] row = store.get(key(place));
    return row == null ? 0 : new RowReader(row).number();
  }

  private static byte[] key(Place place) {
    return FrontierKeys.budget(place.host, place.prefix);
  }
}
