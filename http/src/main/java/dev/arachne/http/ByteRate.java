package dev.arachne.http;

import dev.arachne.runtime.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bound on the bytes that fetches receive in a second, all together, on all loops. Each read gets
 * the time at which it may be made, one after the other in the order of their asking. Bytes that
 * nobody received in the last quarter of a second may come at once. Thread-safe, without locks.
 */
public final class ByteRate {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** What was not used for so long is lost. */
  private static final long BURST = SECOND / 4;

  /** Reads are small enough for so many in a second. */
  private static final int READS = 20;

  /** No smaller ones. */
  private static final int LEAST_READ = 512;

  private final long bytesPerSecond;
  private final TimeSource time;

  /** When all reads so far have been paid for. */
  private final AtomicLong paid;

  /**
   * A rate of which nothing is used yet.
   *
   * @param bytesPerSecond 1 or more
   */
  public ByteRate(long bytesPerSecond, TimeSource time) {
    if (bytesPerSecond < 1) {
      throw new IllegalArgumentException("a rate must be positive");
    }
    this.bytesPerSecond = bytesPerSecond;
    this.time = time;
    this.paid = new AtomicLong(time.nanos() - BURST);
  }

  /** How many bytes to read at a time, of {@code most}. */
  int share(int most) {
    return (int) Math.clamp(bytesPerSecond / READS, Math.min(LEAST_READ, most), most);
  }

  /**
   * Takes room for a read of so many bytes; returns for how long it has to wait, in nanoseconds.
   */
  long take(int bytes) {
    long now = time.nanos();
    while (true) {
      long before = paid.get();
      long from = Math.max(before, now - BURST);
      if (paid.compareAndSet(before, from + cost(bytes))) {
        return Math.max(0, from - now);
      }
    }
  }

  /** Gives back room that was taken for bytes that did not come. */
  void giveBack(int bytes) {
    paid.addAndGet(-cost(bytes));
  }

  private long cost(int bytes) {
    return (long) ((double) bytes * SECOND / bytesPerSecond);
  }
}
