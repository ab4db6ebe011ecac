package dev.arachne.compare;

import dev.arachne.runtime.AsyncQueue;
import dev.arachne.runtime.Channel;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stage 9: a few coroutines that work off a queue of tasks, each a URL with the callback that gets
 * the page. The shape of stage 5 without its threads and locks: the queue and the coroutines are
 * those of module {@code runtime}, the socket is still asked by hand.
 *
 * <p>A crawl ends in one of three ways: no task is unfinished; one has failed; or nothing has
 * happened for as long as the loop timeout, and then somebody waits for what will not come.
 */
final class TaskQueueWorker implements CrawlingStage {
  static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

  private final int workers;
  private final Duration loopTimeout;

  /**
   * A stage of this many coroutines.
   *
   * @param loopTimeout how long there may be no new page
   */
  TaskQueueWorker(int workers, Duration loopTimeout) {
    this.workers = workers;
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

  /** The crawl as a coroutine of whichever loop it is called on. */
  Map<CrawlUrl, FetchedPage> crawlOnLoop(List<CrawlUrl> roots, LinkFinder links) throws Exception {
    return new Crawl(links).from(roots);
  }

  /** Work for whichever coroutine is free next. */
  private record QueuedTask(CrawlUrl url, Consumer<FetchedPage> callback) {}

  /** What the coroutines of one crawl share; confined to their loop. */
  private final class Crawl {
    private final EventLoop loop = EventLoop.current();
    private final LinkFinder links;
    private final AsyncQueue<QueuedTask> todo = new AsyncQueue<>(loop, "tasks", Integer.MAX_VALUE);
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();
    private final ByteBuffer chunk = ByteBuffer.allocate(PlainExchange.CHUNK);
    private Deadline nextPage = loop.deadline(loopTimeout);

    Crawl(LinkFinder links) {
      this.links = links;
    }

    Map<CrawlUrl, FetchedPage> from(List<CrawlUrl> roots) throws Exception {
      return TaskGroup.run(group -> {
        add(roots);
        for (int i = 0; i < workers; i++) {
          group.spawn("worker " + i, this::work);
        }
        awaitEnd();
        todo.close();
        return pages;
      });
    }

    private void add(Iterable<CrawlUrl> urls) {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          todo.put(new QueuedTask(url, this::got));
        }
      }
    }

    /** The life of one coroutine. */
    private @Nullable Void work() throws IOException {
      for (QueuedTask task = todo.get(); task != null; task = todo.get()) {
        task.callback().accept(fetch(task.url()));
        todo.taskDone();
      }
      return null;
    }

    /** The callback of every task here. */
    private void got(FetchedPage page) {
      nextPage = loop.deadline(loopTimeout);
      pages.put(page.url(), page);
      add(links.links(page));
    }

    private FetchedPage fetch(CrawlUrl url) throws FetchException {
      var exchange = new PlainExchange(url);
      try (Channel channel = loop.network().connect(exchange.address(), Deadline.NEVER)) {
        channel.write(ByteBuffer.wrap(exchange.request()), Deadline.NEVER);
        int count = 0;
        while (count >= 0) {
          exchange.received(chunk.array(), count);
          channel.awaitReadable(Deadline.NEVER);
          count = channel.read(chunk.clear());
        }
        return exchange.page();
      } catch (IOException e) {
        throw new FetchException(url, e);
      }
    }

    private void awaitEnd() throws IOException {
      while (todo.unfinished() > 0) {
        Deadline awaited = nextPage;
        try {
          todo.join(awaited);
        } catch (DeadlineException e) {
          if (awaited == nextPage) {
            throw new IOException(
                "no page came for %s, with %d to do".formatted(loopTimeout, todo.unfinished()), e);
          }
        }
      }
    }
  }
}
