package dev.arachne.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Predicate;

/**
 * A site behind a form: the form has a token that is good once and for the visitor to whom it was
 * given; pages without a session redirect to it. It logs all requests and their outcomes.
 * Thread-safe.
 */
public final class LoginSite implements AutoCloseable {
  /** The one user. */
  public static final String USER = "ali";

  /** Needs to be quoted in YAML, and encoded in a form. */
  public static final String PASSWORD = "0pen-s&same=%";

  /**
   * A request, and its outcome.
   *
   * @param isInSession whether it was made in a session that was good
   * @param nanos when it was answered, by {@link System#nanoTime()}
   */
  public record Asked(String method, String path, boolean isInSession, int status, long nanos) {}

  private final HttpServer server;
  private final int pages;
  private final Map<String, String> tokens = new ConcurrentHashMap<>();
  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final List<Asked> asked = new ArrayList<>();

  /** Paths that end all sessions; each path does it once. */
  private final Set<String> endings = ConcurrentHashMap.newKeySet();

  private final CountDownLatch released = new CountDownLatch(1);
  private final CountDownLatch heldUp = new CountDownLatch(1);
  private volatile String held = "";
  private volatile Predicate<String> isForbidden = _ -> false;

  /**
   * Starts on a free port of the loopback interface, with a start page and {@code pages} others.
   */
  public LoginSite(int pages) throws IOException {
    this.pages = pages;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** The port. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** The URL of a path. */
  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  /** Answers requests for a page only once {@link #release} is called. */
  public LoginSite holding(String path) {
    held = path;
    return this;
  }

  /** Waits until a held page is requested. */
  public void awaitHeld() {
    await(heldUp);
  }

  /** Answers the held requests, and all later ones. */
  public void release() {
    released.countDown();
  }

  /** Ends all sessions just before this page is answered, once. */
  public LoginSite endingBefore(String path) {
    endings.add(path);
    return this;
  }

  /** Redirects requests for these pages to the login, even with a valid session. */
  public LoginSite forbidding(Predicate<String> paths) {
    isForbidden = paths;
    return this;
  }

  /** All requests, in the order of their answers. */
  public synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Requests for pages behind the login. */
  public List<Asked> pagesAsked() {
    return asked().stream()
        .filter(it -> !it.path().equals("/login") && !it.path().equals("/robots.txt"))
        .toList();
  }

  /** How often the form was sent. */
  public long logins() {
    return asked().stream().filter(it -> it.method().equals("POST")).count();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Map<String, String> cookies = cookies(exchange);
    if (endings.remove(path)) {
      sessions.clear();
    }
    boolean isIn = sessions.contains(cookies.getOrDefault("session", ""));
    switch (path) {
      case "/robots.txt" -> reply(exchange, isIn, 404, "");
      case "/login" -> {
        if (exchange.getRequestMethod().equals("POST")) {
          post(exchange, cookies);
        } else {
          form(exchange, isIn);
        }
      }
      default -> {
        if (path.equals(held)) {
          heldUp.countDown();
          await(released);
        }
        if (!isIn || isForbidden.test(path)) {
          exchange.getResponseHeaders().set("Location", "/login?next=" + path);
          reply(exchange, isIn, 302, "");
        } else {
          reply(exchange, true, 200, page(path));
        }
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String page(String path) {
    var page = new StringBuilder("<a class=logout href=/login>Log out</a>" + path);
    for (int i = 1; i <= pages && path.equals("/"); i++) {
      page.append("<a href=/page/").append(i).append('>').append(i).append("</a>");
    }
    return page.toString();
  }

  private void form(HttpExchange exchange, boolean isIn) throws IOException {
    String visitor = UUID.randomUUID().toString();
    String token = UUID.randomUUID().toString();
    tokens.put(visitor, token);
    exchange.getResponseHeaders().add("Set-Cookie", "visitor=" + visitor + "; HttpOnly");
    reply(
        exchange,
        isIn,
        200,
        "<form action=/search><input name=q></form><form method=post><input type=hidden name=csrf"
            + " value='"
            + token
            + "'><input name=user><input type=password name=password><input type=checkbox"
            + " name=remember><input type=submit name=go value=Go></form>");
  }

  private void post(HttpExchange exchange, Map<String, String> cookies) throws IOException {
    Map<String, String> fields = new HashMap<>();
    for (String pair : new String(exchange.getRequestBody().readAllBytes(), UTF_8).split("&")) {
      String[] parts = pair.split("=", 2);
      fields.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts[1], UTF_8));
    }
    String token = tokens.remove(cookies.getOrDefault("visitor", ""));
    if (token == null
        || !fields.equals(Map.of("csrf", token, "user", USER, "password", PASSWORD))) {
      reply(exchange, false, 200, "<p>Wrong user or password</p><form method=post></form>");
      return;
    }
    String session = UUID.randomUUID().toString();
    sessions.add(session);
    exchange.getResponseHeaders().add("Set-Cookie", "session=" + session + "; HttpOnly");
    exchange.getResponseHeaders().set("Location", "/");
    reply(exchange, false, 303, "");
  }

  private void reply(HttpExchange exchange, boolean isIn, int status, String text)
      throws IOException {
    synchronized (this) {
      asked.add(
          new Asked(
              exchange.getRequestMethod(),
              exchange.getRequestURI().getPath(),
              isIn,
              status,
              System.nanoTime()));
    }
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private static Map<String, String> cookies(HttpExchange exchange) {
    Map<String, String> cookies = new HashMap<>();
    for (String header : exchange.getRequestHeaders().getOrDefault("Cookie", List.of())) {
      for (String pair : header.split("; ")) {
        int is = pair.indexOf('=');
        cookies.put(pair.substring(0, is), pair.substring(is + 1));
      }
    }
    return cookies;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
