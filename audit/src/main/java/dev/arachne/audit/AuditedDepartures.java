package dev.arachne.audit;

import dev.arachne.ledger.LedgerEntry;
import dev.arachne.url.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The departures in a ledger of which no exchange is known yet. Their number is bounded by the
 * requests that a process has under way. Confined to one thread.
 */
final class AuditedDepartures {
  private final Map<Long, LedgerEntry.Departure> pages = new LinkedHashMap<>();
  private final Map<Origin, List<LedgerEntry.RulesAsked>> rules = new LinkedHashMap<>();
  private final List<LedgerEntry.SubresourceAsked> subresources = new ArrayList<>();

  /** Adds a departure; returns the one before it of the same URL, which has no exchange then. */
  Optional<LedgerEntry.Departure> add(LedgerEntry.Departure departure) {
    return switch (departure) {
      case LedgerEntry.PageAsked page -> Optional.ofNullable(pages.put(page.found(), page));
      case LedgerEntry.RulesAsked asked -> {
        rules.computeIfAbsent(asked.site(), _ -> new ArrayList<>()).add(asked);
        yield Optional.empty();
      }
      case LedgerEntry.SubresourceAsked asked -> {
        subresources.add(asked);
        yield Optional.empty();
      }
    };
  }

  /** Ends the departure of a page whose exchange is known. */
  void end(LedgerEntry.Attempt page) {
    pages.remove(page.found());
  }

  /** Ends the departure of a subresource whose exchange is known. */
  void end(LedgerEntry.SubresourceFetched fetched) {
    for (int i = 0; i < subresources.size(); i++) {
      LedgerEntry.SubresourceAsked asked = subresources.get(i);
      if (asked.url().equals(fetched.url()) && asked.page().equals(fetched.page())) {
        subresources.remove(i);
        return;
      }
    }
  }

  /**
   * Ends the departures of a robots.txt whose exchanges are known.
   *
   * @return departures without an exchange: the first ones, if the same request was sent again
   */
  List<LedgerEntry.RulesAsked> end(LedgerEntry.RulesFetched fetched) {
    List<LedgerEntry.RulesAsked> asked = rules.remove(fetched.origin());
    int known = fetched.exchanges().size();
    return asked == null || asked.size() <= known
        ? List.of()
        : asked.subList(0, asked.size() - known);
  }

  /** Takes all departures that are left: their process has ended. */
  List<LedgerEntry.Departure> all() {
    List<LedgerEntry.Departure> all = new ArrayList<>(pages.values());
    rules.values().forEach(all::addAll);
    all.addAll(subresources);
    subresources.clear();
    pages.clear();
    rules.clear();
    return all;
  }
}
