package dev.arachne.audit;

import static java.util.stream.Collectors.toSet;

import dev.arachne.audit.Violation.Rule;
import dev.arachne.ledger.Changes;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.PolitenessTerms;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import dev.arachne.store.RowStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Proves from a crawl's ledger alone that it kept to its rules, or finds where it did not.
 *
 * <p>The ledger is in the order of decisions, and a request may be decided long after one that was
 * sent later. So requests wait here, among very many, and are judged in the order of sending:
 *
 * <pre>
 *   ledger --> sums
 *      |
 *      +-----> waiting, by time --> hosts: gap, limit, robots, Retry-After
 *                              +--> addresses: gap, limit
 * </pre>
 *
 * Memory is bounded by the requests that wait, and by the hosts and addresses of late. Each process
 * of the crawl records its terms in the ledger; between two processes nothing is under way.
 *
 * <p>Of a robots.txt only the first request is judged: a redirect of it may lead to another host,
 * and where it led is not kept. Confined to one thread.
 */
public final class CrawlAudit {
  /** The most requests that wait; beyond that the first ones are judged. */
  private static final int MOST_WAITING = 1 << 18;

  /**
   * The number of hosts, or addresses, at which those that do not matter any more are forgotten.
   */
  private static final int SWEEP_AT = 1 << 16;

  private final Ledger ledger;
  private final AuditedRules robots;
  private final ViolationCounter findings;
  private final CountCheck sums;
  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(
          Comparator.comparing(Waiting::at).thenComparing(next -> !(next instanceof Rules)));
  private final Map<Origin, AuditedSite> sites = new HashMap<>();
  private final Map<Origin, RequestHistory> servers = new HashMap<>();
  private final Map<InetAddress, RequestHistory> addresses = new HashMap<>();
  private int sweepSitesAt = SWEEP_AT;
  private int sweepAddressesAt = SWEEP_AT;
  private PolitenessTerms terms = PolitenessTerms.NONE;

  /** The changes in force now, and their begin: a request at that very time may be from before. */
  private Changes changes = Changes.NONE;

  private Instant changedAt = Instant.MIN;
  private final AuditedDepartures departures = new AuditedDepartures();
  private long requests;
  private long unfinished;

  /** An event that waits to be judged in its turn. */
  private sealed interface Waiting {
    Instant at();
  }

  /** A request for the URL that was found at a position; its answer may have a Retry-After. */
  private record Page(Exchange exchange, long found, @Nullable Duration rest) implements Waiting {
    @Override
    public Instant at() {
      return exchange.sent();
    }
  }

  /** A request for the robots.txt of a site. */
  private record Robots(Exchange exchange, Origin site) implements Waiting {
    @Override
    public Instant at() {
      return exchange.sent();
    }
  }

  /** A request for a subresource. */
  private record Subresource(Exchange exchange, CrawlUrl url) implements Waiting {
    @Override
    public Instant at() {
      return exchange.sent();
    }
  }

  /** The rules of a site from now on, by the entry at a position. */
  private record Rules(Instant at, long position) implements Waiting {}

  /** A change that is in force from now on. */
  private record Change(LedgerEntry.Changed entry) implements Waiting {
    @Override
    public Instant at() {
      return entry.at();
    }
  }

  private CrawlAudit(Ledger ledger, Consumer<Violation> violations) {
    this.ledger = ledger;
    this.robots = new AuditedRules(ledger, AuditedRules.USUAL_BYTES);
    this.findings = new ViolationCounter(violations);
    this.sums = new CountCheck(ledger, findings);
  }

  /**
   * Audits the crawl in {@code directory} as it is now, whether or not a process crawls there.
   *
   * @param violations gets each violation, in no strict order
   * @throws UsageException if no crawl is kept there
   * @throws IOException if its files cannot be read
   */
  public static AuditReport of(Path directory, Consumer<Violation> violations)
      throws UsageException, IOException {
    OptionsFile.read(directory);
    return DiskStore.read(DirectoryFormat.store(directory), rows -> of(rows, violations));
  }

