package dev.arachne.pace;

import java.time.Duration;

/**
 * The bounds to which a crawl keeps at each host. Immutable; each {@code with} method returns a
 * copy.
 *
 * @param obeysRobots whether a host is asked for its robots.txt before anything else (RFC 9309)
 * @param delay from one request to a host to the next at least; zero for no delay
 * @param maxCrawlDelay the longest delay that a robots.txt may set
 * @param perHost fetches from one host in flight at most, from 1
 * @param perAddress fetches from all hosts at one address in flight at most, from 1
 * @param addressDelay from one request to an address to the next at least; zero for no delay
 * @param throttling whether hosts are asked as fast as these bounds allow, or as fast as they
 *     accept
 * @param maxTries attempts at a URL at most, and at the robots.txt of a host that has never
 *     answered; from 1
 * @param patience for how long a host that has answered once may fail before its URLs fail
 * @param hosts bounds of single hosts, in place of {@code delay} and {@code perHost}
 */
public record Politeness(
    boolean obeysRobots,
    Duration delay,
    Duration maxCrawlDelay,
    int perHost,
    int perAddress,
    Duration addressDelay,
    Throttling throttling,
    int maxTries,
    Duration patience,
    HostBounds.Table hosts) {
  private static final int MANY = Integer.MAX_VALUE;

  /** No delays, no bounds, and no request for robots.txt: for hosts of one's own. */
  public static final Politeness NONE =
      new Politeness(
          false,
          Duration.ZERO,
          Duration.ofSeconds(60),
          MANY,
          MANY,
          Duration.ZERO,
          Throttling.FIXED,
          4,
          Duration.ofMinutes(15),
          HostBounds.Table.NONE);

  /** The same, with robots.txt requested first. */
  public Politeness obeyingRobots() {
    return new Politeness(
        true,
        delay,
        maxCrawlDelay,
        perHost,
        perAddress,
        addressDelay,
        throttling,
        maxTries,
        patience,
        hosts);
  }

  /** The same with other delays. */
  public Politeness withDelay(Duration least, Duration mostForRobots) {
    return new Politeness(
        obeysRobots,
        least,
        mostForRobots,
        perHost,
        perAddress,
        addressDelay,
        throttling,
        maxTries,
        patience,
        hosts);
  }

  /** The same with another bound on fetches from a host. */
  public Politeness withPerHost(int fetches) {
    return new Politeness(
        obeysRobots,
        delay,
        maxCrawlDelay,
        fetches,
        perAddress,
        addressDelay,
        throttling,
        maxTries,
        patience,
        hosts);
  }

  /** The same with other bounds on an address. */
  public Politeness withAddresses(int fetches, Duration least) {
    return new Politeness(
        obeysRobots,
        delay,
        maxCrawlDelay,
        perHost,
        fetches,
        least,
        throttling,
        maxTries,
        patience,
        hosts);
  }

  /** The same with another throttling. */
  public Politeness withThrottling(Throttling other) {
    return new Politeness(
        obeysRobots,
        delay,
        maxCrawlDelay,
        perHost,
        perAddress,
        addressDelay,
        other,
        maxTries,
        patience,
        hosts);
  }

  /** The same with other bounds on failures. */
  public Politeness withTries(int most, Duration longest) {
    return new Politeness(
        obeysRobots,
        delay,
        maxCrawlDelay,
        perHost,
        perAddress,
        addressDelay,
        throttling,
        most,
        longest,
        hosts);
  }

  /** The same with bounds of single hosts. */
  public Politeness withHosts(HostBounds.Table bounds) {
    return new Politeness(
        obeysRobots,
        delay,
        maxCrawlDelay,
        perHost,
        perAddress,
        addressDelay,
        throttling,
        maxTries,
        patience,
        bounds);
  }

  /** The least time from one request to this host to the next; zero for no delay. */
  public Duration delay(String host, int port) {
    return hosts.of(host, port).delay().orElse(delay);
  }

  /** Fetches from this host in flight at most. */
  public int perHost(String host, int port) {
    return hosts.of(host, port).perHost().orElse(perHost);
  }
}
