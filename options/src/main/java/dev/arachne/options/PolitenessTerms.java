package dev.arachne.options;

import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The terms that a process of a crawl keeps towards hosts, as the ledger has them: the options that
 * {@link OptionTable} writes there. Immutable.
 *
 * @param politeness how hosts are treated; an empty bound on concurrent fetches is not a bound
 * @param agent the name by which robots rules know the crawler
 * @param hosts bounds of single hosts, in place of those for all
 */
public record PolitenessTerms(PolitenessOptions politeness, String agent, HostTable hosts) {
  private static final List<String> NOWHERE = List.of("nowhere");
  private static final String HOSTS = "host-bounds";

  /** The terms for a ledger without any. */
  public static final PolitenessTerms NONE =
      of(CrawlOptions.crawlOf(NOWHERE).robots(RobotsPolicy.IGNORE).build(), HostTable.NONE);

  private static PolitenessTerms of(CrawlOptions options, HostTable hosts) {
    return new PolitenessTerms(options.politeness(), options.network().robotsName(), hosts);
  }

  /** Fetches from this host in flight at most. */
  public int perHost(Origin host) {
    return hosts
        .of(host.host(), host.port())
        .bounds()
        .perHost()
        .orElse(politeness.perHost().orElse(Integer.MAX_VALUE));
  }

  /** The least time from one request to this host to the next. */
  public Duration delay(Origin host) {
    return hosts.of(host.host(), host.port()).bounds().delay().orElse(politeness.delay());
  }

  public int perAddress() {
    return politeness.perAddress().orElse(Integer.MAX_VALUE);
  }

  public boolean obeysRobots() {
    return politeness.robots() == RobotsPolicy.OBEY;
  }

  /** Whether there are bounds for addresses in addition to those for hosts. */
  public boolean limitsAddresses() {
    return politeness.addressDelay().isPositive() || politeness.perAddress().isPresent();
  }

  /** The terms of a crawl with these options, for the ledger: an object of JSON. */
  public static String text(CrawlOptions options, HostTable hosts) {
    Map<String, List<String>> values =
        new LinkedHashMap<>(OptionValues.of(options, CrawlOption::isInLedger).byName());
    if (!hosts.promises().isEmpty()) {
      values.put(HOSTS, List.of(hosts.promises()));
    }
    var json = new StringBuilder();
    new OptionValues(values).write(json, "");
    return json.toString();
  }

  /**
   * Parses the form that {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static PolitenessTerms read(String text) {
    Map<String, List<String>> values = new LinkedHashMap<>(OptionValues.read(text).byName());
    List<String> promises = values.remove(HOSTS);
    CrawlOptions.Builder options = new OptionValues(values).builder();
    return of(
        options.set(OptionTable.ROOTS, NOWHERE).build(),
        promises == null ? HostTable.NONE : hosts(promises.getLast()));
  }

  private static HostTable hosts(String promises) {
    try {
      return HostTable.parse(HOSTS, promises, name -> name);
    } catch (HostTableException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
