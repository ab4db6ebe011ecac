package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stage 5: as many threads as pages are to be fetched at a time, each with the blocking code of
 * stage 1. The operating system takes the part of the loop of stage 3: it lets another thread run
 * when one waits.
 *
 * <p>The workers get URLs from a {@link JoinableQueue} and put in the links that they find. The
 * queue's unfinished items are the pending pages; when all are done, {@code join} returns and the
 * crawl is over. The shared state needs a lock, because the threads do run at once, and each of
 * them needs a stack of its own while it waits.
 */
final class ThreadPool implements CrawlingStage {
  private final int threads;
  private final Duration patience;

  ThreadPool(int threads, Duration patience) {
    this.threads = threads;
    this.patience = patience;
  }

  @Override
  public Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException, InterruptedException {
    var crawl = new Crawl(links);
    crawl.add(roots);
    var workers = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      workers.add(Thread.ofPlatform().name("worker " + i).start(crawl::work));
    }
    crawl.todo.join();
    crawl.todo.close();
    for (Thread worker : workers) {
      worker.join();
    }
    return crawl.result();
  }

  /** The state that the workers share; guarded by its monitor. */
  private final class Crawl {
    private final LinkFinder links;
    private final JoinableQueue<CrawlUrl> todo = new JoinableQueue<>();
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();
    private @Nullable Exception failure;

    Crawl(LinkFinder links) {
      this.links = links;
    }

    synchronized void add(Iterable<CrawlUrl> urls) {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          todo.put(url);
        }
      }
    }

    /** The life of one thread. */
    void work() {
      try {
        for (CrawlUrl url = todo.get(); url != null; url = todo.get()) {
          visit(url);
          todo.taskDone();
        }
      } catch (InterruptedException e) {
        fail(e);
      }
    }

    private void visit(CrawlUrl url) {
      if (hasFailed()) {
        return; // the remaining URLs in the queue are not fetched any more
      }
      try {
        FetchedPage page = BlockingSocket.get(url, patience);
        keep(page);
        add(links.linksOf(page));
      } catch (IOException | RuntimeException e) {
        fail(e);
      }
    }

    private synchronized void keep(FetchedPage page) {
      pages.put(page.url(), page);
    }

    private synchronized void fail(Exception e) {
      failure = failure == null ? e : failure;
    }

    private synchronized boolean hasFailed() {
      return failure != null;
    }

    synchronized Map<CrawlUrl, FetchedPage> result() throws IOException {
      if (failure != null) {
        throw FetchException.behind(failure);
      }
      return pages;
    }
  }
}
