package dev.arachne.crawl;

import dev.arachne.fetch.PermitDeniedException;
import dev.arachne.fetch.ShortageException;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.RulesVisit;
import dev.arachne.frontier.Visit;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.ByteRate;
import dev.arachne.http.HttpClient;
import dev.arachne.items.PageFill;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.ledger.VisitNote;
import dev.arachne.output.ItemCommit;
import dev.arachne.output.ItemOutput;
import dev.arachne.output.Outputs;
import dev.arachne.report.CrawlStatistics;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.store.StoreException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One coroutine of a crawl: it leases a URL, takes it from there to its verdict, and leases the
 * next, until none is left. Confined to its event loop.
 *
 * <p>{@link #live} has all the steps. Each step is a call with a stack trace of its own; an error
 * in it becomes a verdict on this URL alone.
 */
final class CrawlWorker implements Callable<@Nullable Void> {
  /** A step of the worker. */
  enum Stage {
    OUTSIDE,
    LEASING,
    VISITING,
    COMMITTING,
    /** Outputs or listeners have no room for more. */
    HANDING_OVER
  }

  private final Frontier frontier;
  private final HttpClient client;
  private final Robots robots;
  private final Logins logins;
  private final Sessions sessions;
  private final HostRates rates;
  private final FetchLoops fetchLoops;
  private final Optional<Renderer> renderer;
  private final Optional<ItemOutput> pipeline;
  private final Outputs outputs;
  private final ByteBudget.Share share;
  private final TaskPermits.Place place;
  private final Predicate<Lease> isVisitedAgain;
  private final SecondVisit secondVisit;
  private final Guesses guesses;
  private final CrawlListener listener;
  private final Runnable stop;

  private Stage stage = Stage.OUTSIDE;

  /** The lease in work, and its start on the loop's clock; null between leases. */
  private @Nullable Lease current;

  private long since;

  /**
   * A worker that has not started.
   *
   * @param renderer shows pages; empty if they are taken as received
   * @param isVisitedAgain whether the URL of a lease that ends now is to be visited once more
   * @param secondVisit is notified of failed attempts
   */
  CrawlWorker(
      Frontier frontier,
      HttpClient client,
      Robots robots,
      Logins logins,
      Sessions sessions,
      HostRates rates,
      FetchLoops fetchLoops,
      Optional<Renderer> renderer,
      Optional<ItemOutput> pipeline,
      Outputs outputs,
      ByteBudget.Share share,
      TaskPermits.Place place,
      Predicate<Lease> isVisitedAgain,
      SecondVisit secondVisit,
      Guesses guesses,
      CrawlListener listener,
      Runnable stop) {
    this.frontier = frontier;
    this.client = client;
    this.robots = robots;
    this.logins = logins;
    this.sessions = sessions;
    this.rates = rates;
    this.fetchLoops = fetchLoops;
    this.renderer = renderer;
    this.pipeline = pipeline;
    this.outputs = outputs;
    this.share = share;
    this.place = place;
    this.isVisitedAgain = isVisitedAgain;
    this.secondVisit = secondVisit;
    this.guesses = guesses;
    this.listener = listener;
    this.stop = stop;
  }

  @Override
  public @Nullable Void call() {
    place.enter();
    stage = Stage.LEASING;
    for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
      if (!lease.isHostAnswering()) {
        place.await(); // The server may never answer.
      }
      Optional<Lease> admitted = located(lease);
      if (admitted.isPresent()) {
        current = admitted.get();
        since = EventLoop.current().time().nanos();
        try (share) {
          live(admitted.get());
        }
        current = null;
      }
      stage = Stage.OUTSIDE;
      place.renew();
      stage = Stage.LEASING;
    }
    stage = Stage.OUTSIDE;
    place.leave();
    return null;
  }

  /** The current step. */
  Stage stage() {
    return stage;
  }

  /** The URL in work; empty between leases. */
  Optional<CrawlSnapshot.InFlight> inFlight(long now) {
    Lease lease = current;
    return lease == null
        ? Optional.empty()
        : Optional.of(
            new CrawlSnapshot.InFlight(
                lease.url(), doing(lease), Duration.ofNanos(now - since), lease.attempt()));
  }

  private CrawlSnapshot.Doing doing(Lease lease) {
    return switch (stage) {
      case OUTSIDE, LEASING, VISITING ->
          lease.purpose() == Lease.Purpose.RULES
              ? CrawlSnapshot.Doing.ASKING_FOR_RULES
              : CrawlSnapshot.Doing.FETCHING;
      case COMMITTING -> CrawlSnapshot.Doing.COMMITTING;
      case HANDING_OVER -> CrawlSnapshot.Doing.HANDING_OVER;
    };
  }

  /**
   * Returns the lease if its host may be requested at its address; otherwise the lease has ended.
   */
  private Optional<Lease> located(Lease lease) {
    if (!frontier.limitsAddresses() || lease.address().isPresent()) {
      return Optional.of(lease);
    }
    Optional<InetAddress> address = client.address(lease.url().origin());
    return address.isEmpty() ? Optional.of(lease) : frontier.locate(lease, address.get());
  }

  private void live(Lease lease) {
    stage = Stage.VISITING;
    try {
      switch (lease.purpose()) {
        case PAGE -> conclude(lease, visit(lease));
        case RULES -> conclude(lease, rules(lease));
        case SUBRESOURCE -> throw new IllegalStateException(lease + " is for who shows its page");
      }
    } catch (PermitDeniedException e) {
      return; // The lease has ended, and its URL is still pending.
    }
    stage = Stage.HANDING_OVER;
    outputs.awaitRoom();
    listener.awaitRoom();
  }

  private Visited visit(Lease lease) {
    try {
      Optional<Disposition> denial = guesses.denial(lease).or(() -> robots.denial(lease.url()));
      if (denial.isPresent()) {
        return Visited.of(Visit.of(denial.get()));
      }
      Optional<Visited> login = logins.before(lease, share, place);
      if (login.isPresent()) {
        return login.get();
      }
      RequestIdentity who = sessions.identity(lease.url()).after(logins.of(lease.url()));
      Optional<ByteRate> rate = rates.of(lease.url());
      Visited visited = fetchLoops.of(lease).visit(lease, who, rate, share, renderer, place);
      return sessions.heard(lease, who, logins.heard(lease, who, visited));
    } catch (CancelledException | PermitDeniedException e) {
      throw e; // The URL is still pending.
    } catch (RuntimeException | StackOverflowError e) {
      String why = told(lease, e).toString();
      return Visited.of(Visit.of(new Disposition.Dropped(DropReason.PROCESSING, why)));
    }
  }

  private RulesVisit rules(Lease lease) {
    try {
      return robots.visit(lease, share);
    } catch (CancelledException | PermitDeniedException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      return robots.failed(told(lease, e).toString());
    }
  }

  private void conclude(Lease lease, Visited visited) {
    Visit visit = visited.visit();
    visited.output().failures().forEach(failure -> listener.threw(lease.url(), failure));
    visited.output().misfits().forEach(misfit -> listener.misfit(lease.url(), misfit));
    if (visit.disposition() instanceof Disposition.Retry retry) {
      listener.retried(lease.url(), lease.attempt(), retry.failure());
      secondVisit.retried(lease.url());
    }
    stage = Stage.COMMITTING;
    place.goOn();
    Optional<ItemCommit> items = items(lease, visited);
    Visit kept =
        visit.with(records(visited, items)).keeping(items.map(ItemCommit::rows).orElse(List.of()));
    boolean isAgain =
        visit.disposition() instanceof Disposition.Final && isVisitedAgain.test(lease);
    if (visit.disposition() instanceof Disposition.Final last) {
      guesses.decided(lease, last);
    }
    if (frontier.complete(lease, isAgain ? kept.again(lease.url()) : kept)) {
      listener.slowed(lease.url());
    }
    fetchLoops.learn(visit.found());
    items.ifPresent(its -> pipeline.orElseThrow().committed(lease, its));
    if (visited.output().stops()) {
      stop.run();
    }
  }

  private void conclude(Lease lease, RulesVisit visit) {
    visit.failure().ifPresent(why -> listener.retried(lease.url(), lease.attempt(), why));
    stage = Stage.COMMITTING;
    place.goOn();
    frontier.complete(lease, visit);
  }

  /** The records of the page in the commit of its verdict. */
  private Optional<ItemCommit> items(Lease lease, Visited visited) {
    return visited.visit().disposition() instanceof Disposition.Final end
        ? pipeline.map(
            its -> its.commit(lease, end, visited.output().records(), visited.visit().found()))
        : Optional.empty();
  }

  private static List<OutputRecord> records(Visited visited, Optional<ItemCommit> items) {
    if (!(visited.visit().disposition() instanceof Disposition.Final)) {
      return List.of();
    }
    PageOutput output = visited.output();
    List<OutputRecord> records = new ArrayList<>();
    for (VisitNote note : visited.visit().notes()) {
      if (note.name().equals(RenderingNote.NOTES)) {
        byte[] counted = RenderingNote.read(note.bytes()).counted().toBytes();
        records.add(new OutputRecord(CrawlStatistics.RENDERINGS, counted));
      }
    }
    if (items.isPresent()) {
      if (output.fill().length > 0) {
        records.add(new OutputRecord(PageFill.OUTPUT, output.fill()));
      }
      records.addAll(items.get().records());
    }
    return records;
  }

  /**
   * Returns the exception that a visit threw, after reporting it; rethrows one that must not decide
   * the URL.
   */
  private Throwable told(Lease lease, Throwable thrown) {
    Throwable cause = thrown instanceof TaskFailedException e ? e.failure() : thrown;
    if (cause instanceof StoreException damaged) {
      throw damaged;
    }
    if (cause instanceof ShortageException shortage) {
      throw shortage;
    }
    listener.threw(lease.url(), cause);
    return cause;
  }
}
