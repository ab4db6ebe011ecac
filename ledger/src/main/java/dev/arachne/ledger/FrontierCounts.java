package dev.arachne.ledger;

/**
 * The counts of all URLs at one instant, by state. Every URL is counted once: {@code discovered =
 * fetched + skipped + failed + pending}. One that is to be visited again is pending until its next
 * verdict.
 *
 * @param discovered distinct URLs offered up to now
 * @param fetched those that were answered
 * @param skipped those skipped on purpose
 * @param failed those that were wanted and could not be fetched
 * @param queued those that wait for their turn
 * @param retrying those that wait for their next attempt
 * @param tooFar those that are rejected unless a shorter path to them turns up
 * @param setAside those that are set aside: by a change, until that is undone, or since they are
 *     probably not worth a request; in the end they are rejected
 * @param inFlight those that are leased
 * @param repeats how often one of them was found again; links that were not read do not count
 */
public record FrontierCounts(
    long discovered,
    long fetched,
    long skipped,
    long failed,
    long queued,
    long retrying,
    long tooFar,
    long setAside,
    int inFlight,
    long repeats) {

  /** URLs with a verdict. */
  public long decided() {
    return fetched + skipped + failed;
  }

  /** URLs without a verdict. */
  public long pending() {
    return queued + retrying + tooFar + setAside + inFlight;
  }
}
