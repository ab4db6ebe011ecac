package dev.arachne.crawl;

import dev.arachne.fetch.HttpLoader;
import dev.arachne.fetch.LeaseRequests;
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
 * The form logins of a crawl, one at a time for each server. Confined to its event loop.
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
 * <p>A login is an attempt at the page whose lease came first. Its requests belong to that lease
 * and keep its gap, its cookies are committed with it, and the next attempt requests the page.
 * Other leases of the server wait meanwhile. Once a login has FAILED this process requests no more
 * pages of the server, so that none is fetched as an anonymous visitor.
 */
final class Logins {
  /** Logins in a row without a page after which the login has failed. */
  private static final int MOST_IN_VAIN = 5;

  /** Most pages that are remembered as requested in a session that had ended. */
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

  /** The login state of a server. */
  private static final class State {
    /** The latest login, from 1; 0 before there is one. */
    private int number;

    private boolean isIn;

    /** Why no more pages are requested; empty while they are. */
    private Optional<String> failure = Optional.empty();

    /** The login under way, or null. */
    private @Nullable Promise<Boolean> underWay;

    /** The end of its last request, in the loop's nanoseconds. */
    private long ended;

    private int inVain;
    private final Set<Fingerprint> repeated = new LinkedHashSet<>();
  }

  /**
   * No login yet.
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
  Optional<LoginSession> of(CrawlUrl url) {
    Optional<HostLogin> login = login(url);
    if (login.isEmpty()) {
      return Optional.empty();
    }
    State state = state(login.get());
    boolean isRepeat = state.repeated.contains(url.fingerprint());
    return Optional.of(new LoginSession(login.get(), state.number, isRepeat));
  }

  /**
   * Makes sure that the crawl is logged in at a lease's server; waits.
   *
   * @param share holds the bytes of the login
   * @param place is released while another worker logs in
   * @return the result of the lease, if its page is not to be fetched now; empty if it is
   */
  Optional<Visited> before(Lease lease, ByteBudget.Share share, TaskPermits.Place place) {
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
   * Adds to a visit the consequences for the session. A page whose answer ends a session is
   * requested once more in the next one. It fails if it ends that one, too, and no other page has
   * ended it.
   */
  Visited heard(Lease lease, RequestIdentity who, Visited visited) {
    if (who.login().isEmpty()) {
      return visited;
    }
    LoginSession its = who.login().get();
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

  /** Keeps the gap between the login and the page, as between pages. */
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
      var departures = new LeaseRequests(frontier, lease);
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
