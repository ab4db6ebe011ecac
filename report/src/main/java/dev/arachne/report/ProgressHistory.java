package dev.arachne.report;

import dev.arachne.runtime.TimeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The course of a crawl in this process: its numbers of fetched and known URLs at some instants.
 * The spacing of instants grows with the run, but there are always enough for the rate in the last
 * part of its time. Confined to one thread at a time.
 */
public final class ProgressHistory {
  /** The number of instants at which every other one is dropped. */
  private static final int MOST = 256;

  private final TimeSource time;
  private final List<Instant> instants = new ArrayList<>();

  /** Nanoseconds from one instant to the next, at least. */
  private long spacing;

  private record Instant(long nanos, long done, long known) {}

  /**
   * The progress in a stretch of time. Immutable.
   *
   * @param seconds its length
   * @param done URLs that were fetched, or failed
   * @param found URLs to fetch that were found
   */
  public record Stretch(double seconds, long done, long found) {
    /** URLs a second. */
    public double rate() {
      return seconds > 0 ? done / seconds : 0;
    }

    /** URLs that were found for each that was fetched; 0 if none was. */
    public double yield() {
      return done > 0 ? Math.max(0, found / (double) done) : 0;
    }
  }

  /**
   * A course that begins now.
   *
   * @param done URLs that were fetched, or failed, before
   * @param known those and all that are to be fetched
   */
  public ProgressHistory(TimeSource time, long done, long known) {
    this.time = time;
    instants.add(new Instant(time.nanos(), done, known));
  }

  /** Notes where the crawl is now. */
  public void note(long done, long known) {
    long now = time.nanos();
    if (now - instants.getLast().nanos < spacing) {
      return;
    }
    instants.add(new Instant(now, done, known));
    if (instants.size() == MOST) {
      List<Instant> all = List.copyOf(instants);
      instants.clear();
      for (int i = 0; i < MOST; i += 2) {
        instants.add(all.get(i));
      }
      spacing = 2 * Math.max(spacing, (now - all.getFirst().nanos) / MOST);
    }
  }

  /** Seconds since it began. */
  public double seconds() {
    return (time.nanos() - instants.getFirst().nanos) / 1e9;
  }

  /**
   * The progress in the last part of the time up to now.
   *
   * @param part of the time, more than 0, at most 1
   * @param done as it is now
   * @param known as it is now
   */
  public Stretch last(double part, long done, long known) {
    long now = time.nanos();
    long since = now - (long) (part * (now - instants.getFirst().nanos));
    Instant first = instants.getFirst();
    for (int i = instants.size() - 1; i >= 0; i--) {
      if (instants.get(i).nanos <= since) {
        first = instants.get(i);
        break;
      }
    }
    return new Stretch((now - first.nanos) / 1e9, done - first.done, known - first.known);
  }
}
