package dev.arachne.road;

import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.Timeouts;
import dev.arachne.network.AddressPolicy;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.url.CrawlUrl;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stage 10: Arachne's own runtime and client. A coroutine for each page, in a group that ends with
 * the last of them: no queue, no count of pending pages, no stop flag.
 *
 * <p>The client bounds the fetches in flight by its connections, keeps these for the next page, and
 * gives each wait a deadline.
 */
final class ArachneClient implements CrawlingStage {
  /** The time that a page waits for a connection: any time. */
  private static final Duration IN_LINE = Duration.ofDays(1);

  private final HttpOptions options;

  ArachneClient(int concurrency, Duration patience) {
    options =
        HttpOptions.DEFAULT
            .withUserAgent(PlainExchange.USER_AGENT)
            .withAddresses(AddressPolicy.ANY) // a user has typed them all
            .withConnections(concurrency, concurrency)
            .withTimeouts(
                new Timeouts(IN_LINE, patience, patience, patience, patience, patience, IN_LINE));
  }

  @Override
  public Map<CrawlUrl, FetchedPage> crawl(List<CrawlUrl> roots, LinkFinder links)
      throws IOException {
    try {
      return EventLoop.run(
          "crawl",
          () -> {
            try (var client = new HttpClient(options)) {
              return TaskGroup.run(group -> new Crawl(client, links, group).from(roots));
            }
          });
    } catch (TaskFailedException e) {
      throw FetchException.behind(e);
    }
  }

  /** The state that the coroutines of one crawl share. Confined to its event loop. */
  private static final class Crawl {
    private final HttpClient client;
    private final LinkFinder links;
    private final TaskGroup todo;
    private final Set<CrawlUrl> seen = new HashSet<>();
    private final Map<CrawlUrl, FetchedPage> pages = new HashMap<>();

    Crawl(HttpClient client, LinkFinder links, TaskGroup todo) {
      this.client = client;
      this.links = links;
      this.todo = todo;
    }

    Map<CrawlUrl, FetchedPage> from(Iterable<CrawlUrl> urls) {
      for (CrawlUrl url : urls) {
        if (seen.add(url)) {
          todo.spawn("visit " + url, () -> visit(url));
        }
      }
      return pages;
    }

    private FetchedPage visit(CrawlUrl url) throws IOException {
      HttpResponse response = client.fetch(HttpRequest.get(url), Deadline.NEVER);
      if (!response.isComplete()) {
        throw new FetchException(url, new EOFException("the body ended early"));
      }
      var page =
          FetchedPage.of(
              url, response.status(), response.headers().first("Location"), response.body());
      pages.put(url, page);
      from(links.linksOf(page));
      return page;
    }
  }
}
