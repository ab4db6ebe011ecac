package dev.arachne.crawl;

import dev.arachne.fetch.FetchCounts;
import dev.arachne.fetch.LoopLag;
import dev.arachne.frontier.KnownUrls;
import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.ByteRate;
import dev.arachne.http.HttpClient;
import dev.arachne.ledger.Discovery;
import dev.arachne.runtime.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A loop that fetches and reads pages, with state that no other loop uses: connections, the
 * extractor's scratch space, the URLs that are known there. It is the crawl's own loop or a further
 * one; methods are called on the crawl's loop, unless their comment says otherwise.
 *
 * <p>A visit on a further loop is a call from loop to loop. It passes a lease, news of known URLs
 * and an identification, and returns a {@link Visited}; nothing else is shared.
 */
final class FetchLoop implements AutoCloseable {
  /** Most news kept until the next visit, which may never come. */
  private static final int MOST_NEWS = 1_000;

  private final EventLoop loop;
  private final HttpClient client;
  private final LoopLag lag;
  private final FetchCounts counts;
  private final KnownUrls known;
  private final PageVisit visit;
  private final PageProcessing processing;

  /** Discoveries since the last message to its loop; always empty on the crawl's own loop. */
  private List<Discovery> news = new ArrayList<>();

  /** A fetch loop of the calling coroutine's loop. */
  FetchLoop(
      HttpClient client,
      LoopLag lag,
      FetchCounts counts,
      KnownUrls known,
      PageVisit visit,
      PageProcessing processing) {
    this.loop = EventLoop.current();
    this.client = client;
    this.lag = lag;
    this.counts = counts;
    this.known = known;
    this.visit = visit;
    this.processing = processing;
  }

  /**
   * Fetches and reads an admitted lease.
   *
   * @param who the identification to send to the site
   * @param rate of its host
   * @param share holds the bytes of the page; the caller releases it
   * @param renderer shows the page; empty if it is taken as received
   * @param place is released while a host is awaited
   */
  Visited visit(
      Lease lease,
      RequestIdentity who,
      Optional<ByteRate> rate,
      ByteBudget.Share share,
      Optional<Renderer> renderer,
      TaskPermits.Place place) {
    return loop.inLoop()
        ? visit.of(lease, who, rate, share, renderer, place)
        : visitBeside(lease, who, rate, share, renderer, place);
  }

  /** Takes discoveries that were offered to the frontier, for the loop's known URLs. */
  void learn(List<Discovery> offered) {
    news.addAll(offered);
    if (news.size() > MOST_NEWS) {
      List<Discovery> told = takeNews();
      loop.execute(() -> known.learn(told));
    }
  }

  /** The number of pages with their processors. */
  int handling() {
    return processing.handling();
  }

  /** The number of pages that are being saved. */
  int saving() {
    return processing.saving();
  }

  EventLoop loop() {
    return loop;
  }

  /** How late the loop is; called on its loop. */
  LoopLag lag() {
    return lag;
  }

  /** The counts of its exchanges; called on its loop. */
  FetchCounts counts() {
    return counts;
  }

  /** Its connections; called on its loop. */
  HttpClient client() {
    return client;
  }

  /** Closes all connections; called on its loop. */
  @Override
  public void close() {
    lag.close();
    client.close();
  }

  private Visited visitBeside(
      Lease lease,
      RequestIdentity who,
      Optional<ByteRate> rate,
      ByteBudget.Share share,
      Optional<Renderer> renderer,
      TaskPermits.Place place) {
    List<Discovery> offered = takeNews();
    return loop.call(
        lease.url().toString(),
        () -> {
          known.learn(offered);
          Visited visited = visit.of(lease, who, rate, share, renderer, place);
          return visited.withSightings(known.sightings(lease.url()));
        });
  }

  private List<Discovery> takeNews() {
    List<Discovery> taken = news;
    news = new ArrayList<>();
    return taken;
  }
}
