package dev.arachne.crawl;

import dev.arachne.fetch.Departures;
import dev.arachne.fetch.HttpLoader;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.KeptRow;
import dev.arachne.frontier.Lease;
import dev.arachne.frontier.Visit;
import dev.arachne.http.ByteBudget;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.options.HostLogin;
import dev.arachne.options.HostTable;
import dev.arachne.options.PolitenessOptions;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Promise;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The logins of a crawl by forms, one at a server at a time. Confined to the crawl's loop.
 *
 * <pre>
 *            the first page                  proved
 *   (none) ------------------> LOGGING IN -----------> IN
 *                               ^      |                | an answer shows the end of the session
 *                               |      | not proved     |
 *                               |      v                |
 *                               |    FAILED <-----------+ too many logins in a row without a page
 *                               +-----------------------+
 * </pre>
 *
 * <p>A login is an attempt at the page whose lease came first: its requests are that lease's and
 * keep its gap, its cookies are committed with it, and the page is asked for by the next attempt.
 * Other leases of the server wait meanwhile. Once a login has FAILED no page of the server is asked
 * for any more by this process, so that none is fetched as an anonymous visitor.
 */
final class Logins {
  /** Logins in a row after which no page was had. */
  private static final int MOST_IN_VAIN = 5;

  /** Pages that are remembered as asked for in a session that had ended. */
  private static final int MOST_REPEATED = 10_000;

  private final EventLoop loop = EventLoop.current();
  private final HostTable hosts;
  private final Duration addressGap;
  private final Retries retries;
  private final Frontier frontier;
  private final Sessions sessions;
  private final HostRates rates;
  private final HttpLoader loader;
  private final CrawlListener listener;
  private final boolean isEmpty;
  private final Map<Origin, State> states = new HashMap<>();

  /** How the crawl stands with a server. */
  private static final class State {
    /** The latest login, from 1; 0 before there is one. */
    private int number;

    private boolean isIn;

    /** Why no page is asked for any more; empty while that is not so. */
    private Optional<String> failure = Optional.empty();

    /** While the crawl logs in. */
    private @Nullable Promise<Boolean> underWay;

    /** When its last request was over, in the loop's nanoseconds. */
    private long ended;

    private int inVain;
    private final Set<Fingerprint> repeated = new LinkedHashSet<>();
  }

  /**
   * None yet.
   *
   * @param loader of the crawl's loop
   */
  Logins(
      HostTable hosts,
      PolitenessOptions politeness,
      Frontier frontier,
      Sessions sessions,
      HostRates rates,
      HttpLoader loader,
      CrawlListener listener) {
    this.hosts = hosts;
    this.addressGap = politeness.addressDelay();
    this.retries = new Retries(politeness.maxTries());
    this.frontier = frontier;
    this.sessions = sessions;
    this.rates = rates;
    this.loader = loader;
    this.listener = listener;
    this.isEmpty = hosts.logins().isEmpty();
  }

  /** The login that a request for a URL relies on. */
  Optional<LoggedIn> of(CrawlUrl url) {
    Optional<HostLogin> login = login(url);
    if (login.isEmpty()) {
      return Optional.empty();
    }
    State state = state(login.get());
    boolean isRepeat = state.repeated.contains(url.fingerprint());
    return Optional.of(new LoggedIn(login.get(), state.number, isRepeat));
  }

  /**
   * Sees to it that the crawl is logged in at a lease's server; waits.
   *
   * @param share holds what that takes
   * @param place is told while another worker logs in
   * @return what came of the lease, whose page is not to be fetched now; empty if it may be
   */
  Optional<Visited> before(Lease lease, ByteBudget.Share share, Places.Place place) {
    Optional<HostLogin> login = login(lease.url());
    if (login.isEmpty()) {
      return Optional.empty();
    }
    State state = state(login.get());
    boolean hasWaited = false;
    for (var other = state.underWay; other != null; other = state.underWay) {
      place.await();
      other.await();
      hasWaited = true;
    }
    if (state.failure.isPresent()) {
      return Optional.of(Visited.of(Visit.of(failed(state.failure.get()))));
    }
    if (state.isIn) {
      if (hasWaited) {
        awaitGap(state, lease);
      }
      return Optional.empty();
    }
    return Optional.of(logIn(login.get(), state, lease, share));
  }

