package dev.arachne.options;

import dev.arachne.pace.HostBounds;
import dev.arachne.pace.Politeness;
import dev.arachne.pace.Throttling;
import dev.arachne.robots.Purpose;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a crawl treats hosts. Immutable.
 *
 * @param robots whether robots rules are kept
 * @param purpose the use of the pages; pages of a site that disallows it are skipped. Empty checks
 *     no site's preferences
 * @param delay from one request to a host to the next at least; zero for no delay. A longer delay
 *     in the host's own rules wins
 * @param maxCrawlDelay the delay in place of a longer one in robots.txt: a crawl has to end some
 *     day
 * @param perHost fetches from one host in flight at most, from 1; empty for all the crawl's tasks
 *     if all seeds are on one host, and for 1 if not
 * @param perAddress fetches from all hosts at one IP address in flight at most, from 1; empty for
 *     no bound if all seeds are on one host, and for 10 if not
 * @param addressDelay from one request to an IP address to the next at least; zero for no delay
 * @param throttling whether hosts are fetched as fast as these bounds allow, or below them only as
 *     fast as each host is seen to accept
 * @param maxTries attempts for a URL at most when the network fails, from 1
 * @param patience for how long a host that has answered before may fail before its URLs fail; zero
 *     is until {@code maxTries} attempts have failed
 */
public record PolitenessOptions(
    RobotsPolicy robots,
    Optional<Purpose> purpose,
    Duration delay,
    Duration maxCrawlDelay,
    OptionalInt perHost,
    OptionalInt perAddress,
    Duration addressDelay,
    Throttling throttling,
    int maxTries,
    Duration patience) {
  public PolitenessOptions {
    OptionTable.DELAY.check(delay);
    OptionTable.MAX_CRAWL_DELAY.check(maxCrawlDelay);
    OptionTable.PER_HOST.check(perHost);
    OptionTable.PER_IP.check(perAddress);
    OptionTable.IP_DELAY.check(addressDelay);
    OptionTable.MAX_TRIES.check(maxTries);
    OptionTable.PATIENCE.check(patience);
  }

  /** All this for a frontier, with these bounds where none are given here. */
  public Politeness withUsualBounds(int usualPerHost, int usualPerAddress) {
    return new Politeness(
        robots == RobotsPolicy.OBEY,
        delay,
        maxCrawlDelay,
        perHost.orElse(usualPerHost),
        perAddress.orElse(usualPerAddress),
        addressDelay,
        throttling,
        maxTries,
        patience,
        HostBounds.Table.NONE);
  }
}
