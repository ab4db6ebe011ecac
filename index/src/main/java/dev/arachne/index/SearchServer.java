package dev.arachne.index;

import dev.arachne.options.UsageException;
import dev.arachne.server.LocalServer;
import dev.arachne.server.ServerRequest;
import dev.arachne.server.ServerResponse;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Serves a page to search in the index of a crawl with a browser. It changes nothing, and sends no
 * requests. Thread-safe.
 */
public final class SearchServer implements Closeable {
  /** Searches at a time; others wait in line. */
  private static final int MOST_SEARCHES = 8;

  private static final int MOST_PAGE = 1_000;

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int FAILED = 500;

  private final CrawlSearch search;
  private final String name;
  private final LocalServer server;
  private final Semaphore room = new Semaphore(MOST_SEARCHES);

  private SearchServer(CrawlSearch search, String name, InetSocketAddress address)
      throws IOException {
    this.search = search;
    this.name = name;
    server = LocalServer.start(address, SearchPage.POLICY, List.of("GET", "HEAD"), this::reply);
  }

  /**
   * Listens, and serves until it is closed.
   *
   * @param search is closed with this
   * @param name of the crawl, as its pages have it
   * @param address to listen on; port 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static SearchServer start(CrawlSearch search, String name, InetSocketAddress address)
      throws IOException {
    return new SearchServer(search, name, address);
  }

  /** The address it listens on. */
  public InetSocketAddress address() {
    return server.address();
  }

  /** The address of its page. */
  public String url() {
    return server.url();
  }

  /** Waits until it is closed. */
  public void await() throws InterruptedException {
    server.await();
  }

  private ServerResponse reply(ServerRequest question) throws InterruptedException {
    if (!question.path().equals("/")) {
      return ServerResponse.html(
          NOT_FOUND, SearchPage.failure("Not found", "The search is at the first page."));
    }
    room.acquire();
    try {
      return searched(question);
    } catch (IOException | RuntimeException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return ServerResponse.html(FAILED, SearchPage.failure("The index cannot be read", why));
    } finally {
      room.release();
    }
  }

  private ServerResponse searched(ServerRequest question) throws IOException {
    String words = question.parameter("q").strip();
    String like = question.parameter("like").strip();
    int page = page(question.parameter("page"));
    if (words.isEmpty() && like.isEmpty()) {
      return ServerResponse.html(OK, SearchPage.start(name, search.pages()));
    }
    SearchQuery asked = SearchQuery.of(words).withPage(page).withFacets();
    try {
      SearchResults results = like.isEmpty() ? search.search(asked) : search.similar(like, asked);
      return ServerResponse.html(OK, new SearchPage(name, words, like).results(results));
    } catch (UsageException e) {
      return ServerResponse.html(
          NOT_FOUND, SearchPage.failure("No such page", String.valueOf(e.getMessage())));
    }
  }

  private static int page(String typed) {
    return typed.matches("[0-9]{1,4}") ? Math.clamp(Integer.parseInt(typed), 1, MOST_PAGE) : 1;
  }

  @Override
  public void close() throws IOException {
    server.close();
    search.close();
  }
}
