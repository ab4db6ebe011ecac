package dev.arachne.ledger;

import dev.arachne.store.RowStore;

/**
 * A frontier as the rows of a store have it, read without being driven.
 *
 * @param counts where all URLs are; what is in flight counts as queued
 * @param history what was done so far
 */
public record FrontierSnapshot(FrontierCounts counts, History history) {
  /** Reads the rows of {@code store}. */
  public static FrontierSnapshot of(RowStore store) {
    return new FrontierSnapshot(Totals.of(store).counts(0), History.of(store));
  }
}
