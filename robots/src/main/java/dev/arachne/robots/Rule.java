package dev.arachne.robots;

import dev.arachne.robots.RobotsVerdict.Ruling;

/**
 * A line of a group: the paths it matches and the verdict it gives. Of two that match, the one of
 * more octets decides.
 *
 * @param rank from 0 to 2; of two of as many octets, the one of the higher rank decides
 */
record Rule(PathPattern pattern, RobotsVerdict verdict, int rank) {

  /** An Allow or Disallow line. Of two as long, the allowing one decides (RFC 9309 2.2.2). */
  static Rule ofAccess(PathPattern pattern, RobotsVerdict verdict) {
    return new Rule(pattern, verdict, verdict.ruling() == Ruling.ALLOWED ? 1 : 0);
  }

  /** The strength of the rule; the stronger of two that match decides. */
  int strength() {
    return 3 * pattern.octets() + rank;
  }
}