  /** Audits the crawl, or the shard of one, whose rows are these. */
  public static AuditReport of(RowStore rows, Consumer<Violation> violations) {
    return new CrawlAudit(Ledger.of(rows), violations).run();
  }

  private AuditReport run() {
    ledger.read(this::read);
    departures.all().forEach(this::addUnfinished);
    judgeWaiting();
    sums.end();
    return new AuditReport(
        ledger.size(), requests, unfinished, ledger.counts(), findings.tallies());
  }

  private void read(LedgerEntry entry, long position) {
    sums.add(entry, position);
    switch (entry) {
      case LedgerEntry.Found _, LedgerEntry.Reopened _ -> {}
      case LedgerEntry.Departure departure ->
          departures.add(departure).ifPresent(this::addUnfinished);
      case LedgerEntry.Begun begun -> {
        departures.all().forEach(this::addUnfinished);
        judgeWaiting();
        terms = PolitenessTerms.read(begun.terms());
      }
      case LedgerEntry.Changed changed -> add(new Change(changed));
      case LedgerEntry.RulesFetched rules -> {
        departures.end(rules).forEach(this::addUnfinished);
        requests += rules.exchanges().size();
        rules.exchanges().stream().limit(1).forEach(it -> add(new Robots(it, rules.origin())));
        add(new Rules(AuditedSite.known(rules), position));
      }
      case LedgerEntry.SubresourceFetched fetched -> {
        departures.end(fetched);
        requests++;
        add(new Subresource(fetched.exchange(), fetched.url()));
      }
      case LedgerEntry.Attempt later ->
          later
              .exchange()
              .ifPresent(exchange -> {
                departures.end(later);
                requests++;
                add(new Page(exchange, later.found(), rest(later).orElse(null)));
              });
    }
  }

  /** Adds a request of which only the departure is known. */
  private void addUnfinished(LedgerEntry.Departure departure) {
    requests++;
    unfinished++;
    var exchange = new Exchange(departure.address(), departure.at(), Duration.ZERO);
    switch (departure) {
      case LedgerEntry.PageAsked page -> add(new Page(exchange, page.found(), null));
      case LedgerEntry.RulesAsked rules -> add(new Robots(exchange, rules.host()));
      case LedgerEntry.SubresourceAsked asked -> add(new Subresource(exchange, asked.url()));
    }
  }

  private static Optional<Duration> rest(LedgerEntry.Attempt later) {
    return later.disposition().answered().flatMap(answer -> answer.retryAfter());
  }

  private void add(Waiting next) {
    waiting.add(next);
    if (waiting.size() > MOST_WAITING) {
      judge(waiting.remove());
    }
  }

  private void judgeWaiting() {
    while (!waiting.isEmpty()) {
      judge(waiting.remove());
    }
  }

  private void judge(Waiting next) {
    switch (next) {
      case Page page -> judge(page, ledger.found(page.found).discovery());
      case Subresource(Exchange exchange, CrawlUrl url) -> {
        Instant sent = exchange.sent();
        judgeByChanges(sent, url, changes.pause());
        AuditedSite site = site(url, sent);
        if (terms.obeysRobots()) {
          check(Rule.ROBOTS, sent, url, site.robotsFault(terms, url, sent));
        }
        judgeSending(exchange, url, site);
      }
      case Robots(Exchange exchange, Origin origin) -> {
        CrawlUrl url = CrawlUrl.of(origin + "/robots.txt");
        judgeByChanges(exchange.sent(), url, changes.pause());
        judgeSending(exchange, url, site(url, exchange.sent()));
      }
      case Rules(Instant _, long position) -> {
        var fetched = (LedgerEntry.RulesFetched) ledger.entry(position);
        site(fetched.origin()).learn(fetched, position);
      }
      case Change(LedgerEntry.Changed entry) -> {
        changes = changes.with(entry);
        changedAt = entry.at();
      }
    }
  }

