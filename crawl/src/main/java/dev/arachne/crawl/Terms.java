package dev.arachne.crawl;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What a process of a crawl keeps to towards hosts, as the ledger has it. Immutable.
 *
 * @param delay from one request to a host to the next at least
 * @param longestCrawlDelay a longer delay that robots rules ask for is taken for this
 * @param perHost requests to a host under way at most
 * @param addressDelay from one request to an address to the next at least
 * @param perAddress requests to an address under way at most
 * @param robots whether robots rules are kept
 * @param agent the name by which robots rules know the crawler
 */
record Terms(
    Duration delay,
    Duration longestCrawlDelay,
    int perHost,
    Duration addressDelay,
    int perAddress,
    RobotsObedience robots,
    String agent) {

  /** Of a ledger that says nothing of it. */
  static final Terms NONE =
      new Terms(
          Duration.ZERO,
          Duration.ZERO,
          Integer.MAX_VALUE,
          Duration.ZERO,
          Integer.MAX_VALUE,
          RobotsObedience.IGNORE,
          "");

  /** Whether there are bounds for addresses beside those for hosts. */
  boolean limitsAddresses() {
    return addressDelay.isPositive() || perAddress < Integer.MAX_VALUE;
  }

  /** As lines of a name and a value. */
  String text() {
    return """
    delay %s
    longest-crawl-delay %s
    per-host %s
    address-delay %s
    per-address %s
    robots %s
    agent %s
    """
        .formatted(delay, longestCrawlDelay, perHost, addressDelay, perAddress, robots, agent);
  }

  /**
   * What {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static Terms read(String text) {
    var values = new Values(new HashMap<>());
    text.lines()
        .forEach(line -> {
          int space = line.indexOf(' ');
          values.byName.put(line.substring(0, space), line.substring(space + 1));
        });
    return new Terms(
        Duration.parse(values.of("delay")),
        Duration.parse(values.of("longest-crawl-delay")),
        Integer.parseInt(values.of("per-host")),
        Duration.parse(values.of("address-delay")),
        Integer.parseInt(values.of("per-address")),
        RobotsObedience.valueOf(values.of("robots")),
        values.of("agent"));
  }

  private record Values(Map<String, String> byName) {
    String of(String name) {
      String value = byName.get(name);
      if (value == null) {
        throw new IllegalArgumentException("the terms of a crawl lack " + name);
      }
      return value;
    }
  }
}
