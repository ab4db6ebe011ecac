package dev.arachne.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arachne.protocol.HostField;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves pages of the tool's own to browsers, each request on a virtual thread. Thread-safe.
 *
 * <p>The same browsers show pages of any site, which can send requests here. Requests with another
 * host name than the server's own are refused, as after DNS rebinding (421). So are those from a
 * page of another origin, except for following a link (403). The site's policy bounds the code and
 * the resources that an answer may use.
 */
public final class LocalServer implements Closeable {
  private static final int NOT_YOURS = 403;
  private static final int NOT_ALLOWED = 405;
  private static final int MISDIRECTED = 421;
  private static final int FAILED = 500;

  /** The content of a server: answers requests, on threads that may block, several at a time. */
  @FunctionalInterface
  public interface Site {
    ServerResponse reply(ServerRequest question) throws IOException, InterruptedException;
  }

  private final Site site;
  private final String policy;
  private final List<String> methods;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);

  private LocalServer(InetSocketAddress address, String policy, List<String> methods, Site site)
      throws IOException {
    this.site = site;
    this.policy = policy;
    this.methods = List.copyOf(methods);
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  /**
   * Listens, and serves until it is closed.
   *
   * @param address to listen on; port 0 for any free one
   * @param policy the Content-Security-Policy of all answers
   * @param methods that are accepted
   * @throws IOException if the port is taken
   */
  public static LocalServer start(
      InetSocketAddress address, String policy, List<String> methods, Site site)
      throws IOException {
    var server = new LocalServer(address, policy, methods, site);
    server.server.start();
    return server;
  }

  /** The address on which it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** The URL of its first page, by the address on which it listens. */
  public String url() {
    return "http://" + authority() + "/";
  }

  private String authority() {
    String host = address().getAddress().getHostAddress().replaceAll("%.*", "");
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address().getPort();
  }

  /** Waits until it is closed. */
  public void await() throws InterruptedException {
    end.await();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ServerResponse reply = reply(exchange);
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Type", reply.mediaType());
      headers.set("Content-Security-Policy", policy);
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      headers.set("Cross-Origin-Opener-Policy", "same-origin");
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      if (reply.status() == NOT_ALLOWED) {
        headers.set("Allow", String.join(", ", methods));
      }
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(reply.status(), -1);
        return;
      }
      switch (reply) {
        case ServerResponse.Whole(int status, String _, byte[] body) -> {
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
        }
        case ServerResponse.Streamed(int status, String _, ServerResponse.Body body) -> {
          exchange.sendResponseHeaders(status, 0);
          try (OutputStream out = exchange.getResponseBody()) {
            body.write(out);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ServerResponse reply(HttpExchange exchange) throws InterruptedException {
    ServerRequest question = question(exchange);
    if (!HostField.names(question.field("host").orElse(""), address())) {
      return ServerResponse.text(
          MISDIRECTED, "This is " + url() + ", and answers to that name only.\n");
    }
    if (!isOfOwnPage(question)) {
      return ServerResponse.text(NOT_YOURS, "A page of another site has sent this request.\n");
    }
    if (!methods.contains(question.method())) {
      return ServerResponse.text(NOT_ALLOWED, "Answered are " + String.join(", ", methods) + ".\n");
    }
    try {
      return site.reply(question);
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return ServerResponse.text(FAILED, why + "\n");
    }
  }

  private static ServerRequest question(HttpExchange exchange) {
    Map<String, String> fields = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) ->
            fields.put(name.toLowerCase(Locale.ROOT), values.isEmpty() ? "" : values.getFirst()));
    return new ServerRequest(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""),
        fields,
        exchange.getRequestBody());
  }

  /**
   * Whether one of the server's own pages sent a request, by the fields of browsers (Origin, RFC
   * 6454; Sec-Fetch-Site, Fetch Metadata).
   */
  private static boolean isOfOwnPage(ServerRequest question) {
    Optional<String> origin = question.field("origin");
    String host = question.field("host").orElse("");
    if (origin.isPresent() && !origin.get().equalsIgnoreCase("http://" + host)) {
      return false;
    }
    String from = question.field("sec-fetch-site").orElse("none");
    boolean isLinkFollowed =
        question.method().equals("GET")
            && question.field("sec-fetch-mode").orElse("").equals("navigate");
    return from.equals("none") || from.equals("same-origin") || isLinkFollowed;
  }

  /** Ends all requests, also those in progress. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    end.countDown();
  }
}
