package dev.arachne.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A web of scripted sites on loopback, over plain blocking JDK sockets, a virtual thread to each
 * connection. Thread-safe.
 *
 * <pre>{@code
 * try (var web = TestWeb.serve(TestSite.of(route("/", html("<a href=/foo>"))))) {
 *   crawl(web.url("/"));
 *   assertEquals(List.of("/robots.txt", "/", "/foo"), web.targets());
 * }
 * }</pre>
 *
 * <p>It does not depend on another module, so that a mistake in our own network code cannot hide in
 * the server that tests it. So it is also the one place here with clocks and threads of its own.
 *
 * <p>Limits: one file descriptor and about 30 KB of memory for a connection that waits, 15 us of
 * CPU for a request on a small page; 15,000 connections that wait 2 s for their answer were tried,
 * with {@code -Xmx1g} and four addresses. 4,096 connections may wait to be accepted. Request heads
 * of up to 1 MiB, no chunked request bodies. The log keeps every request unless {@link
 * Plan#countOnly()} is called: benchmarks should call it.
 */
public final class TestWeb implements AutoCloseable {

  private static final int BACKLOG = 4096;
  private static final String LOOPBACK = "127.";
  private static final TestSite NOWHERE = TestSite.of();

  /** A site and the host it was found under. */
  record Hosted(String host, TestSite site) {}

  final RequestLog log;
  final Security security;
  private final Map<String, TestSite> sites;
  private final TestSite fallback;
  private final List<ServerSocket> listeners;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();

  private TestWeb(Plan plan, List<ServerSocket> listeners) {
    this.log = plan.log;
    this.security = plan.security;
    this.sites = Map.copyOf(plan.sites);
    this.fallback = plan.fallback;
    this.listeners = listeners;
    for (ServerSocket listener : listeners) {
      threads.execute(() -> accept(listener));
    }
  }

  /** Serves one site in plain text at 127.0.0.1, for any Host in requests. */
  public static TestWeb serve(TestSite site) {
    return plan().site(site).start();
  }

  /** A web yet to be described. */
  public static Plan plan() {
    return new Plan();
  }

  /** The port, the same at all addresses. */
  public int port() {
    return listeners.getFirst().getLocalPort();
  }

  /** The absolute URL of this target at the first address. */
  public String url(String target) {
    return url(listeners.getFirst().getInetAddress().getHostAddress(), target);
  }

  /** The absolute URL of this target at a host, whose name the client must resolve to this web. */
  public String url(String host, String target) {
    String scheme = security instanceof Security.Plain ? "http" : "https";
    return scheme + "://" + host + ":" + port() + target;
  }

  /**
   * All requests up to now, in the order their heads were read; empty where they are only counted.
   */
  public List<LoggedRequest> requests() {
    return log.requests();
  }

  /** The targets of all requests up to now. */
  public List<String> targets() {
    return log.requests().stream().map(LoggedRequest::target).toList();
  }

  /** The number of requests up to now. */
  public long requestCount() {
    return log.count();
  }

  /**
   * Waits until at least {@code count} requests have come in all.
   *
   * @throws IllegalStateException when {@code patience} ends before
   */
  public void awaitRequests(int count, Duration patience) throws InterruptedException {
    if (!log.await(count, patience.toNanos())) {
      throw new IllegalStateException(
          log.count() + " of " + count + " requests came within " + patience);
    }
  }

  /** The number of connections accepted up to now. */
  public int connectionCount() {
    return log.connections();
  }

  /** How many connections are open now. */
  public int openConnections() {
    return log.openConnections.now();
  }

  /** How many connections were open at once at most. */
  public int peakConnections() {
    return log.openConnections.peak();
  }

  /** How many requests are being answered now. */
  public int openRequests() {
    return log.openRequests.now();
  }

  /** How many requests were being answered at once at most. */
  public int peakRequests() {
    return log.openRequests.peak();
  }

  /**
   * Closes every socket at once and waits for the threads.
   *
   * @throws IllegalStateException when a site's script has failed, or a connection could not be
   *     accepted
   */
  @Override
  public void close() {
    for (ServerSocket listener : listeners) {
      closeQuietly(listener);
    }
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("connections that do not end");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    RuntimeException failure = failures.peek();
    if (failure != null) {
      throw new IllegalStateException("this web has failed", failure);
    }
  }

  /** The site of a request: by its Host, else by the address it came in on. */
  Hosted site(TestRequest request, InetAddress local) {
    String host = request.hostName();
    TestSite named = sites.get(host);
    if (named != null) {
      return new Hosted(host, named);
    }
    String address = local.getHostAddress();
    return new Hosted(address, sites.getOrDefault(address, fallback));
  }

  void failed(RuntimeException e) {
    failures.add(e);
  }

  private void accept(ServerSocket listener) {
    while (!listener.isClosed()) {
      try {
        serve(listener.accept());
      } catch (IOException e) {
        if (!listener.isClosed()) {
          failed(new UncheckedIOException(e));
          closeQuietly(listener);
        }
      }
    }
  }

  private void serve(Socket socket) throws IOException {
    var connection = new Connection(this, socket, log.connectionNumber());
    try {
      threads.execute(connection::serve);
    } catch (RejectedExecutionException _) {
      // This web closed after the connection was accepted and before it got a thread.
      socket.close();
    }
  }

  private static void closeQuietly(ServerSocket listener) {
    try {
      listener.close();
    } catch (IOException _) {
      // Nothing waits for it any more.
    }
  }

  /** A description of a web, turned into a running one by {@link #start()}. Not thread-safe. */
  public static final class Plan {

    private final Map<String, TestSite> sites = new HashMap<>();
    private final Set<String> addresses = new LinkedHashSet<>();
    private TestSite fallback = NOWHERE;
    private Security security = new Security.Plain();
    private RequestLog log = RequestLog.keeping();
    private int port;

    private Plan() {}

    /** The site of every request that names no other. */
    public Plan site(TestSite site) {
      fallback = site;
      return this;
    }

    /**
     * The site of this host. A literal address such as {@code 127.0.0.7} is listened on too, and
     * the site also answers requests that come in there under an unknown name.
     */
    public Plan site(String host, TestSite site) {
      sites.put(host.toLowerCase(Locale.ROOT), site);
      return host.startsWith(LOOPBACK) ? address(host) : this;
    }

    /** An address to listen on, of 127.0.0.0/8; without any, 127.0.0.1. */
    public Plan address(String address) {
      if (!address.startsWith(LOOPBACK)) {
        throw new IllegalArgumentException(address + " is not a loopback address");
      }
      addresses.add(address);
      return this;
    }

    /** The port; without it, any free one. */
    public Plan port(int port) {
      this.port = port;
      return this;
    }

    /** TLS with this certificate. */
    public Plan tls(TestCertificate certificate) {
      security = new Security.Tls(certificate.serverContext());
      return this;
    }

    /**
     * TLS that plays these steps in place of the answer to the client's first handshake message.
     */
    public Plan tlsBroken(Step... steps) {
      security = new Security.Broken(List.of(steps));
      return this;
    }

    /** Requests are counted, not kept, and every {@link TestRequest#ask()} is 1. */
    public Plan countOnly() {
      log = RequestLog.counting();
      return this;
    }

    /** Listens at all addresses and serves until closed. */
    public TestWeb start() {
      if (addresses.isEmpty()) {
        addresses.add("127.0.0.1");
      }
      try {
        return new TestWeb(this, listen());
      } catch (IOException e) {
        throw new UncheckedIOException("cannot listen on " + addresses + ", port " + port, e);
      }
    }

    /** A free port at the first address may be taken at the second: then another is tried. */
    private List<ServerSocket> listen() throws IOException {
      for (int attempt = 1; ; attempt++) {
        var listeners = new ArrayList<ServerSocket>();
        int common = port;
        try {
          for (String address : addresses) {
            var listener = new ServerSocket();
            listeners.add(listener);
            listener.bind(new InetSocketAddress(address, common), BACKLOG);
            common = listener.getLocalPort();
          }
          return listeners;
        } catch (BindException e) {
          listeners.forEach(TestWeb::closeQuietly);
          if (port != 0 || attempt == 10) {
            throw e;
          }
        }
      }
    }
  }
}
