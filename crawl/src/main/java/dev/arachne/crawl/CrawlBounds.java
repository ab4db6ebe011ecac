package dev.arachne.crawl;

import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.HostPartition;
import dev.arachne.frontier.Probes;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.HostTable;
import dev.arachne.options.PolitenessTerms;
import dev.arachne.options.SeedScope;
import dev.arachne.options.SoftNotFoundPolicy;
import dev.arachne.pace.Politeness;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;

/**
 * The bounds on a crawl's requests, by its options and as they follow from its seeds. Immutable.
 */
record CrawlBounds(CrawlOptions options, HostTable hosts, List<CrawlUrl> roots) {
  /** The default number of fetches in flight to an address that may have many hosts. */
  private static final int MANY_HOSTS_PER_ADDRESS = 10;

  /** Whether all URLs are of one host. */
  boolean areOfOneHost() {
    return options.scope().seeds() != SeedScope.ANY
        && roots.stream().map(CrawlUrl::host).distinct().count() == 1;
  }

  /** The promises to hosts. */
  String terms() {
    Politeness kept = politeness();
    return PolitenessTerms.text(
        options.changed().perHost(kept.perHost()).perAddress(kept.perAddress()).build(), hosts);
  }

  /** The options of the frontier for this number of workers. */
  FrontierOptions frontier(int workers, Optional<ShardMembership> membership) {
    return FrontierOptions.DEFAULT
        .withMaxPages(options.limits().maxPages())
        .withWorkers(workers)
        .withPoliteness(politeness())
        .withLoops(options.network().loops())
        .withSync(options.storage().sync())
        .withProbes(probes())
        .withBudgets(options.limits().budgets())
        .withTraps(options.scope().traps())
        .withShare(membership.map(ShardMembership::share).orElse(HostPartition.WHOLE));
  }

  /**
   * With a single host it may use all tasks; with many hosts each gets one fetch at a time. Behind
   * proxies the addresses of hosts are unknown: bounds by address then hold for the proxies, and
   * only if the user gives them.
   */
  private Politeness politeness() {
    int tasks = options.network().tasks();
    Politeness ofAll =
        areOfOneHost()
            ? options.politeness().withUsualBounds(tasks, tasks)
            : options
                .politeness()
                .withUsualBounds(
                    1, options.sites().proxies().isEmpty() ? MANY_HOSTS_PER_ADDRESS : tasks);
    return ofAll.withHosts(hosts.bounds());
  }

  /** How soft 404s are probed; an archive has no answers to probes. */
  private Probes probes() {
    return options.scope().softNotFound() == SoftNotFoundPolicy.NAME
            && options.source().captures() != CaptureChoice.ALL
        ? Probes.BY_SHAPE
        : Probes.NONE;
  }
}
