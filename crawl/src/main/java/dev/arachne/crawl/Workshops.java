package dev.arachne.crawl;

import dev.arachne.frontier.Discovery;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.KnownUrls;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.NameCache;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.EventLoopGroup;
import dev.arachne.runtime.LoopOptions;
import dev.arachne.runtime.Resolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The workshops of a crawl: one on its own loop, and as many beside as it was given loops. Confined
 * to the crawl's loop.
 */
final class Workshops implements AutoCloseable {
  /** What a visit costs, by what it costs to decide about its page. */
  private static final int VISIT_COST = 6;

  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final HttpOptions http;
  private final Frontier frontier;
  private final Scope scope;
  private final List<PageHandler> handlers;
  private final Optional<ItemPipeline> pipeline;
  private final NameCache names = new NameCache(loop.resolver(), NameCache.USUAL_LIFETIME);
  private final List<Workshop> all = new ArrayList<>();

  /** As many as there may be visits at a time; each belongs to a workshop. */
  private final List<Workshop> places = new ArrayList<>();

  private Optional<EventLoopGroup> beside = Optional.empty();

  private Workshops(
      CrawlOptions options,
      HttpOptions http,
      Frontier frontier,
      Scope scope,
      List<PageHandler> handlers,
      Optional<ItemPipeline> pipeline) {
    this.options = options;
    this.http = http;
    this.frontier = frontier;
    this.scope = scope;
    this.handlers = handlers;
    this.pipeline = pipeline;
  }

  /** Opens them, and starts the loops beside. */
  static Workshops open(
      CrawlOptions options,
      HttpOptions http,
      Frontier frontier,
      Scope scope,
      List<PageHandler> handlers,
      Optional<ItemPipeline> pipeline) {
    var workshops = new Workshops(options, http, frontier, scope, handlers, pipeline);
    int beside = Math.min(options.loops(), options.tasks()) - 1;
    int placesHere = placesHere(options.tasks(), beside);
    workshops.add(workshops.workshop(placesHere, frontier.known(), workshops.names));
    try {
      if (beside > 0) {
        workshops.openBeside(beside, options.tasks() - placesHere);
      }
      return workshops;
    } catch (Throwable e) {
      workshops.close();
      throw e;
    }
  }

  /** That on the crawl's own loop. */
  Workshop here() {
    return all.getFirst();
  }

  /**
   * Where a URL is to be visited: always in the same workshop for one host, since its connections
   * are there, unless that has as many visits as it has places; then where most places are free.
   */
  Workshop of(Lease lease) {
    Workshop usual = places.get(Math.floorMod(lease.url().origin().hashCode(), places.size()));
    return usual.free() > 0
        ? usual
        : all.stream().max(Comparator.comparingInt(Workshop::free)).orElse(usual);
  }

  /** These were offered to the frontier. */
  void learn(List<Discovery> offered) {
    for (Workshop other : beside()) {
      other.learn(offered);
    }
  }

  /** Those on loops beside. */
  List<Workshop> beside() {
    return all.subList(1, all.size());
  }

  /** Pages that are with their handlers. */
  int handling() {
    return all.stream().mapToInt(Workshop::handling).sum();
  }

  /** The loops, the crawl's own first. */
  List<EventLoop> loops() {
    return all.stream().map(Workshop::loop).toList();
  }

  /** Closes the connections and ends the loops beside, whatever is under way there. */
  @Override
  public void close() {
    here().close();
    if (beside.isPresent()) {
      loop.offload("the end of the loops beside", this::endBeside, Deadline.NEVER);
    }
  }

  private boolean endBeside() {
    beside.ifPresent(EventLoopGroup::close);
    return true;
  }

  /**
   * Fewer here than on a loop beside, so that all have the same to do: the crawl's own loop has to
   * decide about all pages, too.
   */
  private static int placesHere(int visits, int beside) {
    return visits * Math.max(0, VISIT_COST - beside) / (VISIT_COST * (1 + beside));
  }

  private void openBeside(int loops, int visits) {
    var group = EventLoopGroup.start("crawl", loops, LoopOptions.USUAL);
    beside = Optional.of(group);
    Resolver resolver =
        (host, deadline) -> loop.call("look up " + host, () -> names.resolve(host, deadline));
    int left = visits;
    for (EventLoop other : group.loops()) {
      int share = Math.ceilDiv(left, 1 + loops - all.size());
      left -= share;
      add(other.call("open", () -> workshop(share, frontier.knownElsewhere(), resolver)));
    }
  }

  /** One of the calling coroutine's loop. */
  private Workshop workshop(int share, KnownUrls known, Resolver resolver) {
    var client = new HttpClient(http.withResolver(resolver));
    var reader = new PageReader(options, scope, handlers, pipeline, known);
    return new Workshop(share, frontier, client, known, reader);
  }

  private void add(Workshop workshop) {
    all.add(workshop);
    places.addAll(Collections.nCopies(workshop.free(), workshop));
  }
}
