package dev.arachne.crawl;

import dev.arachne.frontier.HostRoster;
import dev.arachne.ledger.BoundedSearch;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOption;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.OptionTable;
import dev.arachne.options.Seed;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.SampledSite;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;

/**
 * Estimates a crawl before it starts, by a crawl of some pages of the same seeds, in memory, with
 * the same politeness and without outputs. It reads sitemaps, and continues at pages that {@link
 * SampledSite} chooses. Budgets of paths and the treatment of traps do not enter the estimate. Used
 * once.
 *
 * <pre>{@code
 * CrawlEstimate plan = CrawlEstimator.of(options, 30).run();
 * }</pre>
 */
public final class CrawlEstimator {
  /** The default number of pages in a sample. */
  public static final int USUAL_SAMPLE = 30;

  /** Sitemaps that are read; the number of pages in the others is estimated. */
  private static final int MOST_SITEMAPS = 50;

  /** Most URLs that patterns are matched against. */
  private static final int MOST_SEEN = 250_000;

  /** Pages of the sample that are requested at the same time, since some of them may fail. */
  private static final int AHEAD = 5;

  private static final int FIRST_ERROR = 400;

  /**
   * Options of kept crawls that are not outputs, and options that would exclude pages from the
   * sample.
   */
  private static final Set<CrawlOption<?>> OTHERS =
      Set.of(
          OptionTable.RULES,
          OptionTable.SAVE_COOKIES,
          OptionTable.DIRECTORY,
          OptionTable.EXISTING,
          OptionTable.BUDGETS,
          OptionTable.TRAPS);

  private final CrawlOptions options;
  private final int sample;
  private final List<CrawlUrl> roots;
  private final Scope scope;
  private final Crawl crawl;

  /** Events of the loop; processors, which run on other threads, take them from here. */
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();

  /** Pages of the sample, seeds included. */
  private final Set<CrawlUrl> asked = ConcurrentHashMap.newKeySet();

  /** Sitemaps, and the first page of each, which is always fetched. */
  private final Set<CrawlUrl> sitemaps = ConcurrentHashMap.newKeySet();

  private final ReentrantLock lock = new ReentrantLock();

  // The lock guards the fields below.

  private final SplittableRandom random = new SplittableRandom(1);
  private final SampledSite site;
  private final Set<CrawlUrl> seen = new HashSet<>();
  private final Map<Pattern, String> idle = new LinkedHashMap<>();
  private final Map<CrawlUrl, String> leads = new HashMap<>();
  private final Map<Origin, Answered> hosts = new LinkedHashMap<>();
  private final Map<CrawlUrl, Long> bytes = new HashMap<>();
  private int fetched;
  private int decided;
  private final Set<CrawlUrl> disallowed = new HashSet<>();
  private int readSitemaps;

  private sealed interface Event {
    /** A link of a page or a sitemap, or a redirect. */
    record Led(CrawlUrl from, CrawlUrl to, boolean isListed, boolean isDisallowed)
        implements Event {}

    /** A URL was decided. */
    record Decided(Verdict verdict) implements Event {}

    /** The gaps of hosts. */
    record Hosts(HostRoster roster) implements Event {}
  }

  /** The answers of a host, and the gap between its requests. */
  private static final class Answered {
    private long count;
    private Duration time = Duration.ZERO;
    private Duration gap = Duration.ZERO;
    private long known;
  }

  private CrawlEstimator(CrawlOptions options, int sample, List<CrawlUrl> roots) {
    this.options = options;
    this.sample = sample;
    this.roots = List.copyOf(roots);
    this.scope = Scope.of(options, roots);
    this.site = new SampledSite(options.limits().maxDepth());
    CrawlOptions.Builder quiet = options.changed();
    OptionTable.ALL.stream()
        .filter(its -> its.section() == CrawlOption.Section.OUTPUT || OTHERS.contains(its))
        .forEach(its -> leaveOut(its, quiet));
    this.crawl =
        new Crawl(
            quiet
                .sitemaps(options.sitemaps())
                .maxDepth(Integer.MAX_VALUE) // The sample may skip the path to a page.
                .external(ExternalTargets.LEAVE)
                .loops(1)
                .maxPages((long) sample + MOST_SITEMAPS)
                .build());
    roots.forEach(root -> {
      site.root(root);
      asked.add(root);
    });
    options.scope().include().forEach(it -> idle.put(it, "--include " + it));
    options.scope().exclude().forEach(it -> idle.put(it, "--exclude " + it));
    roots.forEach(this::see);
    crawl.filter(this::lead);
    crawl.process(new Sampling());
    crawl.listen(
        new CrawlListener() {
          @Override
          public void decided(Verdict verdict) {
            events.add(new Event.Decided(verdict));
            EventLoop.current().spawn("the hosts of a plan", CrawlEstimator.this::lookAtHosts);
          }
        });
  }

