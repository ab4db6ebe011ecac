package dev.arachne.metrics;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arachne.protocol.HostField;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves the numbers of a program at {@code /metrics}, on threads of its own. It changes nothing.
 * Thread-safe.
 *
 * <p>Who asks it by another name than its own, as a page could by DNS rebinding, gets nothing.
 */
public final class MetricsServer implements Closeable {
  private static final String PATH = "/metrics";
  private static final String PLAIN = "text/plain; charset=utf-8";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int MISDIRECTED = 421;
  private static final int UNAVAILABLE = 503;

  private final Supplier<Optional<Metrics>> metrics;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private MetricsServer(InetSocketAddress address, Supplier<Optional<Metrics>> metrics)
      throws IOException {
    this.metrics = metrics;
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  /**
   * Listens, and serves until it is closed.
   *
   * @param address to listen on; port 0 for any that is free
   * @param metrics the numbers now, empty if there are none; called by several threads at a time,
   *     which it may have wait
   * @throws IOException if the port is taken
   */
  public static MetricsServer start(InetSocketAddress address, Supplier<Optional<Metrics>> metrics)
      throws IOException {
    var server = new MetricsServer(address, metrics);
    server.server.start();
    return server;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Where its numbers are. */
  public String url() {
    String host = address().getAddress().getHostAddress().replaceAll("%.*", "");
    String named = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + named + ":" + address().getPort() + PATH;
  }

  private record Reply(int status, String contentType, String text) {}

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = reply(exchange);
      byte[] body = reply.text().getBytes(StandardCharsets.UTF_8);
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Type", reply.contentType());
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Cache-Control", "no-store");
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(reply.status(), isHead ? -1 : body.length);
      if (!isHead) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Reply reply(HttpExchange exchange) {
    String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")).orElse("");
    if (!HostField.names(host, address())) {
      return new Reply(MISDIRECTED, PLAIN, "this is " + url() + ", and answers to that alone\n");
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return new Reply(NOT_ALLOWED, PLAIN, "only GET is answered\n");
    }
    if (!exchange.getRequestURI().getPath().equals(PATH)) {
      return new Reply(NOT_FOUND, PLAIN, "the numbers are at " + url() + "\n");
    }
    Optional<Metrics> now = metrics.get();
    if (now.isEmpty()) {
      return new Reply(UNAVAILABLE, PLAIN, "there are no numbers yet\n");
    }
    String accept =
        String.join(",", exchange.getRequestHeaders().getOrDefault("Accept", List.of()));
    MetricsForm form = MetricsForm.acceptedBy(accept);
    return new Reply(OK, form.contentType(), now.get().text(form));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
