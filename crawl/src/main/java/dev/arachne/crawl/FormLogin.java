package dev.arachne.crawl;

import dev.arachne.cookies.CookieJar;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.fetch.HttpLoader;
import dev.arachne.fetch.LeaseRequests;
import dev.arachne.fetch.RetryAfter;
import dev.arachne.frontier.Lease;
import dev.arachne.http.ByteBudget;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.HttpResponse;
import dev.arachne.items.PageDocument;
import dev.arachne.items.PageForm;
import dev.arachne.options.HostLogin;
import dev.arachne.options.HostLogin.Proof;
import dev.arachne.pace.HostSignal;
import dev.arachne.protocol.HttpMethod;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One login by a form: requests its page, sends the form, follows redirects on the server, and
 * looks for the proof. It starts without cookies, as a new visitor, so that the form is shown and
 * an old session cannot pass for proof. The fields are sent to the server of the page only, never
 * from https to http. Confined to its event loop.
 */
final class FormLogin {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int MAX_REDIRECTS = 5;

  /** Most bytes of a page that are read. */
  private static final int MAX_BYTES = 1 << 20;

  /** The result of a login. */
  sealed interface Outcome {
    /** The login was proved, and set these cookies. */
    record In(List<SetCookies> cookies) implements Outcome {}

    /** The server rejected the login, or has no such form: a retry would not help. */
    record Refused(String why) implements Outcome {}

    /** The server could not answer now. */
    record Busy(String why) implements Outcome {}

    /** There was no answer. */
    record Failed(HttpException failure) implements Outcome {}
  }

  /** The Set-Cookie fields of the answer to a URL. */
  record SetCookies(CrawlUrl by, List<String> values) {
    SetCookies {
      values = List.copyOf(values);
    }
  }

  /** The end of a chain of redirects. */
  private record Landing(HttpResponse response, Optional<CrawlUrl> elsewhere) {
    /** The last URL of the chain, or its continuation on another server. */
    CrawlUrl url() {
      return elsewhere.orElse(response.url());
    }
  }

  /** Ends a login. */
  private static final class EndException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Outcome outcome;