  private static <T> void leaveOut(CrawlOption<T> option, CrawlOptions.Builder options) {
    options.set(option, option.usual());
  }

  /**
   * The plan of a crawl.
   *
   * @param options of the crawl, with its outputs, which are not written
   * @param sample pages to fetch at most, seeds included; from 1
   * @throws UsageException if the options cannot be combined, or a seed is not a URL
   */
  public static CrawlEstimator of(CrawlOptions options, int sample) throws UsageException {
    OptionConflicts.check(options);
    List<CrawlUrl> roots = new ArrayList<>();
    for (String typed : options.seeds().roots()) {
      switch (Seed.of(typed)) {
        case Seed.Page(CrawlUrl url) -> roots.add(url);
        case Seed.Folder(Path path) ->
            throw new UsageException(
                path.toString(),
                "is a folder, which nobody has to be asked for; use arachne crawl");
      }
    }
    return new CrawlEstimator(options, sample, roots);
  }

  /**
   * Fetches the sample and returns the estimate.
   *
   * @throws UsageException if a seed is invalid; nothing was fetched
   * @throws IOException if this machine lacks a resource
   */
  public CrawlEstimate run() throws UsageException, IOException {
    return told(crawl.run());
  }

  /** Runs on the caller's event loop, as {@link Crawl#runOnLoop} does. */
  public CrawlEstimate runOnLoop() throws UsageException, IOException {
    return told(crawl.runOnLoop());
  }

  /**
   * Ends the sample soon: {@link #run} returns an estimate from the pages fetched by then.
   * Thread-safe.
   */
  public void stop() {
    crawl.stop();
  }

  private boolean lookAtHosts() {
    crawl
        .snapshot(CrawlSnapshot.Detail.ALL)
        .ifPresent(now -> events.add(new Event.Hosts(now.hosts())));
    return true;
  }

  /** Notes a link, and follows only the first page of each sitemap. */
  private Optional<CrawlUrl> lead(CrawlUrl to, CrawlUrl from) {
    boolean isListed = !asked.contains(from);
    boolean isDisallowed = crawl.disallows(to);
    events.add(new Event.Led(from, to, isListed, isDisallowed));
    if (isListed && !isDisallowed && asked.size() < sample && sitemaps.add(from) && asked.add(to)) {
      return Optional.of(to);
    }
    return Optional.empty();
  }

  /** Continues at the pages of the sample. */
  private final class Sampling implements PageProcessor {
    @Override
    public boolean takes(int status) {
      return true;
    }

