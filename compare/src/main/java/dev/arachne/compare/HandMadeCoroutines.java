package dev.arachne.compare;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stage 4: coroutines made by hand on the loop of stage 3. A {@link Generator} can stop in the
 * middle, a {@link HandFuture} is what it stops for, a {@link HandTask} lets it go on.
 *
 * <p>{@link Crawl#fetch} is one method again, with local variables, a loop and a {@code try} that
 * closes the channel whatever happens; and yet one thread waits for all pages. Each wait is a
 * {@code yield} of a future, or is delegated to a coroutine that yields. When a page cannot be
 * read, the stack trace tells what was being done and for whom.
 */
final class HandMadeCoroutines implements CrawlingStage {
  private final int concurrency;

  HandMadeCoroutines(int concurrency) {
    this.concurrency = concurrency;
  }

  @Override
  public Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException {
    try (var loop = new SelectorLoop()) {
      var crawl = new Crawl(loop, links);
      try {
        crawl.add(roots);
        return crawl.end.runUntilComplete(loop);
      } finally {
        List.copyOf(crawl.living).forEach(HandTask::cancel);
      }
    }
  }

  /** What the coroutines of one crawl share; no lock, for only one of them runs at a time. */
  private final class Crawl {
    private final SelectorLoop loop;
    private final LinkFinder links;
    private final Set<CrawlUrl> todo = new HashSet<>();
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();

    /** Those to do that nobody fetches yet. */
    private final ArrayDeque<CrawlUrl> line = new ArrayDeque<>();

    private final Set<HandTask<?>> living = new HashSet<>();
    private final HandFuture<Map<CrawlUrl, FetchedPage>> end = new HandFuture<>();

    /** Lent to whoever has something to read; nobody holds it while waiting. */
    private final ByteBuffer chunk = ByteBuffer.allocate(PlainExchange.CHUNK);

    Crawl(SelectorLoop loop, LinkFinder links) {
      this.loop = loop;
      this.links = links;
    }

    void add(Iterable<CrawlUrl> urls) {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          todo.add(url);
          line.add(url);
        }
      }
      while (!line.isEmpty() && living.size() < concurrency) {
        var task = new HandTask<>(visit(line.remove()));
        living.add(task);
        task.end().onDone(visited -> ended(task, visited));
        task.start();
      }
    }

    private void ended(HandTask<?> task, HandFuture<CrawlUrl> visited) {
      living.remove(task);
      if (end.isDone()) {
        return;
      }
      try {
        todo.remove(visited.result());
        add(List.of());
        if (todo.isEmpty()) {
          end.set(pages);
        }
      } catch (Exception e) {
        end.fail(e);
      }
    }

    /** Fetches a page and adds what it links to. */
    private Generator<Object, HandFuture<?>, CrawlUrl> visit(CrawlUrl url) {
      return new Generator<>(own -> {
        FetchedPage page = own.delegate(fetch(url));
        pages.put(url, page);
        add(links.links(page));
        return url;
      });
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

    /** Set once {@code channel} is ready for {@code operation}. */
    private HandFuture<SocketChannel> ready(SocketChannel channel, int operation)
        throws IOException {
      var ready = new HandFuture<SocketChannel>();
      loop.register(
          channel,
          operation,
          () -> {
            loop.unregister(channel);
            ready.set(channel);
          });
      return ready;
    }
  }
}
