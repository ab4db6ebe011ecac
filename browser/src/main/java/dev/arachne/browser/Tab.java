package dev.arachne.browser;

import dev.arachne.runtime.CancelledException;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.DeadlineException;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskGroup;
import java.time.Duration;
import java.util.ArrayDeque;
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
 *   open --navigate--> its own request comes: data of earlier pages is deleted,
 *                      the document is given, and its time begins
 *                      other requests: a coroutine each, time stands still meanwhile
 *                      the time is over: the document is taken
 *                      actions, with a part of time for each: the document is taken again
 *          <--leave--- its document and handlers end
 * </pre>
 *
 * <p>A page's time is virtual: {@link PageTime}. So five seconds of timers take some milliseconds,
 * and waits for replies do not count. A script that computes indefinitely stops it; {@link
 * PageLife} bounds that.
 */
final class Tab {
  /** Events that wait to be handled. */
  private static final int MOST_EVENTS = 20_000;

  private static final int MOST_LEADS = 2_000;

  /** The next one is not closed: a page that opens more does nothing else. */
  private static final int MOST_DIALOGS = 1_000;

  /**
   * Leaves an empty document, without handlers that could store something at its end. Documents
   * other than HTML cannot be opened.
   */
  private static final String LEAVE =
      """
      (() => {
        try { document.open(); document.close(); return true } catch (e) { return false }
      })()
      """;

  private static final Duration TO_OPEN = Duration.ofSeconds(20);
  private static final Duration TO_TAKE = Duration.ofSeconds(10);

  /**
   * The parts of time after an action. In the second one, observers of the page are notified of
   * changes in the first picture, such as elements that have left the view.
   */
  private static final int PARTS_OF_ACTION = 2;

  /** For the scripts that an action calls; then their time runs on without their end. */
  private static final Duration TO_ACT = Duration.ofSeconds(5);

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
  private boolean isGiven;
  private boolean isAtRest;
  private int pages;
  private int dialogs;

  private PageWorld world;
  private PageTime time;
  private PageLife life;
  private HeldRequests held;

  /** Whether an action has kept it from resting again, so it may not answer. */
  private boolean isStuck;

  Tab(DevTools tools, BrowserOptions options, Map<String, Tab> tabs) {
    this.tools = tools;
    this.options = options;
    this.tabs = tabs;
    begin();
  }

  /**
   * Opens it, empty; the first step.
   *
   * @throws BrowserException if the browser fails to within 20 s
   */
  void open() throws BrowserException {
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
    tell("Page.addScriptToEvaluateOnNewDocument", Map.of("source", FirstScript.TEXT));
    tell("Performance.enable", Map.of());
    if (options.takesPictures()) {
      new PageCopier(tools, session).prepare();
    }
  }

  /** Renders a page, and takes it once it is idle. */
  RenderedPage show(String url, PageReply.Answer document, PageRequests replies, LongPage ifLong)
      throws BrowserException {
    begin();
    pages++;
    try {
      return TaskGroup.run(group -> {
        Task<Boolean> watch = group.spawn("whether " + url + " takes long", () -> watch(ifLong));
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
          watch.cancel();
          held.end();
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
    begin();
    if (world.matches(selector, TO_TAKE).isEmpty()) {
      throw new BrowserException(
          BrowserException.Kind.SELECTOR,
          "'"
              + selector
              + "' is neither a time nor a valid CSS selector; use 5s, or '#list .item'");
    }
  }

  /**
   * Takes the document and the handlers of the last page from it, so that only its workers and
   * animations still run; false if that fails.
   */
  boolean leave() {
    try {
      return !isStuck && Boolean.TRUE.equals(world.value(LEAVE, TO_CLOSE));
    } catch (BrowserException e) {
      return false;
    }
  }

  /** Ends what still runs of the last page; false if that fails. */
  boolean blank() {
    try {
      var _ =
          tools.call(
              session, "Page.navigate", Map.of("url", "about:blank"), loop.deadline(TO_CLOSE));
      return true;
    } catch (BrowserException e) {
      return false;
    }
  }

  /** Gives the page its document, after it has deleted what earlier ones have stored. */
  private boolean given(String url, DevTools.Event request, PageReply.Answer document) {
    if (pages > 1) {
      Deadline soon = loop.deadline(TO_CLOSE);
      Map<String, Object> all = Map.of("origin", origin(url), "storageTypes", "all");
      try {
        tell("Network.clearBrowserCookies", Map.of());
        var _ = tools.call(session, "Storage.clearDataForOrigin", all, soon);
      } catch (BrowserException e) {
        fail("what an earlier page has stored is not deleted: " + e.getMessage());
        return false;
      }
    }
    held.fulfil(request, document);
    time.give();
    return true;
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
    isGiven = false;
    isAtRest = false;
    dialogs = 0;
    isStuck = false;
    var counts = new PageCounts(tools, session);
    world = new PageWorld(tools, session, target);
    time = new PageTime(tools, session, world, counts, options.until());
    life = new PageLife(tools, session, counts, options.life());
    held = new HeldRequests(tools, life, news);
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

  private void attached(String its) {
    sessions.add(its);
    tabs.put(its, this);
  }

  private void live(TaskGroup group, String url, PageReply.Answer document, PageRequests replies)
      throws BrowserException {
    group.spawn("the start of " + url, () -> navigated(url));
    untilAtRest(group, document, replies);
    time.unmatched()
        .ifPresent(selector -> lacks.add("no element matches '" + selector + "' within 30 s"));
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
      news.await(life.end());
    } catch (DeadlineException e) {
      life.prolong();
    }
  }

  private boolean watch(LongPage ifLong) {
    life.watch(() -> isAtRest, ifLong);
    return true;
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
      case "Page.javascriptDialogOpening" -> {
        if (++dialogs <= MOST_DIALOGS) {
          tell(
              "Page.handleJavaScriptDialog",
              Map.of("accept", DevTools.text(its, "type").equals("beforeunload")));
        }
      }
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
    String url = HeldRequests.url(event);
    boolean isOfPage =
        DevTools.text(event.params(), "resourceType").equals("Document")
            && DevTools.text(event.params(), "frameId").equals(target);
    if (!isOfPage) {
      held.reply(group, event, replies);
    } else if (!isGiven) {
      isGiven = true;
      group.spawn("the document of " + url, () -> given(url, event, document));
    } else {
      if (HeldRequests.method(event).equals("GET")) {
        lead(RenderedPage.Way.NAVIGATION, url);
      }
      held.abort(event); // The page stays at its URL.
    }
  }

  private void partIsOver(TaskGroup group) {
    group.spawn(
        "a picture of the page",
        () -> {
          if (!time.goOn()) {
            isAtRest = true;
            news.signal();
          }
          return true;
        });
  }

  /** Returns the page as it is after actions, or as it was if it does not rest any more. */
  private Map<?, ?> used(
      String url,
      Map<?, ?> page,
      TaskGroup group,
      PageReply.Answer document,
      PageRequests replies) {
    var interaction = new Interaction(live(group, document, replies), url);
    life.renew();
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
        time.allow(PARTS_OF_ACTION);
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
    time.give();
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
        time.allow(1);
        time.give();
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
