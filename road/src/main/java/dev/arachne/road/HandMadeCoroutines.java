package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Stage 4: coroutines made by hand on the loop of stage 3. A {@link Generator} can stop in the
 * middle, a {@link HandFuture} is the thing it waits for, a {@link HandTask} resumes it, a {@link
 * HandQueue} hands out the work.
 *
 * <p>A crawl is a few workers at the queue. Each gets a URL, fetches the page and puts in the links
 * that are new; a redirect enters the queue again, as a link that may redirect once less. When no
 * item in the queue is unfinished, the crawl is over and the workers are cancelled.
 *
 * <p>{@link Crawl#fetch} is one method again, with local variables, a loop and a {@code try} that
 * closes the channel in any case; and yet one thread waits for all pages. Each wait is a {@code
 * yield} of a future, or is delegated to a coroutine that yields. When a page cannot be read, the
 * stack trace shows the failed step and its callers.
 */
final class HandMadeCoroutines implements CrawlingStage {
  /** How many redirects in a row are followed. */
  static final int MOST_REDIRECTS = 10;

  private final int workers;
  private final Duration patience;

  HandMadeCoroutines(int workers, Duration patience) {
    this.workers = workers;
    this.patience = patience;
  }

  @Override
  public Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException {
    try (var loop = new SelectorLoop()) {
      var crawl = new HandTask<>(new Crawl(loop, links).crawl(roots));
      try {
        crawl.start();
        return crawl.runUntilComplete(loop);
      } finally {
        crawl.cancel(); // if the loop broke off
      }
    }
  }

  /** A pending page, and the number of redirects in a row that may still follow from it. */
  private record Item(CrawlUrl url, int redirects) {}

  /**
   * The state that the coroutines of one crawl share; without a lock, since only one of them runs
   * at a time.
   */
  private final class Crawl {
    private final SelectorLoop loop;
    private final LinkFinder links;
    private final HandQueue<Item> todo = new HandQueue<>();
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();

    /** A buffer for the coroutine that reads now; no coroutine holds it while it waits. */
    private final ByteBuffer chunk = ByteBuffer.allocate(PlainExchange.CHUNK);

    Crawl(SelectorLoop loop, LinkFinder links) {
      this.loop = loop;
      this.links = links;
    }

    /** The whole crawl: workers at the queue, until nothing in it is unfinished or one fails. */
    private Generator<Object, HandFuture<?>, Map<CrawlUrl, FetchedPage>> crawl(
        List<CrawlUrl> roots) {
      return new Generator<>(own -> {
        var tasks = Stream.generate(() -> new HandTask<>(work())).limit(workers).toList();
        add(roots, MOST_REDIRECTS);
        try {
          tasks.forEach(HandTask::start);
          var ends = new ArrayList<HandFuture<?>>(tasks);
          ends.add(todo.join());
          own.yield(HandFuture.first(ends));
          return pages;
        } finally {
          tasks.forEach(HandTask::cancel);
        }
      });
    }

    /** The life of one worker, which does not end by itself. */
    private Generator<Object, HandFuture<?>, Void> work() {
      return new Generator<>(own -> {
        while (true) {
          Item item = own.delegate(todo.get());
          FetchedPage page = own.delegate(fetch(item.url()));
          pages.put(item.url(), page);
          if (page.redirect().isEmpty()) {
            add(links.linksOf(page), MOST_REDIRECTS);
          } else if (item.redirects() > 0) {
            add(links.linksOf(page), item.redirects() - 1); // enters the queue again
          }
          todo.taskDone();
        }
      });
    }

    private void add(Iterable<CrawlUrl> urls, int redirects) {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          todo.put(new Item(url, redirects));
        }
      }
    }

    private Generator<Object, HandFuture<?>, FetchedPage> fetch(CrawlUrl url) {
      return new Generator<>(own -> {
        var exchange = new PlainExchange(url);
        try (var channel = SocketChannel.open()) {
          channel.configureBlocking(false);
          if (!channel.connect(exchange.address())) {
            own.yield(ready(channel, SelectionKey.OP_CONNECT));
            channel.finishConnect();
          }
          channel.write(ByteBuffer.wrap(exchange.request())); // fits an empty send buffer
          own.delegate(readAll(channel, exchange));
          return exchange.page();
        } catch (IOException e) {
          throw new FetchException(url, e);
        }
      });
    }

    private Generator<Object, HandFuture<?>, PlainExchange> readAll(
        SocketChannel channel, PlainExchange exchange) {
      return new Generator<>(own -> {
        int count = own.delegate(read(channel));
        while (count >= 0) {
          exchange.received(chunk.array(), count);
          count = own.delegate(read(channel));
        }
        return exchange;
      });
    }

    private Generator<Object, HandFuture<?>, Integer> read(SocketChannel channel) {
      return new Generator<>(own -> {
        own.yield(ready(channel, SelectionKey.OP_READ));
        return channel.read(chunk.clear());
      });
    }

    /**
     * A future that is set once {@code channel} is ready for {@code operation}; it fails if that
     * takes too long.
     */
    private HandFuture<SocketChannel> ready(SocketChannel channel, int operation)
        throws IOException {
      var ready = new HandFuture<SocketChannel>();
      var silence = loop.after(patience, () -> ready.fail(silence()));
      loop.register(
          channel,
          operation,
          () -> {
            loop.unregister(channel);
            loop.cancel(silence);
            ready.set(channel);
          });
      return ready;
    }

    private SocketTimeoutException silence() {
      return PlainExchange.silence(patience);
    }
  }
}
