package dev.arachne.robots;

import dev.arachne.robots.RobotsVerdict.Ruling;
import dev.arachne.robots.UsagePreferences.Vocabulary;

/**
 * A line that states the purposes for which the content of some paths may be used. Immutable.
 *
 * @param line its number
 * @param text as it stands there, cut where it is long
 */
record UsageRule(
    PathPattern pattern,
    Vocabulary vocabulary,
    UsagePreferences preferences,
    int line,
    String text) {

  /**
   * The rule about a purpose. The longest pattern decides, even if it does not name the purpose,
   * which then is unknown; of some as long, one that refuses, else one that allows.
   */
  Rule about(Purpose purpose) {
    if (!preferences.stated().containsKey(purpose)) {
      return new Rule(pattern, AgentRules.NO_RULE, 0);
    }
    boolean isRefused = preferences.refuse(purpose);
    Ruling ruling = isRefused ? Ruling.DISALLOWED : Ruling.ALLOWED;
    return new Rule(pattern, new RobotsVerdict(ruling, line, text), isRefused ? 2 : 1);
  }
}
