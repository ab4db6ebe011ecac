package dev.arachne.robots;

import dev.arachne.robots.RobotsVerdict.Ruling;

/** An Allow or Disallow line: what it matches and the verdict it gives. */
record Rule(PathPattern pattern, RobotsVerdict verdict) {

  /** Of two rules that match, the stronger decides: more octets, and of as many, the allowing. */
  int strength() {
    return 2 * pattern.octets() + (verdict.ruling() == Ruling.ALLOWED ? 1 : 0);
  }
}
