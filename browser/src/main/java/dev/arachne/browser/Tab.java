package dev.arachne.browser;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tab of a browser with a profile of its own, in which pages of one site are rendered, one after
 * the other. Confined to its event loop.
 *
 * <pre>
 *   open --navigate--> its own request comes: the document is given, and its time begins
 *                      other requests: a coroutine each, time stands still meanwhile
 *                      the time is over: the document is taken
 *                      actions, with a part of time for each: the document is taken again
 *          <--clean--- data stored by the page is deleted
 * </pre>
 *
 * <p>A page's time is virtual (Emulation.setVirtualTimePolicy): while no script runs and no reply
 * is awaited, the browser advances it to the next timer. So five seconds of timers take some
 * milliseconds, and waits for replies do not count. A script that computes indefinitely stops it;
 * {@link BrowserOptions#life} bounds that.
 */
final class Tab {
  private static final int MOST_REQUESTS = 300;

  /** The number of concurrent replies to requests of a page. */
  private static final int REQUESTS_AT_ONCE = 6;

  /** Events that wait to be handled. */
  private static final int MOST_EVENTS = 20_000;

  private static final String BLOCKED = "BlockedByClient";

  private static final int MOST_LEADS = 2_000;

  /** Deletes the data that a tab keeps from page to page by itself. */
  private static final String FORGET =
      "try { window.name = ''; sessionStorage.clear() } catch (e) { /* It has none. */ }";

  private static final String DRAW = "new Promise(drawn => requestAnimationFrame(drawn))";
  private static final Duration TO_DRAW = Duration.ofSeconds(1);

  /** The browser has no network, but pages must see one. */
  private static final String ON_LINE =
      "Object.defineProperty(Navigator.prototype, 'onLine',"
          + " {get: () => true, enumerable: true, configurable: true})";

  private static final Duration TO_OPEN = Duration.ofSeconds(20);
  private static final Duration TO_TAKE = Duration.ofSeconds(10);

  /**
   * The parts of time after an action. In the second one, observers of the page are notified of
   * changes in the first picture, such as elements that have left the view.
   */
  private static final int PARTS_OF_ACTION = 2;

  /** For the scripts that an action calls; then their time runs on without their end. */
  private static final Duration TO_ACT = Duration.ofSeconds(5);

  private static final Duration TO_ANSWER = Duration.ofSeconds(2);
  private static final Duration TO_CLOSE = Duration.ofSeconds(10);

  /** The number of views behind a # that are visited for links. */
  private static final int MOST_ROUTES = 20;

  private final EventLoop loop = EventLoop.current();
  private final DevTools tools;
  private final BrowserOptions options;
  private final Map<String, Tab> tabs;
  private final Set<String> sessions = new LinkedHashSet<>();
  private final ArrayDeque<DevTools.Event> events = new ArrayDeque<>();
  private final Condition news = new Condition(loop, "the page in its tab");
  private final Condition places = new Condition(loop, "earlier requests of the page");
  private final Set<RenderedPage.Lead> leads = new LinkedHashSet<>();
  private final Set<String> lacks = new LinkedHashSet<>();
  private List<RenderedPage.Action> actions = List.of();
  private ScriptErrors errors = new ScriptErrors();
  private String context = "";
  private String target = "";
  private String session = "";
  private String failure = "";
  private BrowserException.Kind failed = BrowserException.Kind.PAGE;
  private boolean hasEnded;
  private boolean isOver;
  private boolean isGiven;
  private boolean isAtRest;
  private int pages;
  private int requests;
  private int partsLeft;
  private PageWorld world;

  /** The number of requests that the page waits for, and the number being replied to. */
  private int waiting;

  private int replying;

  /**
   * The time of its begin, the time since which a reply is awaited, and the total of earlier waits.
   */
  private long since;

  private long pausedAt;
  private long waited;

  /** Whether it has its lifetime a second time. */
  private boolean isProlonged;

  /** Whether it waits for an element that has not matched yet. */
  private boolean isWaiting;

  /** Whether an action has kept it from resting again, so it may not answer. */
  private boolean isStuck;

  Tab(DevTools tools, BrowserOptions options, Map<String, Tab> tabs) {
    this.tools = tools;
    this.options = options;
    this.tabs = tabs;
    this.world = new PageWorld(tools, session, target);
  }

  /** Renders a page, and takes it once it is idle. */
  RenderedPage show(String url, PageReply.Answer document, PageRequests replies)
      throws BrowserException {
    if (session.isEmpty()) {
      open();
    }
    begin();
    pages++;
    try {
      return TaskGroup.run(group -> {
        try {
          live(group, url, document, replies);
          Map<?, ?> page = taken(url);
          Map<PageCopy, String> copies = copies();
          Map<?, ?> last = options.interacts() ? used(url, page, group, document, replies) : page;
          if (!isStuck) {
            lookBehindHash(group, document, replies);
            gatherErrors();
          }
          return shown(DevTools.text(page, "url"), last, copies);
        } finally {
          isOver = true; // Requests that wait for a place are not made any more.
          places.signalAll();
        }
      });
    } catch (BrowserException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Handles an event of the tab. */
  void happened(DevTools.Event event) {
    if (event.method().startsWith("Runtime.")) {
      errors.add(event);
      return;
    }
    if (events.size() >= MOST_EVENTS) {
      fail("it does more at a time than can be looked at");
    } else {
      events.add(event);
    }
    news.signal();
  }

  /** The browser has ended. */
  void ended() {
    hasEnded = true;
    news.signal();
  }

  /** The number of pages it was given to render. */
  int pages() {
    return pages;
  }

  /**
   * Checks a selector of CSS.
   *
   * @throws BrowserException if it is invalid
   */
  void check(String selector) throws BrowserException {
    open();
    begin();
    if (world.matches(selector, TO_TAKE).isEmpty()) {
      throw new BrowserException(
          BrowserException.Kind.SELECTOR,
          "'"
              + selector
              + "' is neither a time nor a valid CSS selector; use 5s, or '#list .item'");
    }
  }

  /** Forgets the last page and its stored data; false if that fails. */
  boolean clean(String url) {
    if (isStuck) {
      return false;
    }
    Deadline soon = loop.deadline(TO_CLOSE);
    try {
      var _ = world.value(FORGET, TO_CLOSE);
      var _ = tools.call(session, "Page.navigate", Map.of("url", "about:blank"), soon);
      var _ = tools.call(session, "Network.clearBrowserCookies", Map.of(), soon);
      var _ =
          tools.call(
              session,
              "Storage.clearDataForOrigin",
              Map.of("origin", origin(url), "storageTypes", "all"),
              soon);
      return true;
    } catch (BrowserException e) {
      return false;
    }
  }

  /** Scheme, host and port of a URL. */
  static String origin(String url) {
    int slash = url.indexOf('/', url.indexOf("//") + 2);
    return slash < 0 ? url : url.substring(0, slash);
  }

  private void begin() {
    events.clear();
    leads.clear();
    lacks.clear();
    actions = List.of();
    errors = new ScriptErrors();
    failure = "";
    failed = BrowserException.Kind.PAGE;
    isOver = false;
    isGiven = false;
    isAtRest = false;
    requests = 0;
    partsLeft = options.until().parts();
    world = new PageWorld(tools, session, target);
    waited = 0;
    isProlonged = false;
    isWaiting = options.until() instanceof PageWait.Element;
    isStuck = false;
  }

  /** Ends the tab, and the profile with it; false if the browser fails to. */
  boolean close() {
    sessions.forEach(tabs::remove);
    if (context.isEmpty() || tools.hasEnded()) {
      return !tools.hasEnded();
    }
    try {
      var _ =
          tools.call(
              "",
              "Target.disposeBrowserContext",
              Map.of("browserContextId", context),
              loop.deadline(TO_CLOSE));
      return true;
    } catch (BrowserException | CancelledException e) {
      return false;
    }
  }

  private void open() throws BrowserException {
    Deadline soon = loop.deadline(TO_OPEN);
    context =
        DevTools.text(
            tools.call("", "Target.createBrowserContext", Map.of("disposeOnDetach", true), soon),
            "browserContextId");
    tools.tell(
        "",
        "Browser.setDownloadBehavior",
        Map.of("behavior", "deny", "browserContextId", context, "eventsEnabled", false));
    target =
        DevTools.text(
            tools.call(
                "",
                "Target.createTarget",
                Map.of("url", "about:blank", "browserContextId", context),
                soon),
            "targetId");
    attached(
        DevTools.text(
            tools.call(
                "", "Target.attachToTarget", Map.of("targetId", target, "flatten", true), soon),
            "sessionId"));
    session = sessions.iterator().next();
    tell("Network.setBypassServiceWorker", Map.of("bypass", true));
    tell("Emulation.setUserAgentOverride", Map.of("userAgent", options.userAgent()));
    tell(
        "Target.setAutoAttach",
        Map.of("autoAttach", true, "waitForDebuggerOnStart", true, "flatten", true));
    var _ = tools.call(session, "Fetch.enable", Map.of(), soon);
    // The tab's process must have this setting before another process takes over the page.
    var _ = tools.call(session, "Network.enable", Map.of(), soon);
    var _ = tools.call(session, "Page.enable", Map.of(), soon);
    tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", ON_LINE));
    if (options.takesPictures()) {
      new PageCopier(tools, session).prepare();
    }
  }

  private void attached(String its) {
    sessions.add(its);
    tabs.put(its, this);
  }

  private void live(TaskGroup group, String url, PageReply.Answer document, PageRequests replies)
      throws BrowserException {
    renewLife();
    group.spawn("the start of " + url, () -> navigated(url));
    untilAtRest(group, document, replies);
    if (isWaiting && options.until() instanceof PageWait.Element(String selector)) {
      isWaiting = false;
      lacks.add("no element matches '" + selector + "' within 30 s");
    }
  }

  private void renewLife() {
    since = loop.time().nanos();
    pausedAt = since;
    waited = 0;
  }

  private void untilAtRest(TaskGroup group, PageReply.Answer document, PageRequests replies)
      throws BrowserException {
    while (!isAtRest) {
      DevTools.Event next = events.poll();
      if (next != null) {
        look(group, next, document, replies);
      } else if (hasEnded) {
        throw new BrowserException(BrowserException.Kind.BROKEN, "the browser has ended");
      } else if (!failure.isEmpty()) {
        throw new BrowserException(failed, failure);
      } else {
        awaitNews();
      }
    }
  }

  /** Waits for an event, for the remaining lifetime of the page. */
  private void awaitNews() throws BrowserException {
    try {
      if (waiting > 0) {
        news.await(Deadline.NEVER); // A reply will come, and the wait is not the page's fault.
      } else {
        long left = options.life().toNanos() - (loop.time().nanos() - since - waited);
        news.await(loop.deadline(Duration.ofNanos(Math.max(0, left))));
      }
    } catch (DeadlineException e) {
      if (isProlonged || !answers()) {
        throw new BrowserException(
            BrowserException.Kind.PAGE,
            "its scripts do not come to rest within %d s".formatted(options.life().toSeconds()));
      }
      isProlonged = true;
      renewLife();
    }
  }

  /**
   * Whether the page is free to do something else: it waits for its turn on a machine that others
   * occupy, or for its own timers, rather than to compute without an end.
   */
  private boolean answers() {
    try {
      var _ = world.value("0", TO_ANSWER);
      return true;
    } catch (BrowserException e) {
      return false;
    }
  }

  private boolean navigated(String url) {
    try {
      String error =
          DevTools.text(
              tools.call(session, "Page.navigate", Map.of("url", url), Deadline.NEVER),
              "errorText");
      if (!error.isEmpty() && !isAtRest) {
        fail("the browser does not show it: " + error);
      }
    } catch (BrowserException e) {
      fail(String.valueOf(e.getMessage()));
    }
    return true;
  }

  private void fail(String why) {
    failure = failure.isEmpty() ? why : failure;
    news.signal();
  }

  private void tabFailed(String why) {
    failed = BrowserException.Kind.TAB;
    failure = why;
    news.signal();
  }

  private void look(
      TaskGroup group, DevTools.Event event, PageReply.Answer document, PageRequests replies) {
    Map<String, Object> its = event.params();
    switch (event.method()) {
      case "Fetch.requestPaused" -> requested(group, event, document, replies);
      case "Emulation.virtualTimeBudgetExpired" -> partIsOver(group);
      case "Inspector.targetCrashed" -> tabFailed("its tab has crashed");
      case "Inspector.detached" -> tabFailed("its tab has ended");
      case "Target.attachedToTarget" -> child(its);
      case "Page.javascriptDialogOpening" ->
          tell(
              "Page.handleJavaScriptDialog",
              Map.of("accept", DevTools.text(its, "type").equals("beforeunload")));
      case "Page.windowOpen" -> lead(RenderedPage.Way.WINDOW, DevTools.text(its, "url"));
      case "Page.frameRequestedNavigation" -> {
        if (DevTools.text(its, "frameId").equals(target)
            && !DevTools.text(its, "reason").equals("formSubmissionPost")) {
          lead(RenderedPage.Way.NAVIGATION, DevTools.text(its, "url"));
        }
      }
      case "Page.navigatedWithinDocument" -> {
        if (DevTools.text(its, "frameId").equals(target)) {
          lead(RenderedPage.Way.HISTORY, DevTools.text(its, "url"));
        }
      }
      case "Page.downloadWillBegin" -> lead(RenderedPage.Way.DOWNLOAD, DevTools.text(its, "url"));
      case "Network.webSocketCreated" ->
          lead(RenderedPage.Way.WEB_SOCKET, DevTools.text(its, "url"));
      default -> {}
    }
  }

  /** A frame or a worker of the page, which waits for its start. */
  private void child(Map<String, Object> its) {
    String child = DevTools.text(its, "sessionId");
    attached(child);
    if (DevTools.text(DevTools.map(its, "targetInfo"), "type").equals("iframe")) {
      tools.tell(child, "Fetch.enable", Map.of());
    }
    tools.tell(child, "Runtime.runIfWaitingForDebugger", Map.of());
  }

  private void lead(RenderedPage.Way way, String url) {
    if (leads.size() < MOST_LEADS && !url.isEmpty()) {
      leads.add(new RenderedPage.Lead(way, url));
    }
  }

  private void requested(
      TaskGroup group, DevTools.Event event, PageReply.Answer document, PageRequests replies) {
    Map<String, Object> its = event.params();
    Map<String, Object> asked = DevTools.map(its, "request");
    String url = DevTools.text(asked, "url");
    String method = DevTools.text(asked, "method");
    String id = DevTools.text(its, "requestId");
    boolean isOfPage =
        DevTools.text(its, "resourceType").equals("Document")
            && DevTools.text(its, "frameId").equals(target);
    if (isOfPage && !isGiven) {
      isGiven = true;
      fulfil(event.session(), id, document);
      giveTime();
    } else if (isOfPage) {
      if (method.equals("GET")) {
        lead(RenderedPage.Way.NAVIGATION, url);
      }
      refuse(event.session(), id, "Aborted"); // The page stays at its URL.
    } else if (url.startsWith("data:") || url.startsWith("blob:")) {
      tools.tell(event.session(), "Fetch.continueRequest", Map.of("requestId", id));
    } else if (++requests > MOST_REQUESTS) {
      refuse(event.session(), id, BLOCKED);
    } else {
      List<PageRequest.Field> fields = fields(DevTools.map(asked, "headers"));
      var kind = PageRequest.Kind.of(DevTools.text(its, "resourceType"), fields);
      var request = new PageRequest(url, method, kind, fields);
      wait(1);
      group.spawn("request " + request.url(), () -> reply(event.session(), id, request, replies));
    }
  }

  private static List<PageRequest.Field> fields(Map<String, Object> headers) {
    List<PageRequest.Field> fields = new ArrayList<>();
    headers.forEach(
        (name, value) -> fields.add(new PageRequest.Field(name, String.valueOf(value))));
    return fields;
  }

  private void giveTime() {
    tell(
        "Emulation.setVirtualTimePolicy",
        Map.of(
            "policy", "pauseIfNetworkFetchesPending", "budget", options.until().part().toMillis()));
  }

  /** Draws the page by the clock of this machine, between two parts of its time. */
  private void partIsOver(TaskGroup group) {
    partsLeft--;
    group.spawn(
        "a picture of the page",
        () -> {
          try {
            var _ = world.value(DRAW, TO_DRAW);
          } catch (BrowserException e) {
            // The page does not draw, or it computes.
          }
          if (hasAwaited() || partsLeft == 0) {
            isAtRest = true;
            news.signal();
          } else {
            giveTime();
          }
          return true;
        });
  }

  /** Whether it waits for an element, and one matches. */
  private boolean hasAwaited() {
    if (isWaiting && options.until() instanceof PageWait.Element(String selector)) {
      try {
        isWaiting = !world.matches(selector, TO_DRAW).orElse(false);
        return !isWaiting;
      } catch (BrowserException e) {
        // It computes.
      }
    }
    return false;
  }

  private boolean reply(String its, String id, PageRequest request, PageRequests replies) {
    try {
      while (replying >= REQUESTS_AT_ONCE && !isOver) {
        places.await(Deadline.NEVER);
      }
      if (isOver) {
        return false;
      }
      replying++;
      try {
        switch (replies.reply(request)) {
          case PageReply.Answer answer -> fulfil(its, id, answer);
          case PageReply.Refused _ -> refuse(its, id, BLOCKED);
        }
      } finally {
        replying--;
        places.signal();
      }
      return true;
    } finally {
      wait(-1);
      news.signal();
    }
  }

  /** Records that the page waits for one more reply, or for one less. */
  private void wait(int more) {
    long now = loop.time().nanos();
    if (waiting == 0) {
      pausedAt = now;
    }
    waiting += more;
    if (waiting == 0) {
      waited += now - pausedAt;
    }
  }

  private void fulfil(String its, String id, PageReply.Answer answer) {
    List<Map<String, Object>> fields = new ArrayList<>();
    answer
        .fields()
        .forEach(field -> fields.add(Map.of("name", field.name(), "value", field.value())));
    tools.tell(
        its,
        "Fetch.fulfillRequest",
        Map.of(
            "requestId",
            id,
            "responseCode",
            answer.status(),
            "responseHeaders",
            fields,
            "body",
            Base64.getEncoder().encodeToString(answer.body())));
  }

  private void refuse(String its, String id, String reason) {
    tools.tell(its, "Fetch.failRequest", Map.of("requestId", id, "errorReason", reason));
  }

  /** Returns the page as it is after actions, or as it was if it does not rest any more. */
  private Map<?, ?> used(
      String url,
      Map<?, ?> page,
      TaskGroup group,
      PageReply.Answer document,
      PageRequests replies) {
    var interaction = new Interaction(live(group, document, replies), url);
    isProlonged = false;
    renewLife();
    try {
      interaction.run();
      return taken(url);
    } catch (BrowserException e) {
      isStuck = true;
      lacks.add(interaction.interrupted(String.valueOf(e.getMessage())));
      return page;
    } finally {
      actions = interaction.actions();
    }
  }

  private Interaction.LivePage live(
      TaskGroup group, PageReply.Answer document, PageRequests replies) {
    return new Interaction.LivePage() {
      @Override
      public @Nullable Object read(String script) throws BrowserException {
        return world.value(script, TO_TAKE);
      }

      @Override
      public void act(String script) throws BrowserException {
        isAtRest = false;
        partsLeft = PARTS_OF_ACTION;
        group.spawn("an action on the page", () -> acted(script));
        untilAtRest(group, document, replies);
      }

      @Override
      public Collection<RenderedPage.Lead> leads() {
        return leads;
      }

      @Override
      public void lead(String url) {
        Tab.this.lead(RenderedPage.Way.ACTION_LINK, url);
      }
    };
  }

  /** Its scripts may open dialogs and wait for replies, so events are handled meanwhile. */
  private boolean acted(String script) {
    try {
      var _ = world.value(script, TO_ACT);
    } catch (BrowserException e) {
      // It computes, or does not draw.
    }
    giveTime();
    return true;
  }

  /**
   * Visits the views of the document that its links name behind a # ({@code #/a}, {@code #!a}), for
   * their links. Failures meanwhile are ignored: the page was taken before.
   */
  private void lookBehindHash(TaskGroup group, PageReply.Answer document, PageRequests replies) {
    try {
      ArrayDeque<String> next = new ArrayDeque<>(world.links(TO_TAKE).routes());
      Set<String> known = new LinkedHashSet<>(next);
      for (int i = 0; i < MOST_ROUTES && !next.isEmpty(); i++) {
        world.go(next.remove(), TO_TAKE);
        isAtRest = false;
        partsLeft = 1;
        giveTime();
        untilAtRest(group, document, replies);
        PageWorld.Links there = world.links(TO_TAKE);
        there.links().forEach(link -> lead(RenderedPage.Way.ROUTE_LINK, link));
        for (String found : there.routes()) {
          if (known.add(found)) {
            next.add(found);
          }
        }
      }
    } catch (BrowserException e) {
      // The page does not become idle, or causes too many events.
    }
  }

  private Map<?, ?> taken(String url) throws BrowserException {
    Map<?, ?> page = world.document(url, TO_TAKE);
    if (Boolean.TRUE.equals(page.get("cut"))) {
      lacks.add("the end of its document is missing");
    }
    return page;
  }

  private Map<PageCopy, String> copies() {
    Map<PageCopy, String> taken = new EnumMap<>(PageCopy.class);
    var copier = new PageCopier(tools, session);
    for (PageCopy copy : options.copies()) {
      copier
          .take(copy, loop.deadline(TO_TAKE))
          .ifPresentOrElse(
              its -> taken.put(copy, its),
              () -> lacks.add("its " + copy.noun() + " cannot be taken"));
    }
    return taken;
  }

  /** Has the browser send the errors of the page, which it has kept, before it answers. */
  private void gatherErrors() {
    Deadline soon = loop.deadline(TO_TAKE);
    try {
      var _ = tools.call(session, "Runtime.enable", Map.of(), soon);
      tell("Runtime.disable", Map.of());
    } catch (BrowserException e) {
      // The page computes again; its document was taken before.
    }
  }

  private RenderedPage shown(String url, Map<?, ?> page, Map<PageCopy, String> copies) {
    if (page.get("links") instanceof List<?> links) {
      links.forEach(link -> lead(RenderedPage.Way.FRAME_LINK, String.valueOf(link)));
    }
    if (page.get("posted") instanceof List<?> posted) {
      leads.removeIf(lead -> lead.way() == RenderedPage.Way.WINDOW && posted.contains(lead.url()));
    }
    return new RenderedPage(
        url,
        DevTools.text(page, "html"),
        String.join("; ", lacks),
        List.copyOf(leads),
        actions,
        errors.all(),
        copies);
  }

  private void tell(String method, Map<String, Object> params) {
    tools.tell(session, method, params);
  }
}
