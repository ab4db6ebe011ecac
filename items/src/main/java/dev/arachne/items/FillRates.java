package dev.arachne.items;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often each field is found, and notices when one is not found any more: the site has
 * changed, or the rules fit only some of its pages. Not thread-safe.
 */
public final class FillRates {
  /** Pages after which a field is judged, and the latest ones by which it is judged. */
  static final int WINDOW = 50;

  private final Map<String, Count> counts = new LinkedHashMap<>();
  private long complete;
  private long incomplete;
  private long alone;

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

    void write(DataOutput out) throws IOException {
      out.writeLong(pages);
      out.writeLong(pagesFilled);
      out.writeLong(records);
      out.writeLong(recordsFilled);
    }

    static Count read(DataInput in) throws IOException {
      var count = new Count();
      count.pages = in.readLong();
      count.pagesFilled = in.readLong();
      count.records = in.readLong();
      count.recordsFilled = in.readLong();
      return count;
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

  /** Names fields that pages may have: they are in the rates also if none has. */
  public void expect(List<String> fields) {
    fields.forEach(field -> counts.computeIfAbsent(field, _ -> new Count()));
  }

  /**
   * Adds a page.
   *
   * @return the fields that most of the latest pages lack, each when it is first noticed
   */
  public List<FillRate> add(PageFill page) {
    complete += page.complete();
    incomplete += page.incomplete();
    alone += page.alone();
    if (page.isEmpty()) {
      return List.of();
    }
    List<FillRate> sparse = new ArrayList<>();
    page.filled()
        .forEach((field, filled) -> {
          Count count = counts.computeIfAbsent(field, _ -> new Count());
          count.add(page.records(), filled);
          FillRate latest = count.latestRate(field);
          if (!count.told && latest.pages() == WINDOW && latest.isSparse()) {
            count.told = true;
            sparse.add(latest);
          }
        });
    return Collections.unmodifiableList(sparse);
  }

  /** Writes the present numbers, to be read by {@link #read}; the latest pages are not kept. */
  public void write(DataOutput out) throws IOException {
    out.writeLong(complete);
    out.writeLong(incomplete);
    out.writeLong(alone);
    out.writeInt(counts.size());
    for (Map.Entry<String, Count> field : counts.entrySet()) {
      LongText.write(out, field.getKey());
      field.getValue().write(out);
    }
  }

  /** Reads the numbers that {@link #write} wrote. */
  public static FillRates read(DataInput in) throws IOException {
    var rates = new FillRates();
    rates.complete = in.readLong();
    rates.incomplete = in.readLong();
    rates.alone = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      rates.counts.put(LongText.read(in), Count.read(in));
    }
    return rates;
  }

  /** Records without the fields of their detail pages, complete or not. */
  public long alone() {
    return alone;
  }

  /** Complete records up to now. */
  public long complete() {
    return complete;
  }

  /** Records that lacked a required field. */
  public long incomplete() {
    return incomplete;
  }

  /** The rates of all pages up to now, in the order of the fields. */
  public List<FillRate> rates() {
    List<FillRate> rates = new ArrayList<>();
    counts.forEach((field, count) -> rates.add(count.rate(field)));
    return rates;
  }

  /** The fields that most of all pages lack, but for those that {@link #add} has named. */
  public List<FillRate> sparse() {
    List<FillRate> sparse = new ArrayList<>();
    counts.forEach((field, count) -> {
      if (!count.told && count.rate(field).isSparse()) {
        sparse.add(count.rate(field));
      }
    });
    return sparse;
  }
}
