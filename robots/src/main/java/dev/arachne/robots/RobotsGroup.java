package dev.arachne.robots;

import dev.arachne.robots.UsagePreferences.Vocabulary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Some lines that name agents and the rules they share (RFC 9309 2.1). Filled by the parser, then
 * not changed.
 */
final class RobotsGroup {

  /** The product token that stands for all agents not named elsewhere. */
  static final String EVERYONE = "*";

  /** Bytes that a text takes in addition to its characters. */
  static final int TEXT_BYTES = 48;

  private static final int GROUP_BYTES = 250;

  /**
   * Bytes that a rule takes in addition to its texts: its objects, and its places in two tables.
   */
  private static final int RULE_BYTES = 260;

  /** The longest of the Crawl-delay lines behind the agents in {@code [from, to)}. */
  private record Delay(Duration duration, int from, int to) {}

  private final List<String> agents = new ArrayList<>();
  private final List<Rule> rules = new ArrayList<>();
  private final List<UsageRule> usages = new ArrayList<>();
  private final List<Delay> delays = new ArrayList<>();

  private long bytes = GROUP_BYTES;

  void addAgent(String token) {
    agents.add(token);
    bytes += TEXT_BYTES + token.length();
  }

  /** Memory that the group takes, roughly. */
  long bytes() {
    return bytes;
  }

  void addRule(Rule rule) {
    rules.add(rule);
    bytes += RULE_BYTES + 6L * rule.pattern().octets() + rule.verdict().text().length();
  }

  void addUsage(UsageRule rule) {
    usages.add(rule);
    bytes += RULE_BYTES + 6L * rule.pattern().octets() + rule.text().length();
  }

  /** The rules of a purpose in the lines of a vocabulary. */
  List<Rule> usages(Vocabulary vocabulary, Purpose purpose) {
    return usages.stream()
        .filter(rule -> rule.vocabulary() == vocabulary)
        .map(rule -> rule.about(purpose))
        .toList();
  }

  /**
   * Adds a delay. It does not end the run of agent lines, since no line that RFC 9309 leaves
   * undefined may (2.2.4). So in {@code User-agent: a, Crawl-delay: 9, User-agent: b, Crawl-delay:
   * 2, Disallow: /x} both agents share the rule. But each delay was written for the agents named
   * just before it.
   */
  void addDelay(Duration duration) {
    int from = delays.isEmpty() ? 0 : delays.getLast().to;
    if (from < agents.size()) {
      delays.add(new Delay(duration, from, agents.size()));
      bytes += TEXT_BYTES;
    } else if (!delays.isEmpty() && duration.compareTo(delays.getLast().duration) > 0) {
      Delay last = delays.removeLast();
      delays.add(new Delay(duration, last.from, last.to));
    }
  }

  List<Rule> rules() {
    return rules;
  }

  boolean names(String token) {
    return indexOf(token, 0, agents.size()) >= 0;
  }

  /** The longest delay for this agent, or zero. */
  Duration delay(String token) {
    Duration longest = Duration.ZERO;
    for (Delay delay : delays) {
      if (delay.duration.compareTo(longest) > 0 && indexOf(token, delay.from, delay.to) >= 0) {
        longest = delay.duration;
      }
    }
    return longest;
  }

  private int indexOf(String token, int from, int to) {
    for (int i = from; i < to; i++) {
      if (agents.get(i).equalsIgnoreCase(token)) {
        return i;
      }
    }
    return -1;
  }
}
