package dev.arachne.runtime;

import java.time.Duration;

/**
 * The instant after which a wait fails. Immutable. A deadline belongs to the {@link TimeSource} it
 * was made from, and is absolute: one deadline passed to several waits bounds their sum.
 */
public final class Deadline {
  /** Never passes. */
  public static final Deadline NEVER = new Deadline(TimeSource.SYSTEM, Long.MAX_VALUE);

  private final TimeSource time;
  private final long at;

  private Deadline(TimeSource time, long at) {
    this.time = time;
    this.at = at;
  }

  /** The deadline after {@code wait} on {@code time}. */
  public static Deadline after(TimeSource time, Duration wait) {
    return new Deadline(time, time.nanos() + wait.toNanos());
  }

  /** The earlier of the two. */
  public Deadline earlier(Deadline other) {
    if (other == NEVER) {
      return this;
    }
    return this == NEVER || other.at - at < 0 ? other : this;
  }

  /** True once the deadline has passed. */
  public boolean hasPassed() {
    return this != NEVER && time.nanos() - at >= 0;
  }

  /** The remaining time, in nanoseconds; negative once passed, {@link Long#MAX_VALUE} for never. */
  public long remainingNanos() {
    return this == NEVER ? Long.MAX_VALUE : at - time.nanos();
  }

  /** The reading of the time source at which the deadline passes. */
  long at() {
    return at;
  }

  @Override
  public String toString() {
    return this == NEVER ? "never" : "in " + Duration.ofNanos(remainingNanos());
  }
}
