package dev.arachne.crawl;

import dev.arachne.frontier.Frontier;
import dev.arachne.ledger.Change;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.HostTable;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Changes of a crawl while it runs. What the crawl has promised at its start holds all the same: a
 * change may lengthen a delay, and bring the bound on depth nearer, not the other way. Confined to
 * the crawl's loop.
 */
final class LiveChanges {
  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final HostTable hosts;
  private final Frontier frontier;

  /** The loops on which requests are made, as far as there are any yet. */
  private final Supplier<List<EventLoop>> loops;

  LiveChanges(
      CrawlOptions options, HostTable hosts, Frontier frontier, Supplier<List<EventLoop>> loops) {
    this.options = options;
    this.hosts = hosts;
    this.frontier = frontier;
    this.loops = loops;
  }

  /** Makes a change; when this returns it is committed, and nothing leaves that it forbids. */
  Change.Outcome make(Change change) {
    Optional<String> refusal = refusal(change);
    return refusal.isPresent()
        ? new Change.Refused(refusal.get())
        : frontier.change(change, this::awaitLoops);
  }

  /**
   * What was allowed on another loop is on the wire, or waits for leave from this one: a loop goes
   * from there to the wire in one step.
   */
  private void awaitLoops() {
    for (EventLoop other : loops.get()) {
      if (other != loop) {
        try {
          other.call("a change of the crawl", () -> true);
        } catch (IllegalStateException e) {
          continue; // It has ended, and sends nothing.
        }
      }
    }
  }

  private Optional<String> refusal(Change change) {
    return switch (change) {
      case Change.Delay(var host, Duration time) -> {
        Duration own = host.map(this::ownDelay).orElse(options.politeness().delay());
        yield time.compareTo(own) < 0
            ? Optional.of(
                change.text()
                    + " is less than the "
                    + Change.Delay.ofAll(own).text()
                    + " that the crawl keeps to; type that or more")
            : Optional.empty();
      }
      case Change.MaxDepth(int links) when links > options.limits().maxDepth() ->
          Optional.of(
              change.text()
                  + " is more than the crawl was asked for, which has not kept what is deeper;"
                  + " type "
                  + options.limits().maxDepth()
                  + " or less");
      case Change.MaxPages _ when !frontier.isWhole() ->
          Optional.of("the bound on pages is one for all shards of the crawl, and stays");
      default -> Optional.empty();
    };
  }

  private Duration ownDelay(String host) {
    CrawlUrl url = CrawlUrl.of("http://" + host + "/");
    return hosts.of(url).bounds().delay().orElse(options.politeness().delay());
  }
}
