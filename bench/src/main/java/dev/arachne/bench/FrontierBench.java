package dev.arachne.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.crawl.MemoryPlan;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.ShardDriver;
import dev.arachne.frontier.ShardRequest;
import dev.arachne.frontier.Visit;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Exchange;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.pace.HostSignal;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A made-up crawl through shard, driver and disk store. It measures the cost of an offer, a lease
 * and a verdict when a tenth of the URLs is known and when all are. It also measures the memory and
 * disk space of one URL, and the cost of a very long queue for other hosts.
 *
 * <pre>
 * taskset -c 0 java -XX:+UseSerialGC -Xmx440m -cp bench/target/bench.jar \
 *     dev.arachne.bench.FrontierBench [--urls 10000000] [--hosts 100000] [--memory 512m] [--dir D]
 * </pre>
 *
 * <p>Links lead to any URL with equal chance, unlike those of sites: a cache cannot know the next
 * one. Costs are CPU time, of the shard's thread and of the work of the store and the JVM next to
 * it (compaction, collection), so that other processes disturb less.
 */
public final class FrontierBench {
  /** Pages that share a commit, as they do when some dozens of workers are busy. */
  private static final int PAGES_AT_ONCE = 16;

  private static final int CYCLES = 200_000;
  private static final int PAGES_OF_LINKS = 50_000;
  private static final int LINKS = 10;
  private static final int NEIGHBOURS = 1_000;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final SplittableRandom random = new SplittableRandom(1);
  private final Path directory;
  private final MemoryPlan budget;
  private final int hosts;
  private DiskStore store;
  private ShardDriver driver;
  private List<Lease> leases = List.of();
  private long offered;
  private long stepNanos;

  private FrontierBench(Path directory, long memory, int hosts) {
    this.directory = directory;
    this.budget = MemoryPlan.of(memory, true);
    this.hosts = hosts;
    this.store = DiskStore.open(directory, budget.storeCache());
    this.driver = driver();
  }

  /** Prints all figures, next to their limits. */
  public static void main(String[] arguments) throws IOException {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    long urls = Long.parseLong(options.getOrDefault("--urls", "10000000"));
    int hosts = Integer.parseInt(options.getOrDefault("--hosts", "100000"));
    String memory = options.getOrDefault("--memory", "512m").replace("m", "");
    long bytes = Long.parseLong(memory) << 20;
    Path directory = Path.of(options.getOrDefault("--dir", "frontier-bench"));
    System.out.printf(
        "%,d URLs on %,d hosts, %s MB, heap up to %,d MB%n",
        urls, hosts, memory, Runtime.getRuntime().maxMemory() >> 20);
    if (!options.containsKey("--only") || options.get("--only").equals("many")) {
      new FrontierBench(directory.resolve("many"), bytes, hosts).manyHosts(urls);
    }
    if (!options.containsKey("--only") || options.get("--only").equals("one")) {
      new FrontierBench(directory.resolve("one"), bytes, NEIGHBOURS).oneLongQueue(urls);
    }
  }

  private void manyHosts(long urls) throws IOException {
    for (int host = 0; host < hosts; host++) {
      step(List.of(new ShardRequest.Offer(Discovery.root(url(offered++)))), 0);
    }
    load(urls / 10);
    double before = measure();
    load(urls);
    double after = measure();
    System.out.printf("cost of a cycle grew by %.2f (limit 1.5)%n", after / before);
    printDisk("a page in ten fetched");
    long start = System.nanoTime();
    checkpoint();
    store.close();
    store = DiskStore.open(directory, budget.storeCache());
    driver = driver();
    leases = List.of();
    System.out.printf("opened again in %.1f s%n", (System.nanoTime() - start) / 1e9);
    drain();
    printDisk("all fetched");
    printMemory();
    store.close();
  }

