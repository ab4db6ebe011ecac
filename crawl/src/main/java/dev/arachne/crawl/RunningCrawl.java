package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.fetch.ConnectionSettings;
import dev.arachne.fetch.HttpLoader;
import dev.arachne.fetch.ShortageAwareFetch;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.FrontierListener;
import dev.arachne.frontier.HostSurvey;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.ByteRate;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.PortPolicy;
import dev.arachne.http.Timeouts;
import dev.arachne.items.PageFill;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.Verdict;
import dev.arachne.offline.OfflineWorld;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.HostTable;
import dev.arachne.options.ItemFile;
import dev.arachne.options.LimitOptions;
import dev.arachne.options.UsageException;
import dev.arachne.output.ItemOutput;
import dev.arachne.output.ItemTarget;
import dev.arachne.output.Outputs;
import dev.arachne.output.PageLine;
import dev.arachne.output.SavedBodies;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.CrawlStatistics;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.runtime.Timer;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The connected parts of a running crawl. Confined to its event loop. */
final class RunningCrawl {
  /** The outcome of changing a crawl that is over. */
  static final Change.Outcome NOT_RUNNING = new Change.Refused("the crawl does not run");

  /** The limit on a slow reply, as a multiple of the timeout for silence. */
  private static final int EXCHANGE_TIMEOUTS = 10;

  /** After a crash, the verdicts since the last checkpoint are counted again. */
  private static final Duration CHECKPOINT_EVERY = Duration.ofSeconds(1);

  /** The interval between checks of shortages. */
  private static final Duration LOOK_AT_MEMORY_EVERY = Duration.ofMillis(100);

  /** Workers that may wait for hosts, in addition to the tasks. */
  private static final int MOST_WAITING = 2_000;

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** The interval between checks for workers that wait for slow hosts. */
  private static final Duration RELIEVE_EVERY = Duration.ofMillis(50);

  private final CrawlOptions options;
  private final HostTable hosts;
  private final CrawlBounds bounds;
  private final int mostWaiting;
  private final int connections;
  private final List<CrawlUrl> roots;
  private final UrlDisplay names;
  private final ConnectionSettings connectionSettings;
  private final Extensions stages;
  private final Optional<Scraping> scraping;
  private final Optional<ItemOutput> pipeline;
  private final Outputs outputs;
  private final CrawlListener listener;
  private final EventLoop loop = EventLoop.current();
  private final ShortageAwareFetch local = new ShortageAwareFetch();
  private final Shortages shortages;
  private Optional<SavedBodies> bodies = Optional.empty();
  private Optional<PageCopies> copies = Optional.empty();
  private Optional<CrawlSpools> spools = Optional.empty();

  /** The browser that shows pages; empty if pages are not rendered. */
  private Optional<Renderer.Started> browser = Optional.empty();

  /** The rows of the directory. The frontier owns them once it runs. */
  private final Optional<DiskStore> rows;

  private final @Nullable CrawlDirectory directory;
  private final MemoryPlan memory;
  private final ByteBudget pages;
  private final Frontier frontier;
  private final SeedOffers seeds;
  private final Sessions sessions;
  private final CrawlStatistics statistics;
  private final CrawlWatch watch;
  private final FrontierCounts countsBefore;
  private final List<CrawlWorker> crew = new ArrayList<>();
  private final List<Task<?>> workers = new ArrayList<>();
  private List<EventLoop> loops = List.of();
  private @Nullable Robots robots;
  private final LiveChanges liveChanges;
  private final SecondVisit secondVisit;
  private final Guesses guesses = new Guesses();

  private final Optional<Instant> finishedBefore;
  private List<Change> typedChanges = List.of();
  private boolean stopped;

  /** The bound that has stopped the crawl. */
  private Optional<StopReason> bound = Optional.empty();

  /** External URLs that this process has opened. */
  private long external;

