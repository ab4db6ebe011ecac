package dev.arachne.metrics;

import dev.arachne.server.LocalServer;
import dev.arachne.server.ServerRequest;
import dev.arachne.server.ServerResponse;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Serves the metrics of a program at {@code /metrics}, on threads of its own. It is read-only.
 * Thread-safe.
 *
 * <p>A request with another host name than the server's own is refused, since a page could send it
 * by DNS rebinding.
 */
public final class MetricsServer implements Closeable {
  private static final String PATH = "metrics";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int UNAVAILABLE = 503;

  private final LocalServer server;

  private MetricsServer(LocalServer server) {
    this.server = server;
  }

  /**
   * Listens, and serves until it is closed.
   *
   * @param address to listen on; port 0 for any free one
   * @param metrics the current metrics, empty without any; called by several threads at a time,
   *     which it may block
   * @throws IOException if the port is taken
   */
  public static MetricsServer start(InetSocketAddress address, Supplier<Optional<Metrics>> metrics)
      throws IOException {
    return new MetricsServer(
        LocalServer.start(
            address,
            "default-src 'none'",
            List.of("GET", "HEAD"),
            question -> reply(question, metrics)));
  }

  /** The address on which it listens. */
  public InetSocketAddress address() {
    return server.address();
  }

  /** The URL of the metrics. */
  public String url() {
    return server.url() + PATH;
  }

  private static ServerResponse reply(ServerRequest question, Supplier<Optional<Metrics>> metrics) {
    if (!question.path().equals("/" + PATH)) {
      String host = question.field("host").orElse("");
      return ServerResponse.text(
          NOT_FOUND, "The numbers are at http://" + host + "/" + PATH + "\n");
    }
    Optional<Metrics> now = metrics.get();
    if (now.isEmpty()) {
      return ServerResponse.text(UNAVAILABLE, "There are no numbers yet.\n");
    }
    MetricsFormat form = MetricsFormat.acceptedBy(question.field("accept").orElse(""));
    return ServerResponse.of(OK, form.contentType(), now.get().text(form));
  }

  @Override
  public void close() {
    server.close();
  }
}
