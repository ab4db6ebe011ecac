package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.frontier.Frontier;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.HostTable;
import dev.arachne.options.OptionTable;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes of a running crawl. The promises made at the start stay in force: a change may lengthen a
 * delay or lower the bound on depth, not the reverse. Confined to its event loop.
 */
final class LiveChanges {
  /** Most closed templates that a refusal names as examples. */
  private static final int TOLD_TEMPLATES = 5;

  private final EventLoop loop = EventLoop.current();
  private final CrawlOptions options;
  private final HostTable hosts;
  private final Frontier frontier;

  /** Supplies the loops that make requests, empty before they are open. */
  private final Supplier<List<EventLoop>> loops;

  private final CrawlListener listener;
  private final Runnable stop;

  /** Whether the user has typed other bounds than those at the start of the crawl. */
  private final boolean hasOtherLimit;

  private final boolean hasOtherDelay;

  /**
   * The changes of a crawl.
   *
   * @param directory whose options are not confirmed yet
   * @param listener is notified of changes made
   * @param stop ends the crawl
   */
  LiveChanges(
      CrawlOptions options,
      @Nullable CrawlDirectory directory,
      HostTable hosts,
      Frontier frontier,
      Supplier<List<EventLoop>> loops,
      CrawlListener listener,
      Runnable stop) {
    this.options = options;
    this.hosts = hosts;
    this.hasOtherLimit = directory != null && directory.hasOther(OptionTable.LIMIT);
    this.hasOtherDelay = directory != null && directory.hasOther(OptionTable.DELAY);
    this.frontier = frontier;
    this.loops = loops;
    this.listener = listener;
    this.stop = stop;
  }

  /**
   * Makes a change; when this returns the change is committed, and no request leaves that it
   * forbids.
   */
  Change.Outcome make(Change change) {
    Optional<String> refusal = refusal(change);
    if (refusal.isPresent()) {
      return new Change.Refused(refusal.get());
    }
    Change.Outcome outcome = frontier.change(change, this::awaitLoops);
    if (outcome instanceof Change.Made(LedgerEntry.Changed entry)) {
      listener.changed(entry);
      if (change instanceof Change.Stop) {
        stop.run();
      }
    }
    return outcome;
  }

  /**
   * Continues with the changes that an earlier process left in force, and reports them. An option
   * typed since then overrides a change of the same bound, which is undone.
   *
   * @param typed changes to make first
   * @throws UsageException if one of the typed changes cannot be made
   */
  void goOn(List<Change> typed) throws UsageException {
    for (Change change : typed) {
      if (make(change) instanceof Change.Refused(String why)) {
        throw new UsageException("--tell", why);
      }
    }
    for (LedgerEntry.Changed each : frontier.changes().inForce()) {
      boolean isOutdone =
          switch (each.change()) {
            case Change.MaxPages _ -> hasOtherLimit;
            case Change.Delay _ -> hasOtherDelay;
            default -> false;
          };
      if (isOutdone) {
        make(new Change.Undo(OptionalInt.of(each.number())));
      }
    }
    frontier
        .changes()
        .inForce()
        .forEach(each -> listener.limited(each.text() + " is in force; arachne tell can undo it"));
  }

  /**
   * Waits for the other loops: afterwards a request that was allowed there is sent, or needs
   * permission from this loop. A loop sends in the same step in which it gets permission.
   */
  private void awaitLoops() {
    for (EventLoop other : loops.get()) {
      if (other != loop) {
        try {
          other.call("a change of the crawl", () -> true);
        } catch (IllegalStateException e) {
          continue; // The loop has ended, and sends nothing.
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
                    + " that the crawl keeps to; use that or more")
            : Optional.empty();
      }
      case Change.MaxDepth(int links) when links > options.limits().maxDepth() ->
          Optional.of(
              change.text()
                  + " is more than the crawl was asked for, which has not kept what is deeper;"
                  + " use "
                  + options.limits().maxDepth()
                  + " or less");
      case Change.MaxPages _ when !frontier.isWhole() ->
          Optional.of("the bound on pages is one for all shards of the crawl, and stays");
      case Change.Open(String template) when !frontier.isClosedTemplate(template) ->
          Optional.of(change.text() + " opens nothing: " + closed());
      default -> Optional.empty();
    };
  }

  private String closed() {
    List<String> some = frontier.closedTemplates(TOLD_TEMPLATES);
    return some.isEmpty()
        ? "no template is closed"
        : "of this crawl are closed, for example, "
            + String.join(", ", some)
            + "; arachne why URL DIR tells the template of a URL";
  }

  private Duration ownDelay(String host) {
    CrawlUrl url = CrawlUrl.of("http://" + host + "/");
    return hosts.of(url).bounds().delay().orElse(options.politeness().delay());
  }
}
