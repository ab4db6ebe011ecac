package dev.arachne.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/**
 * A crawler as it is usually written in Java: jsoup, the client of the JDK, and a virtual thread to
 * each URL, 64 at a time. Arachne is compared with it; it has no code of ours.
 *
 * <pre>java -cp bench/target/bench.jar dev.arachne.bench.PlainCrawler ROOT...</pre>
 */
public final class PlainCrawler {
  private static final int FETCHES_AT_A_TIME = 64;

  private final HttpClient client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Semaphore fetches = new Semaphore(FETCHES_AT_A_TIME);
  private final AtomicInteger unfinished = new AtomicInteger();
  private final CountDownLatch allFinished = new CountDownLatch(1);
  private final Set<String> hosts;

  private PlainCrawler(Set<String> hosts) {
    this.hosts = hosts;
  }

  /** Crawls the hosts of the seeds until no URL is pending. */
  public static void main(String[] roots) throws InterruptedException {
    var crawler =
        new PlainCrawler(
            Stream.of(roots)
                .map(root -> URI.create(root).getAuthority())
                .collect(Collectors.toSet()));
    Stream.of(roots).forEach(crawler::add);
    crawler.allFinished.await();
    System.out.println(crawler.seen.size() + " URLs asked");
  }

  private void add(String url) {
    if (seen.add(url)) {
      unfinished.incrementAndGet();
      Thread.startVirtualThread(() -> visit(url));
    }
  }

  private void visit(String url) {
    try {
      fetches.acquire();
      try {
        fetch(url);
      } finally {
        fetches.release();
      }
    } catch (IOException | InterruptedException | IllegalArgumentException e) {
      System.err.println(url + ": " + e);
    } finally {
      if (unfinished.decrementAndGet() == 0) {
        allFinished.countDown();
      }
    }
  }

  private void fetch(String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    String type = response.headers().firstValue("Content-Type").orElse("");
    if (response.statusCode() == 200 && type.startsWith("text/html")) {
      for (Element link : Jsoup.parse(response.body(), url).select("a[href]")) {
        String target = link.absUrl("href").replaceFirst("#.*", "");
        if (target.startsWith("http") && hosts.contains(URI.create(target).getAuthority())) {
          add(target);
        }
      }
    }
  }
}
