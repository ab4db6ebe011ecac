package dev.arachne.http;

import dev.arachne.runtime.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A bound on the bytes that fetches receive in a second, all together, on all loops. Each read is
 * assigned a time, in the order of the calls. Bytes that were not used in the last quarter of a
 * second may be received at once. Thread-safe, without locks.
 */
public final class ByteRate {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** The longest time for which unused bytes are kept. */
  private static final long BURST = SECOND / 4;

  /** Reads are small enough for this number of them in a second. */
  private static final int READS = 20;

  /** No smaller ones. */
  private static final int LEAST_READ = 512;

  private final long bytesPerSecond;
  private final TimeSource time;

  /** The time at which all reads made until now are paid for. */
  private final AtomicLong paid;

  /**
   * A rate of which no bytes are used yet.
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

  /** The number of bytes to read at a time, of {@code most}. */
  int share(int most) {
    return (int) Math.clamp(bytesPerSecond / READS, Math.min(LEAST_READ, most), most);
  }

  /** Reserves a read of {@code bytes}; returns how long it has to wait, in nanoseconds. */
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

  /** Releases room that was reserved for bytes that did not come. */
  void giveBack(int bytes) {
    paid.addAndGet(-cost(bytes));
  }

  private long cost(int bytes) {
    return (long) ((double) bytes * SECOND / bytesPerSecond);
  }
}