    @Override
    public void process(CrawledPage page) {
      lock.lock();
      try {
        takeEvents();
        if (asked.contains(page.url())) {
          site.fetched(page.url());
        }
        for (int ahead = asked.size() - decided; ahead < AHEAD + 1; ahead++) {
          Optional<CrawlUrl> next = asked.size() < sample ? site.next(random) : Optional.empty();
          next.filter(asked::add).ifPresent(page::follow);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void takeEvents() {
    for (Event event = events.poll(); event != null; event = events.poll()) {
      switch (event) {
        case Event.Led led -> take(led);
        case Event.Decided(Verdict verdict) -> take(verdict);
        case Event.Hosts(HostRoster roster) ->
            roster
                .hosts()
                .forEach(host -> {
                  Answered its = hosts.computeIfAbsent(host.origin(), _ -> new Answered());
                  its.gap = host.gap().compareTo(its.gap) > 0 ? host.gap() : its.gap;
                });
      }
    }
  }

  private void take(Event.Led led) {
    CrawlUrl to = led.to;
    see(to);
    Optional<DropReason> rejection = scope.rejection(to, 0);
    if (rejection.isPresent()) {
      leads.put(led.from, "leads to " + to + " alone, which is " + rejection.get().text());
    } else if (led.isDisallowed) {
      disallow(to);
    } else if (led.isListed) {
      site.listed(to);
    } else {
      site.linked(led.from, to);
    }
  }

  private void see(CrawlUrl url) {
    if (seen.size() < MOST_SEEN && seen.add(url)) {
      idle.keySet()
          .removeIf(rule -> BoundedSearch.find(rule, url.toString()) == BoundedSearch.Result.FOUND);
    }
  }

  private void disallow(CrawlUrl url) {
    if (disallowed.size() < MOST_SEEN) {
      disallowed.add(url);
    }
  }

  private void take(Verdict verdict) {
    if (verdict.discovery().priority().isSitemap()) {
      readSitemaps += verdict.disposition() instanceof Disposition.Done ? 1 : 0;
      return;
    }
    CrawlUrl url = verdict.discovery().url();
    if (!asked.contains(url)) {
      return; // It was a probe of the host's answers.
    }
    decided++;
    if (verdict.disposition() instanceof Disposition.Dropped(DropReason why, var _, var _)
        && why == DropReason.ROBOTS) {
      disallow(url);
      return;
    }
    site.fetched(url);
    verdict
        .disposition()
        .answered()
        .ifPresent(answer -> {
          fetched++;
          if (answer.status() >= FIRST_ERROR) {
            leads.put(url, "is answered by status " + answer.status());
          }
          Answered its = hosts.computeIfAbsent(url.origin(), _ -> new Answered());
          its.count++;
          bytes.put(url, answer.bytes());
          its.time = its.time.plus(answer.time());
        });
  }

  private CrawlEstimate told(CrawlReport report) {
    lock.lock();
    try {
      takeEvents();
      if (readSitemaps > 0 && report.stopReason() == StopReason.LIMIT) {
        site.unread(report.toDo() * site.inSitemaps() / readSitemaps);
      }
      return plan();
    } finally {
      lock.unlock();
    }
  }

  private CrawlEstimate plan() {
    SampledSite.Size size = bounded(site.size());
    for (CrawlUrl url : site.known()) {
      hosts.computeIfAbsent(url.origin(), _ -> new Answered()).known++;
    }
    double share = (double) size.pages() / Math.max(1, site.known().size());
    List<CrawlEstimate.Host> planned = new ArrayList<>();
    hosts.forEach((origin, its) -> planned.add(planned(origin, its, share)));
    planned.removeIf(host -> host.pages() == 0);
    planned.sort(Comparator.comparingLong(CrawlEstimate.Host::pages).reversed());
    Answered all = all();
    Duration together = mean(all).multipliedBy(size.pages()).dividedBy(options.network().tasks());
    Duration slowest =
        planned.stream()
            .map(CrawlEstimate.Host::time)
            .max(Comparator.naturalOrder())
            .orElse(together);
    return new CrawlEstimate(
        size,
        fetched,
        disallowed.size(),
        site.inSitemaps(),
        Math.round(meanBytes() * size.pages()),
        slowest.compareTo(together) > 0 ? slowest : together,
        planned,
        List.copyOf(idle.values()),
        seen.size(),
        strays());
  }

  /** Bounds the estimate by the most pages that the crawl may fetch. */
  private SampledSite.Size bounded(SampledSite.Size size) {
    long most = options.limits().maxPages();
    return new SampledSite.Size(
        Math.min(most, size.least()),
        Math.min(most, size.pages()),
        Math.min(most, size.most()),
        size.isOpen() && size.pages() < most);
  }

  private CrawlEstimate.Host planned(Origin origin, Answered its, double share) {
    long pages = Math.round(share * its.known);
    int usual = scopeHosts() == 1 ? options.network().tasks() : 1;
    int atOnce = options.politeness().perHost().orElse(usual);
    Duration byAnswers = mean(its.count == 0 ? all() : its).dividedBy(atOnce);
    Duration step = its.gap.compareTo(byAnswers) > 0 ? its.gap : byAnswers;
    return new CrawlEstimate.Host(origin, pages, its.gap, step.multipliedBy(pages));
  }

  private long scopeHosts() {
    return roots.stream().map(CrawlUrl::host).distinct().count();
  }

  private Answered all() {
    var all = new Answered();
    hosts
        .values()
        .forEach(its -> {
          all.count += its.count;
          all.time = all.time.plus(its.time);
        });
    return all;
  }

  /** The mean size of a page of the site: pages near the seeds are often larger than most. */
  private double meanBytes() {
    double sum = 0;
    double pages = 0;
    Map<CrawlUrl, Double> weights = site.weights();
    for (var each : bytes.entrySet()) {
      double weight = weights.getOrDefault(each.getKey(), 1.0);
      sum += weight * each.getValue();
      pages += weight;
    }
    return pages == 0 ? 0 : sum / pages;
  }

  private static Duration mean(Answered its) {
    return its.time.dividedBy(Math.max(1, its.count));
  }

  private List<CrawlEstimate.Stray> strays() {
    List<CrawlEstimate.Stray> strays = new ArrayList<>();
    for (CrawlUrl root : roots) {
      Optional<String> why =
          scope
              .rejection(root, 0)
              .map(reason -> "is " + reason.text() + "; it is fetched as a root all the same")
              .or(() ->
                  site.leadsOn(root) ? Optional.empty() : Optional.ofNullable(leads.get(root)));
      why.ifPresent(text -> strays.add(new CrawlEstimate.Stray(root, text)));
    }
    return strays;
  }
}
