package dev.arachne.simulation;

import dev.arachne.network.Listener;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.testkit.TestSite;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A web of scripted sites in virtual time, and a run of a crawl or another client in it. Waits take
 * no real time: a retry after ten minutes happens at once. Two runs of the same client in webs with
 * the same sites and the same seed are the same, event for event.
 *
 * <pre>{@code
 * SimulatedWeb web =
 *     SimulatedWeb.of(seed)
 *         .site("a.example", TestSite.of(
 *             route("/", html("<a href=/busy><a href=/cut>")),
 *             route("/busy", status(503), html("found at the second attempt")),
 *             route("/cut", page.cutAfter(500), page)))
 *         .site("b.example", TestSite.of(route("/", html("slow").after(Duration.ofSeconds(20)))))
 *         .refuse("b.example", Duration.ZERO, Duration.ofMinutes(1));
 * Crawl crawl = new Crawl(crawlOf("http://a.example/", "http://b.example/").maxTries(10).build());
 * CrawlReport report = web.run(crawl::runOnLoop);
 * assertEquals(4, report.statuses().get(200).count());
 * assertEquals(List.of("/robots.txt", "/"), web.targets("b.example"));
 * }</pre>
 *
 * <p>Faults of one answer are part of its {@linkplain dev.arachne.testkit.Reply script}, those of
 * the network part of the {@link SimulationOptions}: latency, bandwidth, connections that break by
 * chance. Each host has a public IPv4 address of its own, and serves plain HTTP at port 80; without
 * TLS. A host without a site has no address.
 *
 * <p>The client must take time, chance and connections from its event loop, as a crawl does. Page
 * processors of a crawl run on the loop, one at a time, and must not wait for other threads.
 *
 * <p>A web is used for one run. Confined to the thread that runs it.
 */
public final class SimulatedWeb {
  private static final int PORT = 80;

  /** The first host is at 20.0.0.1: not a private address, which a crawl would refuse to fetch. */
  private static final int FIRST_ADDRESS = 20 << 24 | 1;

  private static final int MOST_HOSTS = (1 << 24) - 2;

  /** The site for requests whose Host header is not the name of a site. */
  private static final TestSite UNKNOWN = TestSite.of();

  private final Simulation world;
  private final Map<String, Host> hosts = new LinkedHashMap<>();
  private final SimulatedServer server =
      new SimulatedServer(request -> siteOf(request.hostName()).reply(request));

  /** A host, and when it refuses connections, in order of time. */
  private record Host(InetSocketAddress address, TestSite site, List<Outage> outages) {}

  /** A time in which a host refuses connections, since the beginning of the run. */
  private record Outage(Duration from, Duration until) {}

  private SimulatedWeb(Simulation world) {
    this.world = world;
  }

  /**
   * A web without sites, on a network of 20 ms without faults: {@link
   * SimulationOptions#FAULT_FREE}.
   */
  public static SimulatedWeb of(long seed) {
    return of(seed, SimulationOptions.FAULT_FREE);
  }

  /** A web without sites, on a network with the latency, the bandwidth and the faults given. */
  public static SimulatedWeb of(long seed, SimulationOptions options) {
    return new SimulatedWeb(Simulation.of(seed, options));
  }

  /**
   * Adds a site; before {@link #run}.
   *
   * @param host its name, such as {@code shop.example}; without a port
   * @throws IllegalArgumentException if the host has a site already
   */
  public SimulatedWeb site(String host, TestSite site) {
    InetAddress address = address(hosts.size());
    String name = host.toLowerCase(Locale.ROOT);
    var added = new Host(new InetSocketAddress(address, PORT), site, new ArrayList<>());
    if (hosts.putIfAbsent(name, added) != null) {
      throw new IllegalArgumentException("two sites at " + host);
    }
    world.name(name, address);
    return this;
  }

