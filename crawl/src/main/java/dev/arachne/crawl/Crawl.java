package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.fetch.ConnectionSettings;
import dev.arachne.fetch.PageLoader;
import dev.arachne.fetch.ShortageException;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Shards;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.metrics.Metrics;
import dev.arachne.offline.OfflineWorld;
import dev.arachne.options.CertificatePolicy;
import dev.arachne.options.ConnectionOptions;
import dev.arachne.options.CookiePolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.HostTable;
import dev.arachne.options.ItemOrder;
import dev.arachne.options.NetworkOptions;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.ScopeOptions;
import dev.arachne.options.UsageException;
import dev.arachne.output.ItemSink;
import dev.arachne.output.ItemTarget;
import dev.arachne.output.LedgerConsumer;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.FileDescriptors;
import dev.arachne.store.StoreException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One crawl, from its seeds to its report. Used once: {@link #run} returns when no URL is left;
 * {@link #progress} and {@link #stop} may be called from any thread meanwhile.
 *
 * <pre>{@code
 * CrawlReport report =
 *     new Crawl(CrawlOptions.crawlOf("example.com").build())
 *         .process(page -> index(page.url(), page.body()))
 *         .run();
 * }</pre>
 *
 * <p>A crawl is N workers ({@link CrawlWorker}) over one {@link Frontier}, all coroutines of one
 * event loop. Its thread is the one that calls {@code run}, or one made for it if that is virtual.
 * With {@link NetworkOptions#loops} pages are fetched and read on further loops, too ({@link
 * FetchLoop}).
 */
public final class Crawl {
  /** The form of names of consumers and recorders. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");

  private final CrawlOptions options;
  private Extensions stages = Extensions.NONE;
  private Optional<Scraper> scraper;
  private ItemOrder order;
  private Optional<ItemSink> sink = Optional.empty();
  private final Listeners listener = new Listeners();
  private List<Change> changes = List.of();
  private Supplier<String> snapshots = () -> "{}";

  /** The browser that shows pages; empty if the crawl does not use one. */
  private Optional<Renderer.Started> browser = Optional.empty();

  /** Of the process when the crawl began; empty where the system shows and sets none. */
  private Optional<FileDescriptors> descriptors = Optional.empty();

  private volatile @Nullable RunningCrawl running;

  /** Whether a snapshot was requested. */
  private volatile boolean isWatched;

  private volatile Optional<CrawlSnapshot> end = Optional.empty();
  private volatile boolean stopRequested;
  private volatile boolean drainRequested;

  /** Whether metrics were requested, and their values at the end. */
  private volatile boolean measured;

  private volatile Optional<Metrics> lastMetrics = Optional.empty();
  private final AtomicBoolean began = new AtomicBoolean();

  /** A crawl from these seeds, with default options, that has not started. */
  public static Crawl of(String... roots) {
    return new Crawl(CrawlOptions.crawlOf(roots).build());
  }

  /** A crawl that has not started. */
  public Crawl(CrawlOptions options) {
    this.options = options;
    this.scraper = options.outputs().rules().map(RuleScraper::new);
    this.order = options.outputs().order();
  }

  /** Adds a customizer of requests, called after those added before; before {@link #run}. */
  public Crawl customize(RequestCustomizer customizer) {
    stages = stages.with(customizer);
    return this;
  }

  /**
   * Records with {@code recorder} all that visits send and receive; before {@link #run}, once.
   *
   * @throws IllegalArgumentException if the recorder's name is malformed, or if the options have an
   *     archive
   */
  public Crawl record(VisitRecorder recorder) {
    requireName(recorder.name());
    if (options.outputs().archive().directory().isPresent()) {
      throw new IllegalArgumentException("the options have an archive, which is the recorder");
    }
    stages = stages.with(recorder);
    return this;
  }

  /**
   * Replaces the loader of pages; before {@link #run}, once.
   *
   * @param loader makes the loader of a loop, from the HTTP loader that it may fall back on; called
   *     on that loop
   */
  public Crawl load(UnaryOperator<PageLoader> loader) {
    stages = stages.with(loader);
    return this;
  }

  /** Adds a filter of new links, called after those added before; before {@link #run}. */
  public Crawl filter(LinkFilter filter) {
    stages = stages.with(filter);
    return this;
  }

  /** Adds a processor of pages, called after those added before; before {@link #run}. */
  public Crawl process(PageProcessor processor) {
    stages = stages.with(processor);
    return this;
  }

  /**
   * Calls processors and scrapers on {@code executor}, which the caller closes; before {@link
   * #run}, once. Without it each page gets a virtual thread. A page that the executor rejects has
   * failed.
   *
   * <p>At most {@code tasks} pages are with processors, and up to 2,000 more while processors wait
   * for longer than 250 ms. So pages of other hosts continue. An executor with fewer threads lowers
   * that bound, for example for a service that accepts no more.
   */
  public Crawl processOn(Executor executor) {
    stages = stages.with(executor);
    return this;
  }

  /**
   * Sends the records that page processors add to {@code sink}, those of a page after the page is
   * decided. In a crawl that is kept in a directory a record arrives at least once, even if
   * processes crash. Before {@link #run}, once. Without it they go to the file of {@link
   * CrawlOptions.Builder#items}.
   */
  public Crawl records(ItemOrder order, ItemSink sink) {
    this.order = order;
    this.sink = Optional.of(sink);
    return this;
  }

  /**
   * Adds a consumer of all that the crawl decides; before {@link #run}. The crawl has to be kept in
   * a directory, and at its end waits until the consumer has received everything; a stopped crawl
   * does not wait.
   *
   * @throws IllegalArgumentException if the consumer's name is malformed or already taken
   */
  public Crawl consume(LedgerConsumer consumer) {
    String name = consumer.name();
    requireName(name);
    if (stages.consumers().stream().anyMatch(other -> other.name().equals(name))) {
      throw new IllegalArgumentException("two consumers have the name " + name);
    }
    stages = stages.with(consumer);
    return this;
  }

  /**
   * Makes this crawl one of several that share the hosts of one; before {@link #runOnLoop}. All are
   * in one process and on one event loop, each with a directory of its own and the same seeds. They
   * end together. {@code limit} bounds all of them together; other bounds hold for each.
   *
   * @param shards the state that they share
   * @param number which of them this is, from 0; the same in each process
   */
  public Crawl shard(Shards shards, int number) {
    return shard(ShardMembership.of(shards, number));
  }

  /**
   * Makes this crawl one of several that share the hosts of one, under an engine; before {@link
   * #runOnLoop}. Each has a directory of its own, and the same seeds.
   */
  public Crawl shard(ShardMembership membership) {
    stages = stages.with(membership);
    return this;
  }

  private static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name has up to 32 small letters, digits and hyphens, not so " + name);
    }
  }

  /**
   * Scrapes each page with {@code scraper}, and writes its records to the file of {@link
   * OutputOptions#items}; before {@link #run}, once. The crawl follows the page's links of the
   * kinds in {@link ScopeOptions#follow} and the URLs that the scraper returns. These must be in
   * scope, and the page must not forbid robots to follow. To follow only the scraper's URLs, use
   * {@code follow(Set.of())}.
   *
   * <p>In a crawl that is kept in a directory, the file has every record of a decided page exactly
   * once, even if processes crash.
   */
  public Crawl scrape(Scraper scraper) {
    this.scraper = Optional.of(scraper);
    return this;
  }

  /**
   * Scrapes each page with {@code scraper}, and sends its records to {@code items}, those of a page
   * after the page is decided. In a crawl that is kept in a directory a record arrives at least
   * once, even if processes crash. Before {@link #run}, once.
   */
  public Crawl scrape(Scraper scraper, ItemOrder order, ItemSink items) {
    this.scraper = Optional.of(scraper);
    return records(order, items);
  }

  /**
   * Makes changes before the first request, in order, as if the crawl ran; before {@link #run}. The
   * crawl fails with {@link UsageException} at the first change that cannot be made.
   */
  public Crawl beginWith(List<Change> first) {
    changes = List.copyOf(first);
    return this;
  }

  /** Adds a listener, called after those added before; before {@link #run}. */
  public Crawl listen(CrawlListener another) {
    listener.add(another);
    return this;
  }

  /**
   * Returns, in words for people, why the heap of this JVM does not suit the memory of the crawl;
   * empty if it does. The crawl uses at most the heap.
   */
  public Optional<String> heapMisfit() {
    return MemoryPlan.misfit(options, Runtime.getRuntime().maxMemory());
  }

  /**
   * Crawls until no URL is left, a bound is reached, or {@link #stop} is called.
   *
   * @throws UsageException if a seed or an output is invalid; nothing was fetched
   * @throws IOException if an output could not be written any more; the message names it
   * @throws IllegalStateException if it was called before
   */
  public CrawlReport run() throws UsageException, IOException {
    begin();
    try {
      Offline.checkSource(options.source());
      return options.source().isOffline()
          ? crawlOffline()
          : EventLoop.run("crawl", this::crawlOnLoop);
    } catch (TaskFailedException e) {
      throw unwrapped(e);
    }
  }

  /**
   * Crawls as {@link #run} does, on the caller's event loop and in the world of that loop. The
   * caller is a coroutine of the loop; its other coroutines run meanwhile. In a {@link
   * dev.arachne.simulation.Simulation} the crawl takes virtual time, and its outcome is a function
   * of the seed:
   *
   * <pre>{@code
   * CrawlReport report = EventLoop.run(Simulation.of(seed), "crawl", crawl::runOnLoop);
   * }</pre>
   *
   * @throws UsageException if a seed, an output or the number of loops is invalid; nothing was
   *     fetched
   * @throws IOException if an output could not be written any more; the message names it
   * @throws IllegalStateException if the crawl was run or started before, or if the caller is not a
   *     coroutine
   */
  public CrawlReport runOnLoop() throws UsageException, IOException {
    boolean isSimulated = EventLoop.current().time() != TimeSource.SYSTEM;
    if (isSimulated && options.network().loops() > 1) {
      throw new UsageException("loops", "a simulated crawl has one event loop; leave loops at 1");
    }
    if (isSimulated && options.renderPlan().needsBrowser()) {
      throw new UsageException("render", "a simulated crawl has no browser; leave it out");
    }
    if (options.source().isOffline()) {
      throw new UsageException(
          "from", "a crawl of an archive runs in a world of its own; call run, or leave it out");
    }
    begin();
    try {
      return crawlOnLoop();
    } catch (Exception e) {
      throw unwrapped(e);
    }
  }

  /**
   * Starts the crawl on a thread of its own and returns at once. Several crawls may run at the same
   * time; they share only this machine and its DNS lookups. The process does not end before the
   * crawl does.
   *
   * <pre>{@code
   * CrawlHandle crawl = Crawl.of("example.com").start();
   * System.out.println(crawl.progress());
   * CrawlReport report = crawl.await();
   * }</pre>
   *
   * @throws UsageException if this machine lacks a prerequisite of the crawl
   * @throws IllegalStateException if it was run or started before
   */
  public CrawlHandle start() throws UsageException {
    begin();
    return new CrawlHandle(
        this,
        options.source().isOffline()
            ? EventLoop.begin("crawl", this::crawlBeside)
            : EventLoop.begin("crawl", this::crawlOnLoop));
  }

  private CrawlReport crawlBeside() {
    return EventLoop.current().offloadWhole("the crawl of an archive", this::crawlOffline);
  }

  /** Crawls an archive in a world of its own; blocks. */
  private CrawlReport crawlOffline() throws UsageException, IOException {
    Offline.check(options);
    try (OfflineWorld world = Offline.world(options.source(), listener)) {
      return EventLoop.run(world, "crawl", this::crawlOnLoop);
    }
  }

  private void begin() throws UsageException {
    if (began.getAndSet(true)) {
      throw new IllegalStateException("a crawl runs once; make another Crawl");
    }
    descriptors = FileDescriptors.ofProcess();
    Optional<OpenFiles> files = descriptors.map(its -> OpenFiles.of(its, options, true));
    if (files.isPresent() && files.get().tasks(1) == 0) {
      throw tooFew(files.get());
    }
  }

  private CrawlReport crawlOnLoop() throws Exception {
    MemoryPlan.check(options);
    OptionConflicts.check(options);
    if (stages.membership().isPresent() && options.renderPlan().needsBrowser()) {
      throw new UsageException("render", "a shard shows no pages; leave it out");
    }
    HostTable hosts = hostTable();
    ConnectionSettings connectionSettings = connectionSettings();
    if (!options.renderPlan().needsBrowser()) {
      return crawl(hosts, connectionSettings);
    }
    return Renderer.started( // Without a browser nothing is made.
        options,
        its -> {
          browser = Optional.of(its);
          return crawl(hosts, connectionSettings);
        });
  }

  private CrawlReport crawl(HostTable hosts, ConnectionSettings connectionSettings)
      throws Exception {
    if (options.storage().directory().isEmpty()) {
      refuseConsumers();
      return crawl(hosts, null, connectionSettings);
    }
    return KeptRun.of(options, listener, directory -> crawl(hosts, directory, connectionSettings));
  }

  /** Consumers read the ledger on the disk. */
  private void refuseConsumers() throws UsageException {
    for (LedgerConsumer consumer : stages.consumers()) {
      throw new UsageException(
          "consumer " + consumer.name(),
          "reads the crawl's ledger, which is in memory; name a directory in the options");
    }
  }

  private HostTable hostTable() throws UsageException {
    Optional<Path> file = options.sites().hosts();
    if (file.isEmpty()) {
      return HostTable.NONE;
    }
    HostTable hosts =
        EventLoop.current()
            .offloadWhole("the settings in " + file.get(), () -> HostTable.read(file.get()));
    if (!hosts.logins().isEmpty() && options.sites().cookies() == CookiePolicy.IGNORE) {
      throw new UsageException(
          file.get().toString(), "has a login, which needs cookies; leave out --no-cookies");
    }
    return hosts;
  }

  /** Most crawls have no files to read here, and need no thread for that. */
  private ConnectionSettings connectionSettings() throws UsageException {
    ConnectionOptions its = options.connections();
    boolean isPlain =
        its.authorities().isEmpty()
            && its.clientCertificate().isEmpty()
            && its.clientKey().isEmpty()
            && its.from().isEmpty();
    return isPlain
        ? ConnectionSettings.of(its)
        : EventLoop.current()
            .offloadWhole("the certificates of the crawl", () -> ConnectionSettings.of(its));
  }

  private CrawlReport crawl(
      HostTable hosts, @Nullable CrawlDirectory directory, ConnectionSettings connectionSettings)
      throws Exception {
    try (var seeds = ServedSeeds.of(options.seeds().roots(), directory)) {
      return crawl(seeds, hosts, directory, connectionSettings);
    }
  }

  private CrawlReport crawl(
      ServedSeeds seeds,
      HostTable hosts,
      @Nullable CrawlDirectory directory,
      ConnectionSettings connectionSettings)
      throws Exception {
    try {
      Optional<OpenFiles> files =
          options.source().isOffline()
              ? Optional.empty()
              : descriptors.map(its -> OpenFiles.of(its, options, seeds.haveServers()));
      UrlDisplay names = seeds.names();
      var crawl =
          new RunningCrawl(
              fitting(files),
              hosts,
              files,
              directory,
              seeds.urls(),
              names,
              connectionSettings,
              offlineStages(),
              scraping(names),
              listener);
      crawl.beginWith(changes);
      if (browser.isPresent()) {
        crawl.showIn(browser.get());
      }
      if (measured) {
        crawl.watch().measure();
      }
      running = crawl;
      if (options.connections().certificates() == CertificatePolicy.IGNORE) {
        listener.warned(ConnectionSettings.INSECURE);
      }
      if (stopRequested) {
        crawl.stop();
      } else if (drainRequested) {
        crawl.drain();
      }
      CrawlReport report =
          directory == null
              ? crawl.crawl()
              : ControlledCrawl.run(
                  this,
                  options.storage().directory().orElseThrow(),
                  options.source().isOffline(),
                  crawl::crawl,
                  snapshots,
                  listener);
      lastMetrics = crawl.watch().lastMetrics();
      if (isWatched) {
        end = Optional.of(crawl.watch().end(report));
      }
      return report;
    } finally {
      running = null;
    }
  }

  /** Returns the options with as many tasks as the file descriptors allow. */
  private CrawlOptions fitting(Optional<OpenFiles> files) throws UsageException {
    if (options.source().isOffline()) {
      return Offline.hurried(options);
    }
    int wanted = options.network().tasks();
    int tasks = files.map(its -> its.tasks(wanted)).orElse(wanted);
    if (tasks == wanted) {
      return options;
    }
    OpenFiles few = files.orElseThrow();
    if (tasks == 0) {
      throw tooFew(few);
    }
    listener.limited(
        "%d parallel requests instead of %d: too few file descriptors; use ulimit -n %d first"
            .formatted(tasks, wanted, few.limitFor(wanted)));
    return options.changed().tasks(tasks).build();
  }

  private Extensions offlineStages() {
    return EventLoop.current().world() instanceof OfflineWorld world
        ? Offline.stages(stages, world, options.source().captures())
        : stages;
  }

  private UsageException tooFew(OpenFiles few) {
    return new UsageException(
        "ulimit -n",
        "too few open files are allowed; this crawl needs %d at least; use ulimit -n %d first"
            .formatted(few.limitFor(1), few.limitFor(options.network().tasks())));
  }

  private Optional<Scraping> scraping(UrlDisplay names) {
    return scraper.isPresent() || sink.isPresent() || !options.outputs().items().isEmpty()
        ? Optional.of(new Scraping(scraper, order, target(), names))
        : Optional.empty();
  }

  private ItemTarget target() {
    if (sink.isPresent()) {
      return new ItemTarget.ToSink(sink.get());
    }
    if (options.outputs().items().isEmpty()) {
      throw new IllegalStateException("records go nowhere; name a file in the options, or a sink");
    }
    return new ItemTarget.InFiles(options.outputs().items(), options.outputs().format());
  }

  /**
   * Ends the crawl when the URLs in flight are decided; no other URL is fetched, and none at all if
   * it is called before {@link #run}. {@link #stop} does not wait for these, and may be called
   * afterwards. Thread-safe.
   */
  public void drain() {
    drainRequested = true;
    RunningCrawl now = running;
    if (now != null) {
      try {
        now.loop().execute(now::drain);
      } catch (IllegalStateException e) {
        return; // The crawl has just ended by itself.
      }
    }
  }

  /**
   * Ends the crawl soon: fetches in flight are aborted, and their URLs stay pending. Thread-safe.
   */
  public void stop() {
    stopRequested = true;
    RunningCrawl now = running;
    if (now != null) {
      try {
        now.loop().execute(now::stop);
      } catch (IllegalStateException e) {
        return; // The crawl has just ended by itself.
      }
    }
  }

  /** Whether the robots rules that the crawl has read disallow a URL. Called on its loop. */
  boolean disallows(CrawlUrl url) {
    RunningCrawl now = running;
    return now != null && now.disallows(url);
  }

  /**
   * Fetches a decided URL again, when it is its turn. Each visit has a number and a verdict of its
   * own; the verdict of the latest visit counts. Thread-safe.
   *
   * @return whether it will be fetched again; false if the crawl does not run, the URL is out of
   *     scope or it is still pending
   * @throws IllegalStateException if the crawl is not kept in a directory, which visits need
   */
  public boolean revisit(CrawlUrl url) {
    if (options.storage().directory().isEmpty()) {
      throw new IllegalStateException("a crawl in memory knows of no visits; name a directory");
    }
    RunningCrawl now = running;
    return now != null && now.revisit(url);
  }

  /**
   * Changes the running crawl. When this returns the change is committed and holds for every
   * request that is not sent yet: none starts after a pause, and none for an excluded URL. Each
   * change has an entry in the ledger, and can be undone; changes in force stay in force when the
   * crawl is resumed. Thread-safe.
   *
   * @return the change with its number, or the reason why it was refused
   */
  public Change.Outcome change(Change change) {
    RunningCrawl now = running;
    return now == null ? RunningCrawl.NOT_RUNNING : now.change(change);
  }

  /** The changes in force, in order; empty before the crawl has started and after it has ended. */
  public List<LedgerEntry.Changed> changes() {
    RunningCrawl now = running;
    return now == null ? List.of() : now.changes();
  }

  /**
   * Answers other processes that request a snapshot of this crawl with {@code json}: a JSON object
   * on one line. It is called on a thread of its own, which it may block; before {@link #run},
   * once.
   */
  public Crawl snapshots(Supplier<String> json) {
    snapshots = json;
    return this;
  }

  /**
   * The current progress; empty before the crawl has started and after it has ended. Thread-safe.
   */
  public Optional<CrawlProgress> progress() {
    RunningCrawl now = running;
    if (now == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(now.loop().spawn("progress", now.watch()::progress).await());
    } catch (IllegalStateException | CancelledException e) {
      return Optional.empty(); // The crawl ended during the request.
    }
  }

  /**
   * The current state in detail, for user interfaces; empty before the crawl has started and after
   * it has ended. Thread-safe. Nothing is gathered for it before the first request.
   */
  public Optional<CrawlSnapshot> snapshot(CrawlSnapshot.Detail detail) {
    isWatched = true;
    RunningCrawl now = running;
    if (now == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(now.loop().spawn("a snapshot", () -> now.snapshot(detail)).await());
    } catch (IllegalStateException | CancelledException | TaskFailedException e) {
      return Optional.empty(); // The crawl ended during the request.
    }
  }

  /**
   * The last state of the crawl; empty before the end, after a failure, and if no {@link #snapshot}
   * was requested by then. Thread-safe.
   */
  public Optional<CrawlSnapshot> end() {
    return end;
  }

  /**
   * Returns committed entries of the crawl's ledger from a position on, for user interfaces.
   * Thread-safe.
   *
   * @param most entries at most; the crawl's store is busy while they are read
   * @return empty if there are no more yet, if the crawl is not kept in a directory, or if it does
   *     not run
   */
  public List<CommittedEntry> ledger(long from, int most) {
    RunningCrawl now = running;
    if (now == null) {
      return List.of();
    }
    try {
      return now.loop().spawn("the ledger", () -> now.entries(from, most)).await();
    } catch (IllegalStateException | CancelledException | TaskFailedException e) {
      return List.of(); // The crawl ended during the request.
    }
  }

  /**
   * The current metrics of the crawl; empty before it has started. After the end, a caller that
   * requested them before gets those of the end. Thread-safe; it waits for the crawl's loop.
   */
  public Optional<Metrics> metrics() {
    measured = true;
    RunningCrawl now = running;
    if (now == null) {
      return lastMetrics;
    }
    now.watch().measure();
    try {
      return Optional.of(now.loop().spawn("its numbers", now.watch()::metrics).await());
    } catch (IllegalStateException | CancelledException e) {
      return lastMetrics; // The crawl ended during the request.
    }
  }

  /** Returns the exception to throw for a failed crawl. */
  static IOException unwrapped(Exception thrown) throws UsageException {
    Throwable failure = thrown;
    while (failure instanceof TaskFailedException wrapper) {
      failure = wrapper.failure();
    }
    return switch (failure) {
      case UsageException mistake -> throw mistake;
      case IOException io -> io;
      case OutOfMemoryError lack -> new IOException("out of memory: " + lack.getMessage(), lack);
      case ShortageException shortage -> new IOException(shortage.getMessage(), shortage);
      case StoreException store -> damageOrFailure(store);
      default -> throw thrown instanceof RuntimeException e ? e : new IllegalStateException(thrown);
    };
  }

  /** Damage is a usage error; an unavailable store is a failure. */
  private static IOException damageOrFailure(StoreException store) throws UsageException {
    if (store.kind() == StoreException.Kind.CORRUPT) {
      throw new UsageException(
          String.valueOf(store.getMessage()),
          "put back what was there, or begin anew: the first command with --fresh");
    }
    return new IOException(store.getMessage(), store);
  }
}