    EndException(Outcome outcome) {
      super(null, null, false, false);
      this.outcome = outcome;
    }
  }

  private final HostLogin login;
  private final Lease lease;
  private final Sessions sessions;
  private final HostRates rates;
  private final HttpLoader loader;
  private final LeaseRequests departures;
  private final Duration gap;
  private final ByteBudget.Share share;
  private final CookieJar jar = new CookieJar();
  private final List<SetCookies> cookies = new ArrayList<>();
  private Optional<HostSignal> signal = Optional.empty();

  /**
   * A login during a lease.
   *
   * @param departures delays the requests by the gap, and notes them
   * @param gap between requests, at least
   * @param share holds the answers
   */
  FormLogin(
      HostLogin login,
      Lease lease,
      Sessions sessions,
      HostRates rates,
      HttpLoader loader,
      LeaseRequests departures,
      Duration gap,
      ByteBudget.Share share) {
    this.login = login;
    this.lease = lease;
    this.sessions = sessions;
    this.rates = rates;
    this.loader = loader;
    this.departures = departures;
    this.gap = gap;
    this.share = share;
  }

  /** The signal of the host in the last answer, or in a missing answer. */
  Optional<HostSignal> signal() {
    return signal;
  }

  /** Logs in; waits. */
  Outcome run() {
    try {
      Landing page = follow(HttpRequest.get(login.page()));
      PageForm form = form(page);
      CrawlUrl action = action(page, form);
      int before = cookies.size();
      HttpRequest filled =
          HttpRequest.post(action, FORM, form.body(login.fields()))
              .with("Origin", page.response.url().origin().toString())
              .with("Referer", page.response.url().href());
      Landing answer = follow(filled);
      if (!isProved(answer, cookies.subList(before, cookies.size()))) {
        throw refused(
            "its answer, "
                + status(answer.response)
                + ", does not prove it; check its fields and what proves it");
      }
      return new Outcome.In(List.copyOf(cookies));
    } catch (EndException e) {
      return e.outcome;
    }
  }

  private PageForm form(Landing page) throws EndException {
    HttpResponse response = page.response;
    if (response.status() != 200) {
      throw refused("its page is not there, " + status(response));
    }
    return PageForm.find(document(response), response.url(), login.fields().keySet())
        .orElseThrow(() ->
            refused(
                "its page has no form with the fields "
                    + String.join(", ", new TreeSet<>(login.fields().keySet()))));
  }

  private CrawlUrl action(Landing page, PageForm form) throws EndException {
    if (!form.isPost()) {
      throw refused("its form would send the fields in a URL");
    }
    Optional<CrawlUrl> action =
        form.action().filter(url -> login.mayHaveFields(page.response.url(), url));
    return action.orElseThrow(() -> refused("its form goes to another server, or is not secure"));
  }

  private Landing follow(HttpRequest first) throws EndException {
    HttpRequest request = first;
    for (int redirects = 0; ; redirects++) {
      HttpResponse response = ask(request);
      Optional<CrawlUrl> target =
          response
              .redirectTarget()
              .flatMap(its -> its instanceof CrawlUrl url ? Optional.of(url) : Optional.empty());
      if (target.isEmpty()) {
        return new Landing(response, Optional.empty());
      }
      boolean isRepeated =
          request.method() == HttpMethod.POST
              && (response.status() == 307 || response.status() == 308);
      CrawlUrl next = target.get();
      if (!login.isFor(next) || (isRepeated && !login.mayHaveFields(request.url(), next))) {
        return new Landing(response, target);
      }
      if (redirects >= MAX_REDIRECTS) {
        throw refused("it redirects more than " + MAX_REDIRECTS + " times");
      }
      request = isRepeated ? first.at(next) : HttpRequest.get(next);
    }
  }

  private HttpResponse ask(HttpRequest request) throws EndException {
    RequestIdentity who = identity(request);
    HttpResponse response = ask(request, who);
    if (who.standing().mayAnswer(response)) {
      sessions.heard(request.url(), SiteReply.of(request.url(), response));
      response = ask(request, identity(request));
    }
    if (RetryAfter.isAsked(response) || response.status() >= 500) {
      throw new EndException(new Outcome.Busy(status(response)));
    }
    return response;
  }

  private RequestIdentity identity(HttpRequest request) {
    return sessions.introductionWithoutCookies(request.method(), request.url());
  }

  private HttpResponse ask(HttpRequest plain, RequestIdentity who) throws EndException {
    CrawlUrl url = plain.url();
    Optional<String> cookie = jar.cookieFor(url, EventLoop.current().time().now());
    HttpRequest request =
        new RequestIdentity(who.fields(), cookie, who.standing(), Optional.empty())
            .cookie(who.fields(plain))
            .heldBy(share)
            .upTo(MAX_BYTES);
    departures.awaitGap(url.origin(), gap);
    FetchOutcome outcome = loader.load(lease, rates.bounded(request), departures);
    signal = outcome.signal();
    return switch (outcome) {
      case FetchOutcome.Answered(HttpResponse response, var _, var _) -> {
        List<String> set = CookieJar.setCookies(response.headers());
        jar.store(url, set, EventLoop.current().time().now());
        cookies.add(new SetCookies(url, set));
        yield response;
      }
      case FetchOutcome.Cut(var _, var cause, var _, var _) ->
          throw new EndException(new Outcome.Busy("the body was cut: " + cause.text()));
      case FetchOutcome.Failed(HttpException failure, var _, var _) ->
          throw new EndException(new Outcome.Failed(failure));
    };
  }

  private boolean isProved(Landing answer, List<SetCookies> setByAnswer) {
    boolean isPage = answer.elsewhere.isEmpty() && answer.response.status() / 100 == 2;
    return switch (login.proves()) {
      case Proof.Selector(String css) -> isPage && !document(answer.response).select(css).isEmpty();
      case Proof.Text(String text) ->
          isPage && document(answer.response).tree().outerHtml().contains(text);
      case Proof.Place(String place) ->
          (isPage || answer.elsewhere.isPresent()) && login.isAt(answer.url(), place);
      case Proof.Cookie(String name) ->
          setByAnswer.stream()
              .flatMap(set -> set.values().stream())
              .anyMatch(value -> value.startsWith(name + "="));
    };
  }

  private static PageDocument document(HttpResponse response) {
    String type = String.join(", ", response.headers().all("Content-Type"));
    return PageDocument.parse(response.body(), type, response.url());
  }

  private static String status(HttpResponse response) {
    return "status " + response.status();
  }

  private static EndException refused(String why) {
    return new EndException(new Outcome.Refused(why));
  }
}
