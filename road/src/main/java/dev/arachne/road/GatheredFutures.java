package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;

/**
 * Stage 8: an asynchronous client and its futures, gathered. The JDK's HTTP client has an event
 * loop inside; the caller gets a future for each page and waits for all of them together, as with
 * {@code asyncio.gather}.
 *
 * <p>This is enough for a list of pages. A program that does more than fetch continues in {@code
 * thenApply} and {@code thenCompose}, and is back at the callbacks of stage 3.
 */
final class GatheredFutures implements Stage {
  private final int concurrency;
  private final Duration patience;

  GatheredFutures(int concurrency, Duration patience) {
    this.concurrency = concurrency;
    this.patience = patience;
  }

  @Override
  public List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException {
    var places = new Semaphore(concurrency);
    var pages = new ArrayList<CompletableFuture<FetchedPage>>();
    try (var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (CrawlUrl url : urls) {
        places.acquire();
        pages.add(get(url, client).whenComplete((_, _) -> places.release()));
      }
      CompletableFuture.allOf(pages.toArray(CompletableFuture[]::new))
          .exceptionally(_ -> null)
          .join();
    }
    return Gathered.pages(pages);
  }

  private CompletableFuture<FetchedPage> get(CrawlUrl url, HttpClient client) {
    return client
        .sendAsync(
            request(url), BodyHandlers.limiting(BodyHandlers.ofByteArray(), PlainExchange.MOST))
        .thenApply(answer ->
            FetchedPage.of(
                url, answer.statusCode(), answer.headers().firstValue("Location"), answer.body()))
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(named(url, failure)));
  }

  private HttpRequest request(CrawlUrl url) {
    return HttpRequest.newBuilder(URI.create(url.toString()))
        .header("User-Agent", PlainExchange.USER_AGENT)
        .timeout(patience) // until the head is there: of the body the client bounds no wait
        .build();
  }

  private static FetchException named(CrawlUrl url, Throwable failure) {
    return new FetchException(
        url, failure instanceof CompletionException e ? e.getCause() : failure);
  }
}