  private void oneLongQueue(long urls) throws IOException {
    for (int i = 0; i < NEIGHBOURS; i++) {
      step(List.of(new ShardRequest.Offer(Discovery.root(url(offered++)))), 0);
    }
    load(200 * NEIGHBOURS);
    store.compact();
    Cost alone = cycles("a cycle of 1,000 hosts", 1);
    long page = 0;
    while (page < urls) {
      List<ShardRequest> roots = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        CrawlUrl url = CrawlUrl.of("http://giant.example.com/archive/" + page++ + ".html");
        roots.add(new ShardRequest.Offer(new Discovery(url, null, 1, 0, Optional.empty())));
      }
      step(roots, 0);
    }
    store.compact();
    Cost beside = cycles("the same beside a queue of %,d URLs".formatted(urls), 1);
    System.out.printf(
        "the long queue costs a cycle of the others %+.0f%% (limit: nothing)%n",
        100 * (beside.shard / alone.shard - 1));
    printMemory();
    store.close();
  }

  /** Fetches pages with ten new links each until {@code urls} URLs are known. */
  private void load(long urls) {
    long start = System.nanoTime();
    long from = offered;
    while (offered < urls) {
      page(LINKS, 0);
    }
    System.out.printf(
        "%,d URLs known; %,.0f new ones a second%n",
        offered, (offered - from) * 1e9 / (System.nanoTime() - start));
  }

  /** Returns the CPU time of a cycle. */
  private double measure() throws IOException {
    Cost cycle = cycles("offer + lease + complete", 1);
    Cost links = new Cost();
    for (int i = 0; i < PAGES_OF_LINKS / PAGES_AT_ONCE; i++) {
      page(1, LINKS - 1);
    }
    links.end("page with 10 links, 9 of them seen", PAGES_OF_LINKS);
    System.out.printf(
        "  so offers, 90%% seen: %,.0f a second on one core (limit 50,000)%n",
        LINKS * 1e6 / (links.shard + links.beside));
    printMemory();
    return cycle.shard + cycle.beside;
  }

  private Cost cycles(String what, int newLinks) {
    Cost cost = new Cost();
    for (int i = 0; i < CYCLES / PAGES_AT_ONCE; i++) {
      page(newLinks, 0);
    }
    cost.end(what, CYCLES);
    return cost;
  }

  private void drain() {
    Cost cost = new Cost();
    long pages = 0;
    do {
      page(0, 0);
      pages += leases.size();
    } while (!leases.isEmpty());
    cost.end("lease + complete, to the last URL", pages);
  }

  /** A batch of pages, each with {@code fresh} links to new URLs and {@code seen} to known ones. */
  private void page(int fresh, int seen) {
    List<ShardRequest> requests = new ArrayList<>();
    for (Lease lease : leases) {
      List<Discovery> found = new ArrayList<>();
      for (int i = 0; i < seen; i++) {
        found.add(link(lease, random.nextLong(offered)));
      }
      for (int i = 0; i < fresh; i++) {
        found.add(link(lease, offered++));
      }
      requests.add(new ShardRequest.Complete(lease, fetched(lease).leadingTo(found, 0)));
    }
    leases = step(requests, PAGES_AT_ONCE).leases();
  }

  /** An answer in the form that servers give: no two alike. */
  private Visit fetched(Lease lease) {
    Duration took = Duration.ofNanos(random.nextLong(10_000_000, 200_000_000));
    byte[] octets = {20, 0, (byte) (lease.url().host().hashCode() >> 8), (byte) lease.depth()};
    InetAddress address;
    try {
      address = InetAddress.getByAddress(octets);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
    var answer =
        new Disposition.Answer(
            200,
            "text/html",
            random.nextLong(100_000),
            took,
            Optional.of(new PayloadDigest(random.nextLong(), random.nextLong())),
            Optional.empty());
    return Visit.of(new Disposition.Done(answer))
        .over(
            List.of(new Exchange(address, Instant.now().minus(took), took)),
            Optional.of(new HostSignal.Answered(took)));
  }

  private ShardDriver.Outcome step(List<ShardRequest> requests, int mostLeases) {
    long start = THREADS.getCurrentThreadCpuTime();
    ShardDriver.Outcome outcome = driver.step(requests, mostLeases);
    if (driver.syncIsDue()) {
      driver.sync();
    }
    stepNanos += THREADS.getCurrentThreadCpuTime() - start;
    return outcome;
  }

  private void checkpoint() {
    driver.step(
        List.of(new ShardRequest.Checkpoint(new byte[100], driver.outcome().ledgerSize())), 0);
  }

  private Discovery link(Lease page, long number) {
    return new Discovery(url(number), page.url(), page.depth() + 1, 0, Optional.empty());
  }

  private CrawlUrl url(long number) {
    long page = number / hosts;
    return CrawlUrl.of(
        "http://www.site-%d.example.com/section-%d/page-%d.html"
            .formatted(number % hosts, page % 7, page));
  }

  private ShardDriver driver() {
    FrontierOptions options = FrontierOptions.DEFAULT.withMemory(budget.frontier());
    return new ShardDriver(store, options, TimeSource.SYSTEM, (_, _) -> List.of());
  }

  private void printDisk(String when) throws IOException {
    store.compact();
    Map<String, Long> bytes = new TreeMap<>(store.bytesByKind());
    long ledger = bytes.getOrDefault("ledger", 0L);
    long frontier = bytes.values().stream().mapToLong(Long::longValue).sum() - ledger;
    System.out.printf(
        "on disk, %s: %.1f bytes a URL (limit 100), the ledger %.1f more (limit 100):",
        when, (double) frontier / offered, (double) ledger / offered);
    bytes.forEach((kind, size) -> System.out.printf(" %s %.1f", kind, (double) size / offered));
    System.out.println();
  }

  private static void printMemory() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/status"))) {
      String memory =
          lines
              .filter(line -> line.startsWith("VmHWM") || line.startsWith("VmRSS"))
              .map(line -> line.replaceAll("\\s+", " "))
              .reduce("", (a, b) -> a + " " + b);
      Runtime heap = Runtime.getRuntime();
      System.out.printf(
          "resident:%s (limit 921,600 kB); heap in use %,d MB%n",
          memory, (heap.totalMemory() - heap.freeMemory()) >> 20);
    }
  }

  /** CPU time of a stretch of work, in microseconds for one of its units. */
  private final class Cost {
    private final long processAtStart = SYSTEM.getProcessCpuTime();
    private final long threadAtStart = THREADS.getCurrentThreadCpuTime();
    private final long stepsAtStart = stepNanos;

    double shard;
    double beside;

    void end(String what, long units) {
      long thread = THREADS.getCurrentThreadCpuTime() - threadAtStart;
      shard = (stepNanos - stepsAtStart) / 1e3 / units;
      beside = (SYSTEM.getProcessCpuTime() - processAtStart - thread) / 1e3 / units;
      System.out.printf("%-45s %.1f us of the shard, %.1f us beside it%n", what, shard, beside);
    }
  }
}
