package dev.arachne.frontier;

import java.time.Duration;

/**
 * The most that a power cut may take: commits that have reached the operating system and not yet
 * the disk. The bound that is met first has them synced together.
 *
 * @param time from the first of them to the sync, while the store is not busy; zero syncs each
 *     commit
 * @param commits that wait for it, from 1
 */
public record SyncBounds(Duration time, int commits) {
  /** The default: syncs once a second. */
  public static final SyncBounds DEFAULT = new SyncBounds(Duration.ofSeconds(1), 10_000);

  /** Checks the ranges. */
  public SyncBounds {
    if (time.isNegative() || commits < 1) {
      throw new IllegalArgumentException(
          "no time and number to sync within: " + time + ", " + commits);
    }
  }
}
