package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.robots.RobotsRules;
import dev.arachne.url.Origin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parsed robots rules of the most recently used sites of a crawl. The frontier's store has all
 * rules; those without room here are read from there again. Confined to its event loop.
 */
final class RobotsCache {
  /** Bytes of a site in memory without its rules, roughly. */
  private static final int SITE_BYTES = 400;

  private final Frontier frontier;
  private final long mostBytes;
  private long bytes;

  /** The least recently used site is first, and is evicted first. */
  private final Map<Origin, RobotsRules> rules = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * An empty cache.
   *
   * @param mostBytes for all rules together, roughly
   */
  RobotsCache(Frontier frontier, long mostBytes) {
    this.frontier = frontier;
    this.mostBytes = mostBytes;
  }

  /**
   * Returns the rules of a site whose pages are being leased; waits for the store if they are not
   * here.
   */
  RobotsRules of(Origin site) {
    RobotsRules known = rules.get(site);
    return known == null ? put(site, recalled(site)) : known;
  }

  /** Whether the rules of a site are here, so that reading them does not wait. */
  boolean isKnown(Origin site) {
    return rules.containsKey(site);
  }

  /** Puts the rules of a site that were just received. */
  RobotsRules put(Origin site, RobotsRules said) {
    RobotsRules before = rules.put(site, said);
    bytes += bytes(said) - (before == null ? 0 : bytes(before));
    var eldest = rules.values().iterator();
    while (bytes > mostBytes && rules.size() > 1) {
      bytes -= bytes(eldest.next());
      eldest.remove();
    }
    return said;
  }

  private RobotsRules recalled(Origin site) {
    Optional<LedgerEntry.RulesFetched> entry = frontier.rules(site, RobotsRecord::isSaid);
    return RobotsRecord.read(
            entry
                .orElseThrow(() -> new IllegalStateException("no robots rules of " + site))
                .rules())
        .access()
        .rules();
  }

  private static long bytes(RobotsRules rules) {
    return SITE_BYTES + rules.bytes();
  }
}
