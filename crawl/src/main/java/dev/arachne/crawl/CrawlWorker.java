package dev.arachne.crawl;

import dev.arachne.frontier.Disposition;
import dev.arachne.frontier.DropReason;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.OutputRecord;
import dev.arachne.frontier.StoreException;
import dev.arachne.http.ByteBudget;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.TaskFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One coroutine of a crawl: it leases a URL, lives the URL's life from there to its verdict, and
 * leases the next, until none is left. Confined to the crawl's loop.
 *
 * <p>{@link #live} is that life. What happens in it is a call with a stack trace of its own; what
 * goes wrong in it is a verdict on this URL and no other.
 */
final class CrawlWorker implements Callable<@Nullable Void> {
  /** What the worker does, or waits for. */
  enum Stage {
    OUTSIDE,
    LEASING,
    VISITING,
    COMMITTING
  }

  private final Frontier frontier;
  private final Admission admission;
  private final Workshops workshops;
  private final Retries retries;
  private final Optional<ItemPipeline> pipeline;
  private final Outputs outputs;
  private final ByteBudget.Share share;
  private final Places.Place place;
  private final CrawlListener listener;

  private Stage stage = Stage.OUTSIDE;

  CrawlWorker(
      Frontier frontier,
      Admission admission,
      Workshops workshops,
      Retries retries,
      Optional<ItemPipeline> pipeline,
      Outputs outputs,
      ByteBudget.Share share,
      Places.Place place,
      CrawlListener listener) {
    this.frontier = frontier;
    this.admission = admission;
    this.workshops = workshops;
    this.retries = retries;
    this.pipeline = pipeline;
    this.outputs = outputs;
    this.share = share;
    this.place = place;
    this.listener = listener;
  }

  @Override
  public @Nullable Void call() {
    place.enter();
    stage = Stage.LEASING;
    for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
      if (!lease.isHostAnswering()) {
        place.await(); // It may never answer.
      }
      if (admission.isAdmitted(lease)) {
        try (share) {
          live(lease);
        }
      }
      stage = Stage.OUTSIDE;
      place.renew();
      stage = Stage.LEASING;
    }
    stage = Stage.OUTSIDE;
    place.leave();
    return null;
  }

  /** What the worker does now. */
  Stage stage() {
    return stage;
  }

  private void live(Lease lease) {
    stage = Stage.VISITING;
    Visit visit;
    try {
      visit =
          switch (admission.of(lease, place)) {
            case Admission.Granted(Duration gap) ->
                workshops.of(lease).visit(lease, gap, share, place);
            case Admission.Denied(RobotsVerdict verdict) ->
                Visit.ended(new Disposition.Dropped(DropReason.ROBOTS, verdict.reason()));
            case Admission.RulesUnreachable(String why, Duration rest, boolean isGivenUp) ->
                Visit.ended(
                    isGivenUp
                        ? new Disposition.Dropped(DropReason.ROBOTS_UNREACHABLE, why)
                        : retries.after(lease, DropReason.ROBOTS_UNREACHABLE, why, rest));
          };
    } catch (CancelledException e) {
      throw e; // The lease stays open: its URL is still to do.
    } catch (TurnedAwayException e) {
      return; // The lease has ended: its URL is still to do.
    } catch (RuntimeException | StackOverflowError e) {
      if (failure(e) instanceof ShortageException shortage) {
        throw shortage; // Nothing is decided by it.
      }
      visit = threw(lease, e);
    }
    if (visit.disposition() instanceof Disposition.Retry retry) {
      listener.retried(lease.url(), lease.attempt(), retry.failure());
    }
    stage = Stage.COMMITTING;
    place.goOn();
    frontier.complete(lease, visit.disposition(), visit.found(), records(lease, visit));
    if (lease.hasSlowedHost()) {
      listener.slowed(lease.url());
    }
    workshops.learn(visit.found());
    outputs.awaitRoom();
    listener.awaitRoom();
  }

  private List<OutputRecord> records(Lease lease, Visit visit) {
    return pipeline.isPresent() && visit.disposition() instanceof Disposition.Final verdict
        ? pipeline.get().records(lease.url(), verdict, visit.harvest(), visit.found())
        : List.of();
  }

  private Visit threw(Lease lease, Throwable thrown) {
    Throwable cause = failure(thrown);
    if (cause instanceof StoreException damaged) {
      throw damaged; // No fault of this URL.
    }
    listener.threw(lease.url(), cause);
    return Visit.ended(new Disposition.Dropped(DropReason.PROCESSING, cause.toString()));
  }

  private static Throwable failure(Throwable thrown) {
    return thrown instanceof TaskFailedException e ? e.failure() : thrown;
  }
}