  /**
   * Opens the frontier, and continues its counts; waits for the disk.
   *
   * @param hosts the options of single hosts
   * @param files the bound on open files, if there is one
   */
  RunningCrawl(
      CrawlOptions options,
      HostTable hosts,
      Optional<OpenFiles> files,
      @Nullable CrawlDirectory directory,
      List<CrawlUrl> roots,
      UrlDisplay names,
      ConnectionSettings connectionSettings,
      Extensions stages,
      Optional<Scraping> scraping,
      CrawlListener listener)
      throws IOException {
    this.options = options;
    this.hosts = hosts;
    this.memory = MemoryPlan.of(options, Runtime.getRuntime().maxMemory());
    int most = Math.min(options.network().tasks() + MOST_WAITING, memory.mostTasks());
    int fetches =
        Math.max(options.network().tasks(), files.map(its -> its.tasks(most)).orElse(most));
    this.mostWaiting = fetches - options.network().tasks();
    this.connections =
        files.map(its -> its.connections(fetches, options.network().loops())).orElse(2 * fetches);
    this.roots = roots;
    this.names = names;
    this.connectionSettings = connectionSettings;
    this.scraping = scraping;
    this.listener = listener;
    this.directory = directory;
    this.pages = memory.pages(fetches);
    this.bounds = new CrawlBounds(options, hosts, roots);
    var opening = new FrontierOpening(options, memory, listener, new Bookkeeping());
    FrontierOpening.Opened opened =
        opening.opened(bounds.frontier(fetches, stages.membership()), directory, stages);
    this.frontier = opened.frontier();
    this.rows = opened.rows();
    this.stages = opened.archive().map(its -> stages.with(its.recorder())).orElse(stages);
    try {
      this.seeds = new SeedOffers(options, roots, frontier);
      this.secondVisit = new SecondVisit(options, frontier);
      this.liveChanges =
          new LiveChanges(options, directory, hosts, frontier, () -> loops, listener, this::stop);
      this.sessions = Sessions.of(options, hosts, frontier, roots);
      this.statistics = CrawlStatistics.of(frontier.history(), loop.time());
      this.outputs = new Outputs(loop, options, frontier);
      this.shortages = new Shortages(local, listener, directory);
      shortages.add(frontier::obstacle);
      shortages.add(outputs::obstacle);
      this.pipeline = scraping.map(its -> its.pipeline(loop, roots, frontier, outputs));
      scraping.ifPresent(its -> statistics.scrapes(its.fields()));
      this.countsBefore = frontier.counts();
      this.watch =
          new CrawlWatch(
              options,
              frontier,
              statistics,
              outputs,
              pages,
              crew,
              bounds.areOfOneHost(),
              this::waitingFor);
      this.finishedBefore =
          countsBefore.decided() > 0 && countsBefore.pending() == 0
              ? Optional.of(statistics.lastSaved())
              : Optional.empty();
    } catch (Throwable e) {
      frontier.abandon();
      throw e;
    }
  }

  /** Makes changes before the first request. */
  void beginWith(List<Change> changes) {
    typedChanges = changes;
  }

  /** Shows pages in a browser, which the caller closes. */
  void showIn(Renderer.Started its) {
    browser = Optional.of(its);
  }

  EventLoop loop() {
    return loop;
  }

  CrawlReport crawl() throws Exception {
    stages.membership().ifPresent(its -> its.join().accept(frontier));
    Timer tells = loop.every(LOOK_EVERY, shortages::tell);
    Timer notes = loop.every(LOOK_EVERY, watch::noteCourse);
    Timer looks = loop.every(LOOK_AT_MEMORY_EVERY, this::stopAtBounds);
    try (outputs) {
      open();
      run();
      shortages.tell();
    } finally {
      tells.cancel();
      notes.cancel();
      looks.cancel();
    }
    return report();
  }

  private void run() throws Exception {
    TaskGroup.run(group -> {
      group.spawn("frontier", frontier);
      outputs.start(group);
      Timer checkpoints = loop.every(CHECKPOINT_EVERY, this::checkpoint);
      work();
      checkpoints.cancel();
      end();
      return true;
    });
  }

  /** Opens the outputs; closes them again if that fails. */
  private void open() throws UsageException, IOException {
    try {
      if (options.outputs().save().isPresent()) {
        bodies =
            Optional.of(
                SavedBodies.in(
                    options.outputs().save().get(),
                    "--save",
                    names::display,
                    statistics.started()));
        shortages.add(bodies.get()::obstacle);
      }
      if (options.render().takesCopies()) {
        copies = Optional.of(PageCopies.of(options.render(), names::display, statistics.started()));
        shortages.add(copies.get()::obstacle);
      }
      sessions.load();
      boolean goesOn = countsBefore.pending() > 0;
      spools = Optional.of(CrawlSpools.open(options, directory, rows.filter(_ -> goesOn)));
      spools.flatMap(CrawlSpools::bodies).ifPresent(its -> shortages.add(its::obstacle));
      outputs.open(scraping.map(Scraping::target), itemsBegin(), stages.consumers());
      if (directory != null) {
        confirm(directory);
      }
    } catch (Throwable e) {
      frontier.abandon();
      throw e;
    }
  }

