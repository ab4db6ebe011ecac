package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Stage 3: an event loop with callbacks. One thread watches all sockets and runs the callback of
 * each ready one, so all pages together take as long as the slowest.
 *
 * <p>The price is the shape of the program. The one method of stage 1 is split into {@link
 * Fetcher#fetch}, {@link Fetcher#connected} and {@link Fetcher#readable}, and {@link
 * Fetcher#silent} if none of them is called. The local variables of stage 1 become fields that live
 * from one callback to the next. A stack trace shows that the loop called a callback, but not which
 * caller requested the page.
 */
final class CallbackLoop implements CrawlingStage {
  private final int concurrency;
  private final Duration patience;

  CallbackLoop(int concurrency, Duration patience) {
    this.concurrency = concurrency;
    this.patience = patience;
  }

  @Override
  public Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException {
    try (var loop = new SelectorLoop()) {
      var crawl = new Crawl(loop, links);
      crawl.add(roots);
      loop.run();
      return crawl.pages;
    }
  }

  /** The state that all fetchers share; without a lock, since only one callback runs at a time. */
  private final class Crawl {
    private final SelectorLoop loop;
    private final LinkFinder links;
    private final Set<CrawlUrl> todo = new HashSet<>();
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();

    /** URLs to fetch, without a fetcher yet. */
    private final ArrayDeque<CrawlUrl> line = new ArrayDeque<>();

    /** A buffer for the callback that reads now; no fetcher holds it while it waits. */
    private final ByteBuffer chunk = ByteBuffer.allocate(PlainExchange.CHUNK);

    Crawl(SelectorLoop loop, LinkFinder links) {
      this.loop = loop;
      this.links = links;
    }

    void add(Iterable<CrawlUrl> urls) throws IOException {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          todo.add(url);
          line.add(url);
        }
      }
      while (!line.isEmpty() && todo.size() - line.size() < concurrency) {
        new Fetcher(this, line.remove()).fetch();
      }
      if (todo.isEmpty()) {
        loop.stop();
      }
    }

    void done(FetchedPage page) throws IOException {
      pages.put(page.url(), page);
      todo.remove(page.url());
      add(links.linksOf(page));
    }
  }

  /** One fetch, in as many pieces as it has waits. */
  private final class Fetcher {
    private final Crawl crawl;
    private final CrawlUrl url;
    private final PlainExchange exchange;
    private final SocketChannel channel;
    private SelectorLoop.@Nullable Timer silence;

    Fetcher(Crawl crawl, CrawlUrl url) throws IOException {
      this.crawl = crawl;
      this.url = url;
      this.exchange = new PlainExchange(url);
      this.channel = SocketChannel.open();
    }

    void fetch() throws IOException {
      try {
        channel.configureBlocking(false);
        if (channel.connect(exchange.address())) {
          connected();
        } else {
          await(SelectionKey.OP_CONNECT, this::connected);
        }
      } catch (IOException e) {
        throw new FetchException(url, e);
      }
    }

    private void connected() throws IOException {
      try {
        channel.finishConnect();
        channel.write(ByteBuffer.wrap(exchange.request())); // fits an empty send buffer
        await(SelectionKey.OP_READ, this::readable);
      } catch (IOException e) {
        throw new FetchException(url, e);
      }
    }

    private void readable() throws IOException {
      FetchedPage page;
      try {
        int count = channel.read(crawl.chunk.clear());
        if (count >= 0) {
          exchange.received(crawl.chunk.array(), count);
          await(SelectionKey.OP_READ, this::readable);
          return;
        }
        crawl.loop.cancel(silence);
        channel.close();
        page = exchange.page();
      } catch (IOException e) {
        throw new FetchException(url, e);
      }
      crawl.done(page);
    }

    /** Leaves two callbacks, of which one is called: the one that was waited for, or silent. */
    private void await(int operation, SelectorLoop.Callback awaited) throws IOException {
      crawl.loop.register(channel, operation, awaited);
      crawl.loop.cancel(silence);
      silence = crawl.loop.after(patience, this::silent);
    }

    private void silent() throws IOException {
      throw new FetchException(url, PlainExchange.silence(patience));
    }
  }
}
