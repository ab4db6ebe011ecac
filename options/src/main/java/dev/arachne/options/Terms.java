package dev.arachne.options;

import java.util.List;

/**
 * What a process of a crawl keeps to towards hosts, as the ledger has it: the options that {@link
 * OptionTable} writes there. Immutable.
 *
 * @param politeness how hosts are treated; bounds on fetches at a time that are empty are none
 * @param agent the name by which robots rules know the crawler
 */
public record Terms(PolitenessOptions politeness, String agent) {
  private static final List<String> NOWHERE = List.of("nowhere");

  /** Of a ledger that says nothing of it. */
  public static final Terms NONE =
      of(CrawlOptions.crawlOf(NOWHERE).robots(RobotsObedience.IGNORE).build());

  private static Terms of(CrawlOptions options) {
    return new Terms(options.politeness(), options.network().robotsName());
  }

  public int perHost() {
    return politeness.perHost().orElse(Integer.MAX_VALUE);
  }

  public int perAddress() {
    return politeness.perAddress().orElse(Integer.MAX_VALUE);
  }

  public boolean obeysRobots() {
    return politeness.robots() == RobotsObedience.OBEY;
  }

  /** Whether there are bounds for addresses beside those for hosts. */
  public boolean limitsAddresses() {
    return politeness.addressDelay().isPositive() || politeness.perAddress().isPresent();
  }

  /** The terms of a crawl with these options, for the ledger: an object of JSON. */
  public static String text(CrawlOptions options) {
    var json = new StringBuilder();
    OptionValues.of(options, CrawlOption::isInLedger).write(json, "");
    return json.toString();
  }

  /**
   * What {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Terms read(String text) {
    CrawlOptions.Builder options = OptionValues.read(text).builder();
    return of(options.set(OptionTable.ROOTS, NOWHERE).build());
  }
}
