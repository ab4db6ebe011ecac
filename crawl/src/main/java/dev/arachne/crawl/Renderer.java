package dev.arachne.crawl;

import dev.arachne.browser.Browser;
import dev.arachne.browser.BrowserException;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageReply;
import dev.arachne.browser.PageRequest;
import dev.arachne.browser.PageWait;
import dev.arachne.browser.RenderedPage;
import dev.arachne.fetch.FetchOutcome;
import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.http.HttpResponse;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.options.BrowserSandbox;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.RenderInteraction;
import dev.arachne.options.RenderPlan;
import dev.arachne.options.RenderWait;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.Headers;
import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shows pages in a browser, as many at a time as it has tabs. After a page that computes without a
 * pause, sites that have shown no page yet have a second browser for a while: its processes give
 * way, so that such pages do not slow down others. Confined to its event loop; it waits.
 */
final class Renderer implements AutoCloseable {
  /** Attempts to show a page, if its tab or the browser crashes. */
  private static final int TRIES = 2;

  private final EventLoop loop = EventLoop.current();
  private final BrowserOptions options;
  private final Frontier frontier;
  private final Subresources subresources;
  private final Optional<PageCopies> copies;
  private final RenderPlan plan;
  private final RenderJudge judge;
  private final Tabs tabs;

  /** Most pages of a site that are in tabs or wait for one. */
  private final int mostOfSite;

  /** The pages that have tabs. */
  private final Set<Subresources.OfPage> inTabs = new HashSet<>();

  /** The pages that wait for samples of other pages. */
  private int waitingForSamples;

  private final RenewedBrowser main;

  /** For sites that have shown no page, after pages that computed without a pause. */
  private final RenewedBrowser apart;

  /** A browser that has no pages yet. */
  record Started(BrowserOptions options, RenderPlan plan, int tabs, Browser browser)
      implements AutoCloseable {
    /** Returns a renderer that uses and finally closes the browser. */
    Renderer renderer(Frontier frontier, Subresources subresources, Optional<PageCopies> copies) {
      return new Renderer(this, frontier, subresources, copies);
    }

    /** Ends the browser; a no-op if it has ended. */
    @Override
    public void close() {
      browser.close();
    }
  }

  private Renderer(
      Started started, Frontier frontier, Subresources subresources, Optional<PageCopies> copies) {
    this.options = started.options;
    this.frontier = frontier;
    this.subresources = subresources;
    this.copies = copies;
    this.plan = started.plan;
    this.judge = new RenderJudge(loop);
    this.tabs = new Tabs(loop, started.tabs);
    this.mostOfSite = started.tabs + 2;
    this.main = new RenewedBrowser(options, Optional.of(started.browser));
    this.apart = new RenewedBrowser(options.with(BrowserOptions.Priority.LOW), Optional.empty());
  }

  /** Work that needs a browser. */
  interface InBrowser<T> {
    /** Does the work. */
    T with(Started browser) throws Exception;
  }

  /**
   * Starts a browser, waits until it answers, does the work, and ends the browser.
   *
   * @throws UsageException if this machine has no browser, or it does not start; the message says
   *     how to fix that
   */
  static <T> T started(CrawlOptions asked, InBrowser<T> work) throws Exception {
    try (Started browser = start(asked)) {
      return work.with(browser);
    }
  }

  private static Started start(CrawlOptions asked) throws UsageException {
    PageWait until = pageWait(asked.render().until());
    var options =
        new BrowserOptions(
            asked.render().browser(),
            asked.render().sandbox() == BrowserSandbox.ON
                ? BrowserOptions.Sandbox.ON
                : BrowserOptions.Sandbox.OFF,
            asked.network().userAgent(),
            until,
            until.life(),
            PageCopies.toTake(asked.render()),
            asked.render().interaction() == RenderInteraction.ON,
            BrowserOptions.Priority.NORMAL);
    try {
      return new Started(
          options, asked.renderPlan(), asked.render().tabs(), Browser.start(options));
    } catch (BrowserException e) {
      throw new UsageException(
          e.kind() == BrowserException.Kind.SELECTOR ? "--render-wait" : "--render",
          String.valueOf(e.getMessage()));
    }
  }

  private static PageWait pageWait(RenderWait asked) {
    return switch (asked) {
      case RenderWait.Time(Duration time) -> new PageWait.Time(time);
      case RenderWait.Element(String selector) -> new PageWait.Element(selector);
    };
  }

  /**
   * The number of pages that wait for the browser: those in tabs that wait for no reply, and behind
   * them those that wait for a tab or for samples. While all pages in tabs wait for replies, the
   * others wait for hosts as well.
   */
  int waiting() {
    int computing = (int) inTabs.stream().filter(page -> !page.isWaiting()).count();
    return computing == 0 ? 0 : computing + tabs.waiting() + waitingForSamples;
  }

  /** Returns whether a page is to be shown. Called on any loop. */
  RenderPlan.Choice choice(CrawlUrl page) {
    return plan.of(page);
  }

  /**
   * The decision on a page.
   *
   * @param isHostFree whether its host's place was released, with the signal of the answer
   */
  record Decision(RenderJudge.Verdict verdict, boolean isHostFree) {
    /** A page that is shown for this reason, regardless of others. */
    static Decision toShow(String why) {
      return new Decision(new RenderJudge.Shown(why, _ -> {}), false);
    }
  }

