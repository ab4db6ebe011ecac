package dev.arachne.index;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.HostField;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Serves a page to search in the index of a crawl with a browser, on threads of its own. It changes
 * nothing, and asks nothing of the network. Thread-safe.
 *
 * <p>Who asks it by another name than its own, as a page could by DNS rebinding, gets nothing.
 */
public final class SearchServer implements Closeable {
  /** Searches at a time; others wait in line. */
  private static final int MOST_SEARCHES = 8;

  private static final int MOST_PAGE = 1_000;

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int MISDIRECTED = 421;
  private static final int FAILED = 500;

  private final CrawlSearch search;
  private final String name;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore room = new Semaphore(MOST_SEARCHES);
  private final CountDownLatch end = new CountDownLatch(1);

  private SearchServer(CrawlSearch search, String name, InetSocketAddress address)
      throws IOException {
    this.search = search;
    this.name = name;
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  /**
   * Listens, and serves until it is closed.
   *
   * @param search is closed with this
   * @param name of the crawl, as its pages have it
   * @param address to listen on; port 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static SearchServer start(CrawlSearch search, String name, InetSocketAddress address)
      throws IOException {
    var server = new SearchServer(search, name, address);
    server.server.start();
    return server;
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** The address of its page. */
  public String url() {
    String host = address().getAddress().getHostAddress().replaceAll("%.*", "");
    String named = host.contains(":") ? "[" + host + "]" : host;
    return "http://" + named + ":" + address().getPort() + "/";
  }

  /** Waits until it is closed. */
  public void await() throws InterruptedException {
    end.await();
  }

  private record Reply(int status, String html) {}

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply = reply(exchange);
      byte[] body = reply.html().getBytes(StandardCharsets.UTF_8);
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Type", "text/html; charset=utf-8");
      headers.set("Content-Security-Policy", SearchPage.POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(reply.status(), isHead ? -1 : body.length);
      if (!isHead) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Reply reply(HttpExchange exchange) throws IOException {
    String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")).orElse("");
    if (!HostField.names(host, address())) {
      String why = "This is " + url() + ", and answers to that name only.";
      return new Reply(MISDIRECTED, SearchPage.failure("Another name", why));
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return new Reply(NOT_ALLOWED, SearchPage.failure("Not so", "Only GET is answered."));
    }
    if (!exchange.getRequestURI().getPath().equals("/")) {
      return new Reply(NOT_FOUND, SearchPage.failure("Not found", "The search is at " + url()));
    }
    room.acquireUninterruptibly();
    try {
      return searched(Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""));
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new Reply(FAILED, SearchPage.failure("The index cannot be read", why));
    } finally {
      room.release();
    }
  }

  private Reply searched(String query) throws IOException {
    String words = parameter(query, "q").strip();
    String like = parameter(query, "like").strip();
    int page = page(parameter(query, "page"));
    if (words.isEmpty() && like.isEmpty()) {
      return new Reply(OK, SearchPage.start(name, search.pages()));
    }
    SearchQuery asked = SearchQuery.of(words).withPage(page).withFacets();
    try {
      SearchResults results = like.isEmpty() ? search.search(asked) : search.similar(like, asked);
      return new Reply(OK, new SearchPage(name, words, like).results(results));
    } catch (UsageException e) {
      return new Reply(
          NOT_FOUND, SearchPage.failure("No such page", String.valueOf(e.getMessage())));
    }
  }

  private static int page(String typed) {
    return typed.matches("[0-9]{1,4}") ? Math.clamp(Integer.parseInt(typed), 1, MOST_PAGE) : 1;
  }

  /** The value of a parameter of a form; empty if there is none, or it is no UTF-8. */
  private static String parameter(String query, String name) {
    for (String each : query.split("&", -1)) {
      if (each.startsWith(name + "=")) {
        try {
          return URLDecoder.decode(each.substring(name.length() + 1), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
          return "";
        }
      }
    }
    return "";
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.close();
    search.close();
    end.countDown();
  }
}
