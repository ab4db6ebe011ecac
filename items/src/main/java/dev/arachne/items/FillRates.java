package dev.arachne.items;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often each field is found, and notices when one is not found any more: the site has
 * changed, or the rules fit only some of its pages. Guarded by its own lock.
 */
public final class FillRates {
  /** Pages after which a field is judged, and the latest ones by which it is judged. */
  static final int WINDOW = 50;

  private final Map<String, Count> counts = new LinkedHashMap<>();
  private long complete;
  private long incomplete;

  /** The counts of one field, of all pages and of the latest. */
  private static final class Count {
    private final Deque<Page> latest = new ArrayDeque<>();
    private long pages;
    private long pagesFilled;
    private long records;
    private long recordsFilled;
    private boolean told;

    private record Page(int records, int filled) {}

    void add(int pageRecords, int filled) {
      pages++;
      pagesFilled += filled > 0 ? 1 : 0;
      records += pageRecords;
      recordsFilled += filled;
      latest.add(new Page(pageRecords, filled));
      if (latest.size() > WINDOW) {
        latest.remove();
      }
    }

    FillRate rate(String field) {
      return new FillRate(field, pages, pagesFilled, records, recordsFilled);
    }

    FillRate latestRate(String field) {
      return new FillRate(
          field,
          latest.size(),
          latest.stream().filter(page -> page.filled > 0).count(),
          latest.stream().mapToLong(Page::records).sum(),
          latest.stream().mapToLong(Page::filled).sum());
    }
  }

  /** No pages yet, of records with these fields. */
  public FillRates(List<String> fields) {
    fields.forEach(field -> counts.put(field, new Count()));
  }

  /**
   * Adds a page.
   *
   * @return the fields that most of the latest pages lack, each when it is first noticed
   */
  public synchronized List<FillRate> add(Scraped page) {
    complete += page.items().size();
    incomplete += page.incomplete().size();
    List<Item> records = new ArrayList<>(page.items());
    records.addAll(page.incomplete());
    if (records.isEmpty()) {
      return List.of();
    }
    List<FillRate> sparse = new ArrayList<>();
    counts.forEach((field, count) -> {
      int filled =
          Math.toIntExact(records.stream().filter(r -> r.values().containsKey(field)).count());
      count.add(records.size(), filled);
      FillRate latest = count.latestRate(field);
      if (!count.told && latest.pages() == WINDOW && latest.isSparse()) {
        count.told = true;
        sparse.add(latest);
      }
    });
    return Collections.unmodifiableList(sparse);
  }

  /** Records so far. */
  public synchronized long complete() {
    return complete;
  }

  /** What would have been a record, but for a field that is required. */
  public synchronized long incomplete() {
    return incomplete;
  }

  /** The rates of all pages so far, in the order of the fields. */
  public synchronized List<FillRate> rates() {
    List<FillRate> rates = new ArrayList<>();
    counts.forEach((field, count) -> rates.add(count.rate(field)));
    return rates;
  }

  /** The fields that most of all pages lack, but for those that {@link #add} has named. */
  public synchronized List<FillRate> sparse() {
    List<FillRate> sparse = new ArrayList<>();
    counts.forEach((field, count) -> {
      if (!count.told && count.rate(field).isSparse()) {
        sparse.add(count.rate(field));
      }
    });
    return sparse;
  }
}
