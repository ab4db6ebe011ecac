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
 * A loop on which pages are fetched and read, with what that takes and no other loop touches:
 * connections, the extractor's scratch space, the URLs that are known there. It may be the crawl's
 * own loop or one beside it; methods are called on the crawl's loop, unless they say otherwise.
 *
 * <p>A visit beside is a call from loop to loop: what goes there is a lease and what is news of
 * known URLs, and what its site is told of who asks; what comes back is a {@link Visited}, and no
 * more is shared.
 */
final class Workshop implements AutoCloseable {
  /** So many are not kept until the next visit, which may never come. */
  private static final int MOST_NEWS = 1_000;

  private final EventLoop loop;
  private final HttpClient client;
  private final LoopLag lag;
  private final FetchCounts counts;
  private final KnownUrls known;
  private final PageVisit visit;
  private final PageProcessing processing;

  /** What was offered since its loop was last told; stays empty on the crawl's own. */
  private List<Discovery> news = new ArrayList<>();

  /** A workshop of the calling coroutine's loop. */
  Workshop(
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
   * Fetches and reads what was admitted.
   *
   * @param who what the site is told of who asks
   * @param rate of its host
   * @param share holds what the page takes; the caller gives that back
   * @param renderer shows the page; empty if it is taken as it comes
   * @param place is told while a host is waited for
   */
  Visited visit(
      Lease lease,
      Introduction who,
      Optional<ByteRate> rate,
      ByteBudget.Share share,
      Optional<Renderer> renderer,
      Places.Place place) {
    return loop.inLoop()
        ? visit.of(lease, who, rate, share, renderer, place)
        : visitBeside(lease, who, rate, share, renderer, place);
  }

  /** These were offered to the frontier, which the loop will know soon. */
  void learn(List<Discovery> offered) {
    news.addAll(offered);
    if (news.size() > MOST_NEWS) {
      List<Discovery> told = takeNews();
      loop.execute(() -> known.learn(told));
    }
  }

  /** Pages that are with their processors. */
  int handling() {
    return processing.handling();
  }

  /** Pages that are with the disk. */
  int saving() {
    return processing.saving();
  }

  EventLoop loop() {
    return loop;
  }

  /** How late the loop is; for who is on it. */
  LoopLag lag() {
    return lag;
  }

  /** What its exchanges came to; for who is on the loop. */
  FetchCounts counts() {
    return counts;
  }

  /** Its connections; for who is on the loop. */
  HttpClient client() {
    return client;
  }

  /** Closes all connections; on the loop. */
  @Override
  public void close() {
    lag.close();
    client.close();
  }

  private Visited visitBeside(
      Lease lease,
      Introduction who,
      Optional<ByteRate> rate,
      ByteBudget.Share share,
      Optional<Renderer> renderer,
      Places.Place place) {
    List<Discovery> offered = takeNews();
    return loop.call(
        lease.url().toString(),
        () -> {
          known.learn(offered);
          Visited visited = visit.of(lease, who, rate, share, renderer, place);
          return visited.sighted(known.sightings(lease.url()));
        });
  }

  private List<Discovery> takeNews() {
    List<Discovery> taken = news;
    news = new ArrayList<>();
    return taken;
  }
}