  private void judge(Page page, Discovery discovery) {
    Instant sent = page.exchange.sent();
    CrawlUrl url = discovery.url();
    judgeByChanges(sent, url, changes.pause().or(() -> changes.exclusion(discovery)));
    AuditedSite site = site(url, sent);
    if (terms.obeysRobots()) {
      check(Rule.ROBOTS, sent, url, site.robotsFault(terms, url, sent));
    }
    judgeSending(page.exchange, url, site);
    if (page.rest != null) {
      site.history.rest(page.exchange.ended(), page.rest);
    }
  }

  private void judgeByChanges(Instant sent, CrawlUrl url, Optional<LedgerEntry.Changed> ban) {
    if (!changes.areNone()) {
      check(
          Rule.CHANGES,
          sent,
          url,
          ban.filter(_ -> sent.isAfter(changedAt)).map(by -> "it was sent after " + by.text()));
    }
  }

  /** The gap of the host, or that of a change if it is longer. */
  private Duration gap(CrawlUrl url, AuditedSite site, Instant sent) {
    Duration its = site.gap(terms, sent);
    Duration changed = sent.isAfter(changedAt) ? changes.delay(url.origin()) : Duration.ZERO;
    return changed.compareTo(its) > 0 ? changed : its;
  }

  private void judgeSending(Exchange exchange, CrawlUrl url, AuditedSite site) {
    Instant sent = exchange.sent();
    RequestHistory host = site.history;
    if (isInOrder(host, sent, url)) {
      check(Rule.HOST_GAP, sent, url, host.gapFault(sent, gap(url, site, sent)));
      check(Rule.HOST_PARALLEL, sent, url, host.parallelFault(sent, terms.perHost(url.origin())));
      if (host.isToRest()) {
        check(Rule.RETRY_AFTER, sent, url, host.restFault(sent));
      }
      host.add(sent, exchange.ended());
    }
    if (terms.limitsAddresses()) {
      RequestHistory address = address(exchange.address(), sent);
      if (isInOrder(address, sent, url)) {
        check(
            Rule.ADDRESS_GAP, sent, url, address.gapFault(sent, terms.politeness().addressDelay()));
        check(Rule.ADDRESS_PARALLEL, sent, url, address.parallelFault(sent, terms.perAddress()));
        address.add(sent, exchange.ended());
      }
    }
  }

  private boolean isInOrder(RequestHistory history, Instant sent, CrawlUrl url) {
    boolean isLate = history.isPast(sent);
    String fault = "its entry is too late in the ledger to judge its gaps";
    check(Rule.ORDER, sent, url, isLate ? Optional.of(fault) : Optional.empty());
    return !isLate;
  }

  private void check(Rule rule, Instant at, CrawlUrl url, Optional<String> fault) {
    findings.check(
        rule, fault.isEmpty(), it -> new Violation(it, at, url.toString(), fault.orElse("")));
  }

  private AuditedSite site(CrawlUrl url, Instant now) {
    if (sites.size() >= sweepSitesAt) {
      sites.values().removeIf(site -> site.history.isForgettable(now, site.gap(terms, now)));
      servers.keySet().retainAll(sites.keySet().stream().map(Origin::server).collect(toSet()));
      sweepSitesAt = Math.max(SWEEP_AT, 2 * sites.size());
    }
    AuditedSite site = site(url.origin());
    if (terms.obeysRobots()) {
      site.recall(ledger, url, now);
    }
    return site;
  }

  private AuditedSite site(Origin origin) {
    return sites.computeIfAbsent(
        origin,
        _ ->
            new AuditedSite(
                origin,
                robots,
                servers.computeIfAbsent(origin.server(), _ -> new RequestHistory())));
  }

  private RequestHistory address(InetAddress address, Instant now) {
    if (addresses.size() >= sweepAddressesAt) {
      addresses.values().removeIf(it -> it.isForgettable(now, terms.politeness().addressDelay()));
      sweepAddressesAt = Math.max(SWEEP_AT, 2 * addresses.size());
    }
    return addresses.computeIfAbsent(address, _ -> new RequestHistory());
  }
}