  /** The options are on the disk when this returns, which the loop does not wait for. */
  private void confirm(CrawlDirectory its) {
    loop.offloadWhole(
        "the options of the crawl",
        () -> {
          its.confirm();
          return true;
        });
  }

  /**
   * The positions of this crawl's first record in the files of records, now or when the crawl
   * started.
   */
  private List<Long> itemsBegin() throws UsageException, IOException {
    if (scraping.filter(Scraping::joins).isPresent() && !frontier.isWhole()) {
      throw new UsageException(
          "detail", "needs all pages in one process; leave detail out, or crawl without shards");
    }
    if (scraping.isEmpty() || !(scraping.get().target() instanceof ItemTarget.InFiles target)) {
      return List.of();
    }
    List<Long> kept = directory == null ? List.of() : directory.itemsBegin();
    if (kept.size() == target.files().size()) {
      return kept;
    }
    List<Long> begins = new ArrayList<>();
    for (ItemFile file : target.files()) {
      begins.add(file.begin(target.format(file)));
    }
    if (directory != null) {
      directory.itemsBegin(begins);
    }
    return begins;
  }

  private void end() throws IOException {
    try {
      if (directory == null || frontier.counts().pending() == 0) {
        pipeline.ifPresent(ItemOutput::end);
      }
    } catch (CancelledException e) {
      if (!frontier.gaveUp()) {
        throw e;
      }
    }
    outputs.finish();
    sessions.save();
    if (directory == null || frontier.counts().pending() == 0) {
      spools.ifPresent(CrawlSpools::clear);
    }
    checkpoint();
    frontier.close();
  }

  /** Whether the known robots rules disallow a URL. */
  boolean disallows(CrawlUrl url) {
    return robots != null && robots.knownDenial(url).isPresent();
  }

  /** Aborts the fetches in flight; {@link #crawl} returns soon. */
  void stop() {
    stopped = true;
    frontier.stop();
    outputs.stop();
    workers.forEach(Task::cancel);
  }

  /** Leases no more URLs; {@link #crawl} returns when those in flight are decided. */
  void drain() {
    stopped = true;
    frontier.stop();
  }

  /** Fetches a decided URL again; returns whether it will. Thread-safe. */
  boolean revisit(CrawlUrl url) {
    try {
      return loop.spawn("the next visit of " + url, () -> frontier.revisit(url)).await();
    } catch (IllegalStateException | CancelledException e) {
      return false; // The crawl ended meanwhile.
    }
  }

  /** Makes a change; returns once it is committed. Thread-safe. */
  Change.Outcome change(Change change) {
    try {
      return loop.spawn(change.text(), () -> make(change)).await();
    } catch (IllegalStateException | CancelledException e) {
      return NOT_RUNNING; // The crawl ended meanwhile.
    }
  }

  private Change.Outcome make(Change change) {
    Change.Outcome outcome = liveChanges.make(change);
    frontier.changes().opened().forEach(statistics::opened);
    return outcome;
  }

  /** The changes in force. Thread-safe. */
  List<LedgerEntry.Changed> changes() {
    try {
      return loop.spawn("changes", () -> frontier.changes().inForce()).await();
    } catch (IllegalStateException | CancelledException e) {
      return List.of();
    }
  }

  /** The view of the running crawl. */
  CrawlWatch watch() {
    return watch;
  }

  /** Returns a snapshot of the crawl; waits a moment for the survey of hosts. */
  CrawlSnapshot snapshot(CrawlSnapshot.Detail detail) {
    return watch.snapshot(detail, reportSoFar(StopReason.NOTHING_YET, Optional.empty()));
  }

  /** Returns entries of the ledger from a position on. */
  List<CommittedEntry> entries(long from, int most) {
    return frontier.entries(from, most);
  }

  private void work() throws Exception {
    Scope scope = Scope.of(options, roots);
    try (var opened =
        new FetchLoops(
            options,
            rootHosts(),
            httpOptions(),
            frontier,
            scope,
            local,
            bodies,
            spools.flatMap(CrawlSpools::bodies),
            spools.map(CrawlSpools::sitemaps),
            stages,
            scraping)) {
      opened.openBeside();
      loops = opened.loops();
      FetchLoop here = opened.here();
      var rates = new HostRates(options.limits().hostByteRate(), hosts, loop.time());
      var rules = new RobotsCache(frontier, memory.robots());
      var robots =
          new Robots(
              options,
              frontier,
              sessions,
              rates,
              here.client(),
              here.lag(),
              local,
              here.counts(),
              rules,
              new SitemapPlaces(options, scope, servedOrigins(), seeds::isThere),
              stages.recorder());
      this.robots = robots;
      var logins =
          new Logins(
              hosts,
              options.politeness(),
              frontier,
              sessions,
              rates,
              new HttpLoader(here.client(), here.lag(), local, here.counts()),
              listener);
      Optional<Renderer> renderer =
          browser.isPresent()
              ? Optional.of(
                  browser
                      .get()
                      .renderer(frontier, subresources(robots, rates, scope, here), copies))
              : Optional.empty();
      work(robots, logins, rates, opened, renderer);
    } finally {
      watch.isUnstaffed();
    }
  }