  /**
   * A visit with what follows from what its answer shows of the session. A page in whose answer a
   * session has ended is asked for once more in the next one; if it ends that, too, and no other
   * page has, it fails.
   */
  Visited heard(Lease lease, Introduction who, Visited visited) {
    if (who.login().isEmpty()) {
      return visited;
    }
    LoggedIn its = who.login().get();
    State state = state(its.login());
    Fingerprint page = lease.url().fingerprint();
    Visit visit = visited.visit();
    if (!visited.reply().endsSession()) {
      boolean isAnswered = visit.disposition().answered().isPresent();
      state.inVain = isAnswered ? 0 : state.inVain;
      state.repeated.remove(page);
      return visited;
    }
    boolean isNews = state.isIn && its.number() == state.number;
    if (its.isRepeat() && isNews) {
      state.repeated.remove(page);
      return visited.with(
          visit.decided(
              new Disposition.Dropped(
                  DropReason.LOGIN,
                  "its host asks for a login right after one",
                  visit.disposition().answered())));
    }
    remember(state, page);
    state.isIn &= !isNews;
    return visited;
  }

  private Optional<HostLogin> login(CrawlUrl url) {
    return isEmpty ? Optional.empty() : hosts.of(url).login().filter(its -> its.isFor(url));
  }

  private State state(HostLogin login) {
    return states.computeIfAbsent(login.page().origin().server(), _ -> new State());
  }

  private static void remember(State state, Fingerprint page) {
    state.repeated.add(page);
    if (state.repeated.size() > MOST_REPEATED) {
      state.repeated.remove(state.repeated.iterator().next());
    }
  }

  /** The server is left alone between the login and the page, as between pages. */
  private void awaitGap(State state, Lease lease) {
    long left = state.ended + gap(lease).toNanos() - loop.time().nanos();
    if (left > 0) {
      EventLoop.sleep(Duration.ofNanos(left));
    }
  }

  private Duration gap(Lease lease) {
    return lease.gap().compareTo(addressGap) > 0 ? lease.gap() : addressGap;
  }

  private Visited logIn(HostLogin login, State state, Lease lease, ByteBudget.Share share) {
    if (state.inVain >= MOST_IN_VAIN) {
      return Visited.of(
          Visit.of(fail(state, login, MOST_IN_VAIN + " sessions in a row ended at once")));
    }
    var done = new Promise<Boolean>(loop, "the login at " + login.page());
    state.underWay = done;
    try {
      var departures = new Departures(frontier, lease);
      var form =
          new FormLogin(login, lease, sessions, rates, loader, departures, gap(lease), share);
      FormLogin.Outcome outcome = form.run();
      List<KeptRow> rows =
          outcome instanceof FormLogin.Outcome.In(var cookies)
              ? sessions.loggedIn(cookies)
              : List.of();
      Visit visit = Visit.of(concluded(outcome, login, state, lease));
      return Visited.of(visit.over(departures.exchanges(), form.signal()).keeping(rows));
    } finally {
      state.ended = loop.time().nanos();
      state.underWay = null;
      done.complete(true);
    }
  }

  private Disposition concluded(
      FormLogin.Outcome outcome, HostLogin login, State state, Lease lease) {
    return switch (outcome) {
      case FormLogin.Outcome.In _ -> {
        state.number++;
        state.isIn = true;
        state.inVain++;
        yield new Disposition.Retry(Duration.ZERO, "its host wanted a login first, which was made");
      }
      case FormLogin.Outcome.Refused(String why) -> fail(state, login, why);
      case FormLogin.Outcome.Busy(String why) ->
          retries.after(lease, DropReason.LOGIN, text(login, why));
      case FormLogin.Outcome.Failed(var failure) -> retries.after(lease, failure.failure());
    };
  }

  private Disposition fail(State state, HostLogin login, String why) {
    String text = text(login, why);
    state.failure = Optional.of(text);
    listener.warned(text + "; no page of its host is fetched");
    return failed(text);
  }

  private static String text(HostLogin login, String why) {
    return "the login at " + login.page() + " failed: " + why;
  }

  private static Disposition failed(String why) {
    return new Disposition.Dropped(DropReason.LOGIN, why);
  }
}