  /**
   * Lets a host refuse connections for some time; called before {@link #run}. Connections that are
   * open then stay open. A host may have several such times, given in order.
   *
   * @param from since the beginning of the run; zero or more
   * @param until since the beginning of the run
   * @throws IllegalArgumentException if the host has no site, or if the time does not lie after the
   *     one before
   */
  public SimulatedWeb refuse(String host, Duration from, Duration until) {
    Host its = hosts.get(host.toLowerCase(Locale.ROOT));
    if (its == null) {
      throw new IllegalArgumentException("no site at " + host + "; add it first");
    }
    Duration earliest = its.outages.isEmpty() ? Duration.ZERO : its.outages.getLast().until;
    if (from.compareTo(earliest) < 0 || until.compareTo(from) < 0) {
      throw new IllegalArgumentException(
          "refuses from %s until %s, but not before %s".formatted(from, until, earliest));
    }
    its.outages.add(new Outage(from, until));
    return this;
  }

  /**
   * Runs {@code client} as a coroutine of the simulation, until it returns.
   *
   * @throws Exception if the client threw it
   * @throws IllegalStateException if a site threw an exception; or if this web was run before
   * @throws DeadlockException if the client waits for something that will not happen, or for longer
   *     than {@link SimulationOptions#limit}
   */
  public <T> T run(Callable<T> client) throws Exception {
    T result;
    try {
      result =
          EventLoop.run(
              world,
              "main",
              () -> {
                for (Host host : hosts.values()) {
                  start(host);
                }
                return client.call();
              });
    } catch (TaskFailedException e) {
      server.failure().ifPresent(e.failure()::addSuppressed);
      throw thrownBy(e);
    }
    if (server.failure().isPresent()) {
      throw new IllegalStateException("a site has failed", server.failure().get());
    }
    return result;
  }

  private void start(Host host) throws IOException {
    List<Outage> outages = host.outages;
    boolean isUp = outages.isEmpty() || !outages.getFirst().from.isZero();
    Listener first = isUp ? server.listen(host.address) : null;
    EventLoop.current().spawn("outages of " + host.address, () -> refuse(host, first));
  }

  private boolean refuse(Host host, @Nullable Listener first) throws IOException {
    Listener listener = first;
    for (Outage outage : host.outages) {
      sleepUntil(outage.from);
      if (listener != null) {
        listener.close();
      }
      sleepUntil(outage.until);
      listener = server.listen(host.address);
    }
    return true;
  }

  private static void sleepUntil(Duration then) {
    EventLoop.sleep(then.minusNanos(EventLoop.current().time().nanos()));
  }

  private static Exception thrownBy(TaskFailedException e) {
    return switch (e.failure()) {
      case Exception exception -> exception;
      case Error error -> throw error;
      case Throwable _ -> e;
    };
  }

  /** The requests that all sites received, in the order in which they came. */
  public List<SimulatedRequest> requests() {
    return server.requests();
  }

  /** The requests that named {@code host}, in the order in which they came. */
  public List<SimulatedRequest> requests(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return requests().stream().filter(request -> request.host().equals(name)).toList();
  }

  /** The targets of the requests that named {@code host}, in the order in which they came. */
  public List<String> targets(String host) {
    return requests(host).stream().map(SimulatedRequest::target).toList();
  }

  /** The world in which the client runs, with its trace. */
  public Simulation world() {
    return world;
  }

  private TestSite siteOf(String name) {
    Host host = hosts.get(name);
    return host == null ? UNKNOWN : host.site;
  }

  private static InetAddress address(int number) {
    if (number >= MOST_HOSTS) {
      throw new IllegalArgumentException("more than " + MOST_HOSTS + " hosts");
    }
    int bits = FIRST_ADDRESS + number;
    return InetAddress.ofLiteral(
        "%d.%d.%d.%d".formatted(bits >>> 24, bits >> 16 & 255, bits >> 8 & 255, bits & 255));
  }
}