  private Subresources subresources(Robots robots, HostRates rates, Scope scope, FetchLoop here) {
    return new Subresources(
        frontier,
        robots,
        sessions,
        rates,
        scope,
        new HttpLoader(here.client(), here.lag(), local, here.counts()),
        stages.recorder(),
        options.limits());
  }

  private void work(
      Robots robots,
      Logins logins,
      HostRates rates,
      FetchLoops fetchLoops,
      Optional<Renderer> renderer)
      throws Exception {
    var places = new TaskPermits(loop, options.network().tasks(), mostWaiting);
    watch.isStaffed(fetchLoops, renderer.isPresent() ? renderer.get()::waiting : () -> 0);
    frontier.begun(bounds.terms());
    pipeline.ifPresent(ItemOutput::resume);
    liveChanges.goOn(typedChanges);
    frontier.changes().opened().forEach(statistics::opened);
    seeds.offer();
    secondVisit.begin();
    openExternal();
    Timer relief = loop.every(RELIEVE_EVERY, () -> places.relieve(loop.time().nanos()));
    try {
      TaskGroup.run(group -> {
        places.staffWith(
            () -> spawnWorker(group, robots, logins, rates, fetchLoops, renderer, places));
        return true;
      });
    } finally {
      if (renderer.isPresent()) {
        renderer.get().close();
      }
      relief.cancel();
    }
    watch.lookForTheLastTime();
  }

  private void spawnWorker(
      TaskGroup group,
      Robots robots,
      Logins logins,
      HostRates rates,
      FetchLoops fetchLoops,
      Optional<Renderer> renderer,
      TaskPermits places) {
    if (stopped) {
      return;
    }
    var worker =
        new CrawlWorker(
            frontier,
            fetchLoops.here().client(),
            robots,
            logins,
            sessions,
            rates,
            fetchLoops,
            renderer,
            pipeline,
            outputs,
            pages.share(),
            places.place(),
            seeds::hasMoreCaptures,
            secondVisit,
            guesses,
            listener,
            this::stop);
    crew.add(worker);
    workers.add(group.spawn("worker " + crew.size(), worker));
  }

  /** Opens the external URLs that an earlier process has found, if they are to be checked. */
  private void openExternal() {
    if (options.scope().external() == ExternalTargets.CHECK
        && options.storage().directory().isPresent()) {
      external = frontier.reopenings().external(Scope.of(options, roots)::checks);
    }
  }

  private boolean scrapes() {
    return scraping.isPresent() && scraping.get().scrapes();
  }

  private Set<String> rootHosts() {
    return roots.stream().map(CrawlUrl::host).collect(Collectors.toUnmodifiableSet());
  }

  private HttpOptions httpOptions() {
    Duration patience = options.network().timeout();
    // Not multipliedBy, which uses BigDecimal and costs 12 ms at the start.
    Duration whole =
        Duration.ofSeconds(
            EXCHANGE_TIMEOUTS * patience.toSeconds(),
            (long) EXCHANGE_TIMEOUTS * patience.getNano());
    Set<Origin> rootOrigins = new HashSet<>();
    roots.forEach(root -> rootOrigins.add(root.origin()));
    long rate = options.limits().byteRate();
    HttpOptions unbounded = connectionSettings.applyTo(HttpOptions.DEFAULT, rootHosts());
    HttpOptions answered =
        loop.world() instanceof OfflineWorld world
            ? unbounded.withAnswers(world.answers())
            : unbounded;
    return (rate == Long.MAX_VALUE ? answered : answered.withRate(new ByteRate(rate, loop.time())))
        .withUserAgent(options.network().userAgent())
        .withTimeouts(new Timeouts(whole, patience, patience, patience, patience, patience, whole))
        .withLimits(scrapes() ? memory.limitsOfTrees() : memory.limits())
        .withConnections(options.network().tasks(), connections)
        .withProxies(
            new Proxies(
                options.sites().proxies(), options.sites().direct(), servedOrigins(), hosts))
        .withPorts(PortPolicy.WEB.orOrigins(rootOrigins));
  }

