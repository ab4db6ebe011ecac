package dev.arachne.frontier;

/**
 * Where all URLs are at one instant: discovered = decided + queued + retrying + tooFar + inFlight.
 *
 * @param discovered distinct URLs offered so far
 * @param decided those with a verdict
 * @param queued those that wait for their turn
 * @param retrying those that wait for their next attempt
 * @param tooFar those that are rejected unless a nearer way to them turns up
 * @param inFlight those that are leased
 */
public record FrontierCounts(
    long discovered, long decided, long queued, long retrying, long tooFar, int inFlight) {
  /** URLs without a verdict. */
  public long pending() {
    return queued + retrying + tooFar + inFlight;
  }
}