  /**
   * Decides whether a page is shown that is judged by its scripts; waits if that depends on other
   * pages. Called on any loop.
   *
   * @param loaded the answer of its host, in memory of its own
   */
  Decision judge(Lease lease, FetchOutcome.Answered loaded, PageCode code) {
    return loop.call("judge " + lease.url(), () -> judgeHere(lease, loaded, code));
  }

  private Decision judgeHere(Lease lease, FetchOutcome.Answered loaded, PageCode code) {
    var waited = new AtomicBoolean();
    try {
      RenderJudge.Verdict verdict =
          judge.judge(
              lease.url(),
              code,
              () -> {
                waited.set(true);
                waitingForSamples++;
                isShowing(lease, loaded);
              });
      return new Decision(verdict, waited.get());
    } finally {
      waitingForSamples -= waited.get() ? 1 : 0;
    }
  }

  /**
   * Releases the host, within a bound for its site: otherwise a site with slow pages would take the
   * places of others.
   */
  private void isShowing(Lease lease, FetchOutcome.Answered loaded) {
    frontier.showing(lease, loaded.exchanges(), loaded.signal(), mostOfSite);
  }

  /** Saves the copies of a page, if there are any, and waits for room on the disk. Any loop. */
  void save(Lease lease, RenderResult rendered) {
    if (copies.isPresent()) {
      copies.get().save(lease, rendered.copies());
    }
  }

  /** Reports the gain of a page that was to be shown. Called on any loop. */
  void over(RenderJudge.Shown shown, PageGain gain) {
    loop.execute(() -> shown.over().accept(gain));
  }

  /**
   * Shows the page of a lease. Called on any loop.
   *
   * @param loaded the answer of its host, in memory of its own
   * @param place is released while the page is in the browser
   * @return the rendered page, or why it was not shown
   */
  RenderResult show(
      Lease lease, FetchOutcome.Answered loaded, Decision decision, TaskPermits.Place place) {
    return loop.call("show " + lease.url(), () -> showHere(lease, loaded, decision, place));
  }

  /** Neither the worker's place nor the host is held: pages in tabs may need the host. */
  private RenderResult showHere(
      Lease lease, FetchOutcome.Answered loaded, Decision decision, TaskPermits.Place place) {
    if (!decision.isHostFree) {
      isShowing(lease, loaded);
    }
    Subresources.OfPage requests = subresources.of(lease.url(), options);
    String why = "";
    Origin site = lease.url().origin();
    boolean isShown = false;
    place.fetching(loop.time().nanos());
    Tabs.Tab tab;
    try {
      tab = tabs.take(site);
    } catch (CancelledException e) {
      place.fetched();
      throw e;
    }
    inTabs.add(requests);
    long begun = loop.time().nanos();
    try {
      for (int attempt = 1; attempt <= TRIES; attempt++) {
        RenewedBrowser browser = tab.isApart() ? apart : main;
        try {
          RenderedPage page =
              browser.show(
                  lease.url().toString(), document(loaded.response()), requests::reply, tab);
          isShown = true;
          return rendered(page, requests, begun);
        } catch (BrowserException e) {
          if (why.isEmpty() || e.kind() != BrowserException.Kind.BROKEN) {
            why = String.valueOf(e.getMessage());
          }
          if (!mayPassInNext(e.kind())) {
            break;
          }
        }
      }
    } finally {
      place.fetched();
      inTabs.remove(requests);
      if (isShown) {
        tab.give();
      } else {
        tab.giveInTrouble();
      }
    }
    return new RenderResult(
        Optional.empty(),
        List.of(),
        List.of(),
        requests.made(),
        Map.of(),
        why,
        timeOf(requests, begun),
        List.of(),
        List.of());
  }

  /** The time since then, without that in which the page waited for a request. */
  private Duration timeOf(Subresources.OfPage requests, long begun) {
    long nanos = loop.time().nanos() - begun - requests.waited();
    return Duration.ofNanos(Math.max(0, nanos));
  }

  /** Ends the browser. */
  @Override
  public void close() {
    main.close();
    apart.close();
  }

  private static boolean mayPassInNext(BrowserException.Kind kind) {
    return switch (kind) {
      case TAB, BROKEN -> true;
      case PAGE, UNAVAILABLE, SELECTOR -> false;
    };
  }

  private static PageReply.Answer document(HttpResponse response) {
    return new PageReply.Answer(response.status(), fields(response.headers()), response.body());
  }

  /** Returns the header fields of a response in the form for a browser. */
  static List<PageRequest.Field> fields(Headers headers) {
    List<PageRequest.Field> fields = new ArrayList<>();
    for (int i = 0; i < headers.count(); i++) {
      fields.add(new PageRequest.Field(headers.name(i), headers.value(i)));
    }
    return fields;
  }

  private RenderResult rendered(RenderedPage page, Subresources.OfPage requests, long begun) {
    List<String> leads = new ArrayList<>();
    for (RenderedPage.Lead lead : page.leads()) {
      if (lead.way() == RenderedPage.Way.WEB_SOCKET) {
        requests.refused(lead.url(), "sockets are not opened");
      } else {
        leads.add(lead.url());
      }
    }
    return new RenderResult(
        Optional.of(page.html()),
        leads,
        requests.api(),
        requests.made(),
        page.copies(),
        page.lack(),
        timeOf(requests, begun),
        page.errors(),
        page.actions().stream()
            .map(action -> new RenderingNote.Action(action.text(), action.links()))
            .toList());
  }
}
