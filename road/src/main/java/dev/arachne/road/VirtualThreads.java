package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Stage 7: a virtual thread for each page, with the blocking code of stage 1 as it is. Where that
 * code blocks, the JDK takes the virtual thread off its platform thread and lets another one run.
 * gevent does this for Python by patching its socket module; here the platform does it.
 *
 * <p>As readable as stage 1 and as fast as stage 3. Two costs remain: memory, since a waiting read
 * holds its buffer all the while, and wake-ups that go through a pool of threads.
 */
final class VirtualThreads implements Stage {
  private final int concurrency;
  private final Duration patience;

  VirtualThreads(int concurrency, Duration patience) {
    this.concurrency = concurrency;
    this.patience = patience;
  }

  @Override
  public List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException {
    var places = new Semaphore(concurrency);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<FetchedPage>> pages =
          urls.stream().map(url -> threads.submit(() -> get(url, places))).toList();
      return Gathered.pages(pages);
    }
  }

  private FetchedPage get(CrawlUrl url, Semaphore places) throws IOException, InterruptedException {
    places.acquire();
    try {
      return BlockingSocket.get(url, patience);
    } finally {
      places.release();
    }
  }
}
