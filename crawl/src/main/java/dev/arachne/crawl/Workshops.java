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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The workshops of a crawl: one on its own loop, and as many beside as it was given loops. Confined
 * to the crawl's loop.
 */
final class Workshops implements AutoCloseable {
  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final HttpOptions http;
  private final Frontier frontier;
  private final Scope scope;
  private final List<PageHandler> handlers;
  private final Optional<ItemPipeline> pipeline;
  private final NameCache names = new NameCache(loop.resolver(), NameCache.USUAL_LIFETIME);
  private final List<Workshop> all = new ArrayList<>();
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
    workshops.all.add(workshops.workshop(frontier.known(), workshops.names));
    try {
      int loops = Math.min(options.loops(), options.tasks());
      if (loops > 1) {
        workshops.openBeside(loops - 1);
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
   * Where a URL is to be visited: always in the same place for one host, since its connections are
   * there, unless that has its share of visits already.
   */
  Workshop of(Lease lease) {
    Workshop usual = all.get(Math.floorMod(lease.url().origin().hashCode(), all.size()));
    return usual.visits() < share()
        ? usual
        : all.stream().min(Comparator.comparingInt(Workshop::visits)).orElse(usual);
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

  private void openBeside(int loops) {
    var group = EventLoopGroup.start("crawl", loops, LoopOptions.USUAL);
    beside = Optional.of(group);
    Resolver resolver =
        (host, deadline) -> loop.call("look up " + host, () -> names.resolve(host, deadline));
    for (EventLoop other : group.loops()) {
      all.add(other.call("open", () -> workshop(frontier.knownElsewhere(), resolver)));
    }
  }

  /** One of the calling coroutine's loop. */
  private Workshop workshop(KnownUrls known, Resolver resolver) {
    var client = new HttpClient(http.withResolver(resolver));
    var reader = new PageReader(options, scope, handlers, pipeline, known);
    return new Workshop(frontier, client, known, reader);
  }

  /** Visits at a time, divided by the workshops. */
  private int share() {
    return Math.ceilDiv(options.tasks(), all.size());
  }
}
