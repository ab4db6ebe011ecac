package dev.arachne.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arachne.mcp.McpServer.Answer;
import dev.arachne.mcp.McpServer.Fault;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves clients on this machine by Streamable HTTP: each message is a POST to {@value #PATH}, its
 * answer one JSON object. Other machines cannot connect. A page in a local browser can. So requests
 * are refused if they do not name this server as their host, or if another site's page has sent
 * them (DNS rebinding). Thread-safe.
 */
final class McpHttp implements Closeable {
  private static final String PATH = "/mcp";
  private static final int MOST_AT_WORK = 16;
  private static final String BASE64 = "=?base64?";

  private final McpServer server;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newFixedThreadPool(MOST_AT_WORK);
  private final Set<String> hosts;
  private final CountDownLatch end = new CountDownLatch(1);

  private McpHttp(McpServer server, HttpServer http) {
    this.server = server;
    this.http = http;
    String port = ":" + http.getAddress().getPort();
    hosts = Set.of("127.0.0.1" + port, "localhost" + port, "[::1]" + port);
    http.createContext("/", this::handle);
    http.setExecutor(threads);
    http.start();
  }

  /** Serves on a port, or 0 for any free one. */
  static McpHttp serve(McpServer server, int port) throws IOException {
    var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    return new McpHttp(server, HttpServer.create(address, 0));
  }

  /** The URL for clients. */
  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort() + PATH;
  }

  /** Waits until it is closed. */
  void await() throws InterruptedException {
    end.await();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
    end.countDown();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      int refusal = refusal(exchange);
      if (refusal != 0) {
        if (refusal == 405) {
          exchange.getResponseHeaders().set("Allow", "POST");
        }
        exchange.sendResponseHeaders(refusal, -1);
        return;
      }
      byte[] body = exchange.getRequestBody().readNBytes(McpStreams.LONGEST + 1);
      if (body.length > McpStreams.LONGEST) {
        exchange.sendResponseHeaders(413, -1);
        return;
      }
      switch (McpServer.read(body)) {
        case McpServer.Invalid(Answer answer) -> send(exchange, answer);
        case McpServer.Notification _, McpServer.Response _ ->
            exchange.sendResponseHeaders(202, -1);
        case McpServer.Request request -> send(exchange, answer(exchange, request));
      }
    }
  }

  /** The status of a refused request; 0 if it is accepted. */
  private int refusal(HttpExchange exchange) {
    String host = header(exchange, "Host").orElse("").toLowerCase(Locale.ROOT);
    Optional<String> origin = header(exchange, "Origin");
    if (!hosts.contains(host)
        || (origin.isPresent()
            && hosts.stream().noneMatch(own -> origin.get().equals("http://" + own)))) {
      return 403;
    }
    if (!exchange.getRequestURI().getPath().equals(PATH)) {
      return 404;
    }
    if (!exchange.getRequestMethod().equals("POST")) {
      return 405;
    }
    String type = header(exchange, "Content-Type").orElse("");
    if (!type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      return 415;
    }
    String accept = header(exchange, "Accept").orElse("*/*");
    return accept.contains("application/json") || accept.contains("*/*") ? 0 : 406;
  }

  private static Optional<String> header(HttpExchange exchange, String name) {
    List<String> values = exchange.getRequestHeaders().getOrDefault(name, List.of());
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  private Answer answer(HttpExchange exchange, McpServer.Request request) {
    Optional<Object> id = Optional.of(request.id());
    Optional<String> version = header(exchange, "MCP-Protocol-Version");
    if (request.isModern()) {
      Object said = McpServer.meta(request.params()).get(McpServer.VERSION_KEY);
      Optional<String> mismatch =
          version.isEmpty() || !version.get().equals(said)
              ? Optional.of("MCP-Protocol-Version")
              : mismatch(exchange, request);
      if (mismatch.isPresent()) {
        return McpServer.fault(
            id, Fault.HEADER, "Header mismatch: " + mismatch.get() + " is not what the body says");
      }
    } else if (version.isPresent() && version.get().equals(McpServer.MODERN)) {
      return McpServer.fault(id, Fault.PARAMS, "_meta must have " + McpServer.VERSION_KEY);
    } else if (version.isPresent() && !McpServer.LEGACY.contains(version.get())) {
      return McpServer.unsupported(id, version.get());
    }
    Answer answer = server.answer(request, new Cancellation());
    boolean isOldFault = !request.isModern() && answer.message().containsKey("error");
    return isOldFault ? new Answer(200, answer.message()) : answer;
  }

  /** Returns the header that contradicts the body. */
  private static Optional<String> mismatch(HttpExchange exchange, McpServer.Request request) {
    if (!header(exchange, "Mcp-Method").equals(Optional.of(request.method()))) {
      return Optional.of("Mcp-Method");
    }
    boolean isNamed = request.method().equals("tools/call");
    Optional<String> name = header(exchange, "Mcp-Name").map(McpHttp::decoded);
    return isNamed && !name.equals(Optional.of(request.text("name")))
        ? Optional.of("Mcp-Name")
        : Optional.empty();
  }

  private static String decoded(String value) {
    if (!value.startsWith(BASE64) || !value.endsWith("?=")) {
      return value;
    }
    try {
      String coded = value.substring(BASE64.length(), value.length() - 2);
      return new String(Base64.getDecoder().decode(coded), UTF_8);
    } catch (IllegalArgumentException e) {
      return value;
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    byte[] bytes = answer.bytes();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
