package dev.arachne.report;

import dev.arachne.runtime.TimeSource;
import java.util.ArrayDeque;

/** How fast a count grows of late. Confined to one thread at a time. */
public final class Rate {
  /** The window of recent rates; long enough not to jump, short enough to notice a stall. */
  private static final long WINDOW_NANOS = 3_000_000_000L;

  private final TimeSource time;
  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  private record Sample(long nanos, long count) {}

  /** Counts from 0, now. */
  public Rate(TimeSource time) {
    this.time = time;
    samples.add(new Sample(time.nanos(), 0));
  }

  /** The growth a second over the window, given that the count is now {@code count}. */
  public double of(long count) {
    long now = time.nanos();
    samples.add(new Sample(now, count));
    while (samples.size() > 2 && now - samples.getFirst().nanos > WINDOW_NANOS) {
      samples.removeFirst();
    }
    Sample first = samples.getFirst();
    return now == first.nanos ? 0 : (count - first.count) * 1e9 / (now - first.nanos);
  }
}
