package dev.arachne.cluster;

import dev.arachne.testkit.LoggedRequest;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A web of many hosts, every page of which is to be reached from one, and what its servers saw by
 * their own clock.
 */
final class ManyHosts implements AutoCloseable {
  private static final int LINKS = 10;

  private final int hosts;
  private final int pages;
  private final TestWeb web;

  /** Starts them: so many hosts of so many pages each. */
  ManyHosts(int hosts, int pages) {
    this.hosts = hosts;
    this.pages = pages;
    this.web = TestWeb.serve(new Site());
  }

  /**
   * A page of any host may lead to any other; those of a host lead to each other in order. The
   * robots.txt of some hosts is at others.
   */
  private final class Site implements TestSite {
    @Override
    public Reply reply(TestRequest request) {
      int host = Integer.parseInt(request.hostName().substring(1, request.hostName().indexOf('.')));
      if (request.target().equals("/robots.txt") && isRedirected(host)) {
        return Reply.redirect(301, url(host + 1, 0).replaceAll("0$", "robots.txt"));
      }
      if (request.target().contains(".")) {
        return Reply.status(404);
      }
      int page = Integer.parseInt(request.target().substring(1));
      var html = new StringBuilder("<title>" + title(host, page) + "</title>");
      var random = new SplittableRandom(1_000L * host + page);
      html.append("<p>The fact is ").append(fact(host, page)).append(", and is on no other page. ");
      html.append("<a href=/").append((page + 1) % pages).append(">next</a>");
      html.append("<a href=").append(url(2 * host + 1, 0)).append(">a</a>");
      html.append("<a href=").append(url(2 * host + 2, 0)).append(">b</a>");
      for (int i = 3; i < LINKS; i++) {
        String link = url(random.nextInt(hosts), random.nextInt(pages));
        html.append("<a href=").append(link).append(">x</a>");
      }
      return Reply.html(html.toString());
    }
  }

  /** Whether the robots.txt of a host is at the next one. */
  private static boolean isRedirected(int host) {
    return host % 7 == 3;
  }

  /** The title of a page. */
  static String title(int host, int page) {
    return "Über %d, %d".formatted(host, page);
  }

  /** A word that is on one page alone. */
  static String fact(int host, int page) {
    return "fact%dx%d".formatted(host, page);
  }

  /** The URL of a page. */
  String url(int host, int page) {
    return "http://h" + host % hosts + ".example.com:" + web.port() + "/" + page;
  }

  /** The page from which all are to be reached. */
  String root() {
    return url(0, 0);
  }

  /** A file that has their names, for JVMs that look names up there. */
  Path names(Path directory) throws IOException {
    List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost", "::1 localhost"));
    for (int host = 0; host < hosts; host++) {
      lines.add("127.0.0.1 h" + host + ".example.com");
    }
    return Files.write(directory.resolve("hosts"), lines);
  }

  /** All pages. */
  int size() {
    return hosts * pages;
  }

  /** How often each page was asked for. */
  Map<String, Integer> asked() {
    Map<String, Integer> asked = new TreeMap<>();
    for (LoggedRequest request : web.requests()) {
      if (!request.target().contains(".")) {
        asked.merge(request.header("Host").orElseThrow() + request.target(), 1, Integer::sum);
      }
    }
    return asked;
  }

  /** Waits until there were so many requests. */
  void await(int requests) throws InterruptedException {
    web.awaitRequests(requests, Duration.ofMinutes(2));
  }

  /** Pages that were asked for more than once, and how often beyond the first. */
  Map<String, Integer> repeated() {
    Map<String, Integer> repeated = new TreeMap<>();
    asked()
        .forEach((page, times) -> {
          if (times > 1) {
            repeated.put(page, times - 1);
          }
        });
    return repeated;
  }

  /** The longest time in which no host was asked, in so long from a moment on. */
  Duration longestPause(long from, Duration within) {
    long last = from;
    long longest = 0;
    for (LoggedRequest request : web.requests()) {
      if (request.nanos() > from && request.nanos() - from < within.toNanos()) {
        longest = Math.max(longest, request.nanos() - last);
        last = request.nanos();
      }
    }
    return Duration.ofNanos(longest);
  }

  /**
   * The time from a moment until each host that had pages left was asked again. A host that has the
   * robots.txt of another one is not counted: it is left alone for seconds after it gave the other
   * one a turn, regardless of faults.
   */
  Duration allBackSince(long from) {
    Map<String, Long> next = new HashMap<>();
    for (LoggedRequest request : web.requests()) {
      String host = request.header("Host").orElseThrow();
      if (request.nanos() <= from) {
        next.put(host, from);
      } else {
        next.replace(host, from, request.nanos());
      }
    }
    for (int host = 0; host < hosts; host++) {
      if (isRedirected(host)) {
        next.remove(URI.create(url(host + 1, 0)).getAuthority());
      }
    }
    return Duration.ofNanos(Collections.max(next.values()) - from);
  }

  /** The smallest time between two requests of one host, by the server's clock. */
  Duration smallestGap() {
    Map<String, Long> last = new HashMap<>();
    long smallest = Long.MAX_VALUE;
    for (LoggedRequest request : web.requests()) {
      String host = request.header("Host").orElseThrow();
      Long before = last.put(host, request.nanos());
      if (before != null) {
        smallest = Math.min(smallest, request.nanos() - before);
      }
    }
    return Duration.ofNanos(smallest);
  }

  /** Pages that nobody asked for. */
  List<String> missing() {
    Map<String, Integer> asked = asked();
    List<String> missing = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      for (int page = 0; page < pages; page++) {
        String url = url(host, page);
        if (!asked.containsKey(url.substring("http://".length()))) {
          missing.add(url);
        }
      }
    }
    return missing;
  }

  /** Each pair of requests of a host that are closer than this, in words. */
  List<String> gapsBelow(Duration least) {
    Map<String, LoggedRequest> last = new HashMap<>();
    List<String> found = new ArrayList<>();
    for (LoggedRequest request : web.requests()) {
      String host = request.header("Host").orElseThrow();
      LoggedRequest before = last.put(host, request);
      if (before != null && request.nanos() - before.nanos() < least.toNanos()) {
        found.add(
            "%s: %s by connection %d, %s by %d after %d ms"
                .formatted(
                    host,
                    before.target(),
                    before.connection(),
                    request.target(),
                    request.connection(),
                    (request.nanos() - before.nanos()) / 1_000_000));
      }
    }
    return found;
  }

  @Override
  public void close() {
    web.close();
  }
}
