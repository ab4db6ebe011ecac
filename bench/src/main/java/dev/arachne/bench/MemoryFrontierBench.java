package dev.arachne.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.arachne.frontier.FrontierOptions;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.ShardDriver;
import dev.arachne.frontier.ShardRequest;
import dev.arachne.frontier.Visit;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Exchange;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.MemoryStore;
import dev.arachne.url.CrawlUrl;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The cost of a page in the frontier of a crawl in memory, in a crawl too short for everything to
 * be compiled. It is the CPU time of the shard's steps, and of the JVM's work next to them. To be
 * run with the options of the launcher:
 *
 * <pre>
 * java -XX:+UseCompactObjectHeaders -XX:CompileThresholdScaling=5 \
 *     -XX:FreqInlineSize=120 -XX:+UseSerialGC \
 *     -cp bench/target/bench.jar dev.arachne.bench.MemoryFrontierBench
 * </pre>
 */
public final class MemoryFrontierBench {
  private static final int HOSTS = 4;
  private static final int PAGES = 40_000;
  private static final int COLD_PAGES = 10_000;
  private static final int LINKS = 3;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final ShardDriver driver =
      new ShardDriver(
          new MemoryStore(),
          FrontierOptions.DEFAULT
              .withMemory(FrontierOptions.UNBOUNDED)
              .withPoliteness(Politeness.NONE.withPerHost(64).withAddresses(64, Duration.ZERO))
              .withWorkers(65),
          TimeSource.SYSTEM,
          (_, _) -> List.of());
  private final InetAddress address = InetAddress.getLoopbackAddress();
  private long steps;
  private final int[] known = new int[HOSTS];

  private MemoryFrontierBench() {}

  /** Prints both figures. */
  public static void main(String[] arguments) {
    var bench = new MemoryFrontierBench();
    List<ShardRequest> roots = new ArrayList<>();
    for (int host = 0; host < HOSTS; host++) {
      roots.add(new ShardRequest.Offer(Discovery.root(url(host, bench.known[host]++))));
    }
    List<Lease> leases = bench.step(roots, HOSTS);
    leases = bench.fetch("the first pages", COLD_PAGES, leases);
    bench.fetch("those after them", PAGES - COLD_PAGES, leases);
  }

  private List<Lease> fetch(String what, int pages, List<Lease> first) {
    long process = SYSTEM.getProcessCpuTime();
    long thread = THREADS.getCurrentThreadCpuTime();
    steps = 0;
    List<Lease> leases = new ArrayList<>(first);
    for (int page = 0; page < pages; page++) {
      leases.addAll(complete(leases.removeFirst(), leases.size() < 64 ? 2 : 1));
    }
    double beside =
        SYSTEM.getProcessCpuTime() - process - (THREADS.getCurrentThreadCpuTime() - thread);
    System.out.printf(
        "%-20s %.2f us of the shard, %.2f us beside it%n",
        what, steps / 1e3 / pages, beside / 1e3 / pages);
    return leases;
  }

  private List<Lease> complete(Lease lease, int mostLeases) {
    List<ShardRequest> requests = new ArrayList<>();
    if (lease.address().isEmpty()) {
      requests.add(new ShardRequest.Locate(lease, address));
    }
    Duration took = Duration.ofMillis(1);
    var answer = new Disposition.Answer(200, "text/html", 26_000, took);
    Visit visit =
        Visit.of(new Disposition.Done(answer), links(lease))
            .over(
                List.of(new Exchange(address, Instant.now(), took)),
                Optional.of(new HostSignal.Answered(took)));
    requests.add(new ShardRequest.Complete(lease, visit));
    return step(requests, mostLeases);
  }

  /** New ones of the same host until all are known, each of them twice. */
  private List<Discovery> links(Lease lease) {
    int host = lease.url().host().charAt("127.0.0.".length()) - '1';
    List<Discovery> found = new ArrayList<>();
    for (int i = 0; i < LINKS && known[host] < 2 * PAGES / HOSTS; i++) {
      CrawlUrl url = url(host, known[host]++);
      for (int times = 0; times < 2; times++) {
        found.add(new Discovery(url, lease.url(), lease.depth() + 1, 0, Optional.empty()));
      }
    }
    return found;
  }

  private static CrawlUrl url(int host, int number) {
    return CrawlUrl.of(
        "http://127.0.0.%d:8081/api/java.base/java/lang/package-%d/a-class-%d.html"
            .formatted(1 + host, number % 71, number));
  }

  private List<Lease> step(List<ShardRequest> requests, int mostLeases) {
    long start = THREADS.getCurrentThreadCpuTime();
    ShardDriver.Outcome outcome = driver.step(requests, mostLeases);
    steps += THREADS.getCurrentThreadCpuTime() - start;
    return outcome.leases();
  }
}
