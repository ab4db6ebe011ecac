package dev.arachne.crawl;

/**
 * What the parts of a crawl were doing of late. Immutable.
 *
 * @param leasing how many workers had no URL, on average; so the others
 * @param fetching how many waited for a server
 * @param handling how many waited for page handlers
 * @param awaitingMemory how many waited for others to give memory back
 * @param committing how many waited for the store
 * @param loopBusy the share of time in which the busiest loop was at work, from 0 to 1
 * @param hosts with URLs to do
 * @param resting those of them that give out none yet, because of a delay or a limit
 */
record Load(
    double leasing,
    double fetching,
    double handling,
    double awaitingMemory,
    double committing,
    double loopBusy,
    long hosts,
    long resting) {

  double workers() {
    return leasing + fetching + handling + awaitingMemory + committing;
  }
}
