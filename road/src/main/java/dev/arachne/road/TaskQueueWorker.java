package dev.arachne.road;

import dev.arachne.network.Channel;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stage 9: a crawl that brings its own coroutine, {@link Crawl#fetch}, to an {@link AsyncWorker},
 * and gets the pages by result callbacks. The shape of stage 5 without its threads and locks: the
 * queue and the coroutines are those of module {@code runtime}, the socket is still polled by hand.
 *
 * <p>No wait of its own has a bound. The worker's loop timeout bounds them all: each thing that
 * comes puts it off, be it a connection, a piece of a page or a result.
 */
final class TaskQueueWorker implements CrawlingStage {
  private final int coroutines;
  private final Duration loopTimeout;

  TaskQueueWorker(int coroutines, Duration loopTimeout) {
    this.coroutines = coroutines;
    this.loopTimeout = loopTimeout;
  }

  @Override
  public Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException {
    try {
      return EventLoop.run("task queue", () -> crawlOnLoop(roots, links));
    } catch (TaskFailedException e) {
      throw FetchException.behind(e);
    }
  }

  /** Runs the crawl as a coroutine of the calling thread's loop. */
  Map<CrawlUrl, FetchedPage> crawlOnLoop(List<CrawlUrl> roots, LinkFinder links) throws Exception {
    return new Crawl(links).from(roots);
  }

  /** The state that the coroutines of one crawl share. Confined to its event loop. */
  private final class Crawl {
    private final EventLoop loop = EventLoop.current();
    private final AsyncWorker<CrawlUrl, FetchedPage> worker =
        new AsyncWorker<>(coroutines, loopTimeout, this::fetch);
    private final LinkFinder links;
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();
    private final ByteBuffer chunk = ByteBuffer.allocate(PlainExchange.CHUNK);

    Crawl(LinkFinder links) {
      this.links = links;
    }

    Map<CrawlUrl, FetchedPage> from(List<CrawlUrl> roots) throws Exception {
      worker.onResult(page -> pages.put(page.url(), page));
      worker.onResult(page -> add(links.linksOf(page)));
      add(roots);
      worker.run();
      return pages;
    }

    private void add(Iterable<CrawlUrl> urls) {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          worker.put(url);
        }
      }
    }

    private FetchedPage fetch(CrawlUrl url) throws FetchException {
      var exchange = new PlainExchange(url);
      try (Channel channel = Network.of(loop).connect(exchange.address(), Deadline.NEVER)) {
        channel.write(ByteBuffer.wrap(exchange.request()), Deadline.NEVER);
        int count = 0;
        while (count >= 0) {
          worker.happened();
          exchange.received(chunk.array(), count);
          channel.awaitReadable(Deadline.NEVER);
          count = channel.read(chunk.clear());
        }
        return exchange.page();
      } catch (IOException e) {
        throw new FetchException(url, e);
      }
    }
  }
}