  /** The sites that serve folders. */
  private Set<Origin> servedOrigins() {
    return names.folders().stream()
        .map(folder -> folder.root().origin())
        .collect(Collectors.toUnmodifiableSet());
  }

  private void checkpoint() {
    List<OutputRecord> counted = statistics.takeUnchecked();
    if (directory != null) {
      frontier.checkpoint(statistics.toBytes());
      frontier.settled(counted);
    }
  }

  /** Handles each verdict. */
  private final class Bookkeeping implements FrontierListener {
    private final PageLine line = PageLine.of(options.outputs().pages(), names::display);

    /** Whether a verdict may reach a bound; the clock is looked at from time to time. */
    private final boolean isBounded =
        options.limits().maxBytes() < Long.MAX_VALUE
            || options.limits().maxErrors() < Long.MAX_VALUE;

    @Override
    public void decided(Verdict verdict) {
      statistics.add(verdict);
      if (isBounded) {
        stopAtBounds();
      }
      pipeline.ifPresent(its -> its.decided(verdict));
      listener.decided(verdict);
      secondVisit.decided(verdict);
    }

    @Override
    public void recorded(List<OutputRecord> records) {
      for (OutputRecord record : records) {
        switch (record.output()) {
          case Outputs.ORDER -> pipeline.ifPresent(its -> its.committed(record));
          case CrawlStatistics.RENDERINGS -> statistics.addRendering(record);
          case PageFill.OUTPUT -> statistics.addFill(record).forEach(listener::sparse);
          default -> outputs.add(record);
        }
      }
    }

    @Override
    public List<OutputRecord> lines(Verdict verdict, PageSummary page) {
      return line.formats().isEmpty() || verdict.isOfNoPage() ? List.of() : line.of(verdict, page);
    }
  }

  private Optional<String> waitingFor(FrontierCounts counts) {
    Optional<String> shortage = shortages.now();
    if (shortage.isPresent()) {
      return shortage;
    }
    Optional<LedgerEntry.Changed> pause = frontier.changes().pause();
    if (pause.isPresent() && counts.inFlight() == 0) {
      return Optional.of("its user: " + pause.get().text());
    }
    HostSurvey hosts = frontier.hosts();
    if (counts.inFlight() == 0 && hosts.allRest() && hosts.failing().isPresent()) {
      return hosts.failing();
    }
    return counts.inFlight() == 0 && counts.queued() == 0 && counts.retrying() > 0
        ? Optional.of("the next try")
        : Optional.empty();
  }

  private void stopAtBounds() {
    if (!stopped && frontier.counts().pending() > 0) {
      bound = boundReached();
      if (bound.isPresent()) {
        stop();
      }
    }
  }

  /**
   * Returns the bound that was reached. The links of a crawl in memory have no other place, so a
   * full frontier is a bound.
   */
  private Optional<StopReason> boundReached() {
    LimitOptions limits = options.limits();
    return directory == null && frontier.bytesInMemory() > memory.frontier()
        ? Optional.of(StopReason.MEMORY)
        : statistics.boundReached(limits.maxTime(), limits.maxBytes(), limits.maxErrors());
  }

  private CrawlReport report() {
    FrontierCounts counts = frontier.counts();
    StopReason stopReason =
        counts.pending() == 0 && !frontier.gaveUp() && !outputs.gaveUp()
            ? StopReason.NOTHING_LEFT
            : bound.orElse(stopped ? StopReason.INTERRUPT : StopReason.LIMIT);
    Optional<Instant> old =
        counts.discovered() == countsBefore.discovered()
                && counts.skipped() == countsBefore.skipped()
                && external + secondVisit.opened() == 0
            ? finishedBefore
            : Optional.empty();
    CrawlReport report = reportSoFar(stopReason, old);
    CrawlReport changed =
        report.withChanges(
            frontier.changes().inForce().stream().map(LedgerEntry.Changed::text).toList());
    return seeds.areCaptures() ? changed.withoutFailedRoots() : changed;
  }

  private CrawlReport reportSoFar(StopReason stopReason, Optional<Instant> old) {
    long held = pipeline.map(ItemOutput::held).orElse(0L);
    long toDo = frontier.counts().pending();
    return statistics.report(options.seeds().roots(), toDo, held, stopReason, old, names::display);
  }
}
