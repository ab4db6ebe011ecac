package dev.arachne.ledger;

import dev.arachne.store.RowStore;

/**
 * A frontier as the rows of a store have it, read without a driver.
 *
 * @param counts of all URLs, by state; those in flight count as queued
 * @param history the work done up to now
 */
public record FrontierSnapshot(FrontierCounts counts, EarlierRuns history) {
  /** Reads the rows of {@code store}. */
  public static FrontierSnapshot of(RowStore store) {
    return new FrontierSnapshot(StoredCounts.of(store).counts(0), EarlierRuns.of(store));
  }
}
