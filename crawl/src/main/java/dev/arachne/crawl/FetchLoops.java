package dev.arachne.crawl;

import dev.arachne.fetch.FetchCounts;
import dev.arachne.fetch.HttpLoader;
import dev.arachne.fetch.LoopLag;
import dev.arachne.fetch.ShortageAwareFetch;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.KnownUrls;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.ledger.Discovery;
import dev.arachne.network.AddressPolicy;
import dev.arachne.network.DnsCache;
import dev.arachne.network.Resolver;
import dev.arachne.options.CrawlOptions;
import dev.arachne.output.SavedBodies;
import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.EventLoopGroup;
import dev.arachne.runtime.LoopOptions;
import dev.arachne.spool.Spool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The fetch loops of a crawl: one on its own loop, and one on each further loop. Confined to its
 * event loop.
 */
final class FetchLoops implements AutoCloseable {
  /** The cost of a visit, relative to the cost of deciding about its page. */
  private static final int VISIT_COST = 7;

  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final Set<String> rootHosts;
  private final HttpOptions http;
  private final Frontier frontier;
  private final Scope scope;
  private final ShortageAwareFetch local;
  private final Optional<SavedBodies> bodies;
  private final Optional<Spool> spool;
  private final Optional<Spool> sitemapSpool;
  private final Extensions stages;
  private final Optional<Scraping> scraping;

  /** For code of the user, which can only block the pages that it is given. */
  private final Bulkhead processorThreads;

  private final DnsCache names;
  private final List<FetchLoop> all = new ArrayList<>();

  private final int size;
  private final VisitBalancer balancer;
  private Optional<EventLoopGroup> beside = Optional.empty();

  /** Opens the fetch loop on the crawl's own loop only. */
  FetchLoops(
      CrawlOptions options,
      Set<String> rootHosts,
      HttpOptions http,
      Frontier frontier,
      Scope scope,
      ShortageAwareFetch local,
      Optional<SavedBodies> bodies,
      Optional<Spool> spool,
      Optional<Spool> sitemapSpool,
      Extensions stages,
      Optional<Scraping> scraping) {
    this.options = options;
    this.rootHosts = rootHosts;
    this.http = http;
    this.frontier = frontier;
    this.scope = scope;
    this.local = local;
    this.bodies = bodies;
    this.spool = spool;
    this.sitemapSpool = sitemapSpool;
    this.stages = stages;
    this.names = new DnsCache(stages.recorder().names(Resolver.of(loop)), DnsCache.DEFAULT_TTL);
    this.processorThreads =
        stages
            .executor()
            .map(its -> Bulkhead.of("page processors", its))
            .orElseGet(() -> Bulkhead.ofVirtualThreads("page processors"));
    this.scraping = scraping;
    this.size = Math.min(options.network().loops(), options.network().tasks());
    this.balancer = new VisitBalancer(shares(options.network().tasks(), size));
    all.add(fetchLoop(frontier.known(), names));
  }

  /** Starts the further loops, and opens a fetch loop on each. */
  void openBeside() {
    if (size > 1) {
      var group = EventLoopGroup.start("crawl", size - 1, LoopOptions.DEFAULT);
      beside = Optional.of(group);
      Resolver resolver =
          (host, deadline) -> loop.call("look up " + host, () -> names.resolve(host, deadline));
      for (EventLoop other : group.loops()) {
        all.add(other.call("open", () -> fetchLoop(frontier.knownElsewhere(), resolver)));
      }
    }
  }

  /** The fetch loop on the crawl's own loop. */
  FetchLoop here() {
    return all.getFirst();
  }

  /** Returns the fetch loop for a visit: mostly the same for one host. */
  FetchLoop of(Lease lease) {
    return all.get(all.size() == 1 ? 0 : balancer.next(lease.host()));
  }

  /** Passes on discoveries that were offered to the frontier. */
  void learn(List<Discovery> offered) {
    if (!offered.isEmpty()) {
      beside().forEach(other -> other.learn(offered));
    }
  }

  /** All fetch loops, that on the crawl's own loop first. */
  List<FetchLoop> all() {
    return List.copyOf(all);
  }

  /** The fetch loops on further loops. */
  List<FetchLoop> beside() {
    return all.subList(1, all.size());
  }

  /** The number of pages with their processors. */
  int handling() {
    return all.stream().mapToInt(FetchLoop::handling).sum();
  }

  /** The number of pages that are being saved. */
  int saving() {
    return all.stream().mapToInt(FetchLoop::saving).sum();
  }

  /** The number of workers that wait for a DNS lookup. */
  int lookingUp() {
    return names.waiting();
  }

  /** The loops, the crawl's own first. */
  List<EventLoop> loops() {
    return all.stream().map(FetchLoop::loop).toList();
  }

  /** Closes the connections and ends the further loops, even with work in flight. */
  @Override
  public void close() {
    here().close();
    beside().forEach(FetchLoops::closeOnItsLoop);
    if (beside.isPresent()) {
      loop.offloadWhole("the end of the loops beside", this::endBeside);
    }
  }

  private static void closeOnItsLoop(FetchLoop other) {
    try {
      other.loop().execute(other::close);
    } catch (IllegalStateException e) {
      return; // The loop broke down, and its connections with it.
    }
  }

  private boolean endBeside() {
    beside.ifPresent(EventLoopGroup::close);
    return true;
  }

  /**
   * The shares of visits: fewer for the crawl's own loop, the first, which also decides about all
   * pages; so all loops have the same load.
   */
  private static int[] shares(int visits, int loops) {
    int[] shares = new int[loops];
    shares[0] = visits * Math.max(0, VISIT_COST - (loops - 1)) / (VISIT_COST * loops);
    int left = visits - shares[0];
    for (int i = 1; i < loops; i++) {
      shares[i] = Math.ceilDiv(left, loops - i);
      left -= shares[i];
    }
    return shares;
  }

  /** Opens a fetch loop on the calling coroutine's loop. */
  private FetchLoop fetchLoop(KnownUrls known, Resolver resolver) {
    AddressPolicy addresses =
        switch (options.sites().addresses()) {
          case PUBLIC -> new SeedAddresses(rootHosts);
          case PUBLIC_ONLY -> AddressPolicy.PUBLIC;
          case ANY -> AddressPolicy.ANY;
        };
    var client = new HttpClient(http.withResolver(resolver).withAddresses(addresses));
    MemoryPlan memory = MemoryPlan.of(options, Runtime.getRuntime().maxMemory());
    var lag = new LoopLag(EventLoop.current());
    var counts = new FetchCounts(rootHosts);
    var retries = new Retries(options.politeness().maxTries());
    var processing =
        new PageProcessing(
            bodies,
            stages.processors(),
            processorThreads,
            scraping,
            PageNotes.of(options),
            memory.mostRead(),
            options.limits().cutBodies(),
            retries);
    var pages = new PageLinks(options, memory, scope, stages.filters(), known);
    var visit =
        new PageVisit(
            frontier,
            options.limits(),
            spool,
            sitemapSpool,
            stages.customizers(),
            stages.recorder(),
            stages.loader().apply(new HttpLoader(client, lag, local, counts)),
            ResponseSummarizer.of(options),
            pages,
            new SitemapLinks(options, scope, frontier, pages),
            processing,
            retries,
            Conditions.of(options),
            options.scope().traps());
    return new FetchLoop(client, lag, counts, known, visit, processing);
  }
}
