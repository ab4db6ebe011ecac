package dev.arachne.browser;

import dev.arachne.runtime.Bulkhead;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A Chromium process that renders pages. Pages of one site may use the same tab, one after the
 * other, with a profile of its own that keeps no data of the page before. It has no network: the
 * requests of a page go to the caller. Confined to its event loop; it waits.
 *
 * <pre>{@code
 * try (Browser browser = Browser.start(options)) {
 *   RenderedPage page = browser.show(url, document, requests);
 * }
 * }</pre>
 */
public final class Browser implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  /** Processes are started and ended here. */
  private static final Bulkhead THREADS = Bulkhead.of("browsers", 4);

  private final EventLoop loop = EventLoop.current();
  private final BrowserOptions options;
  private final BrowserProcess process;
  private final DevTools tools;

  /** Pages of a tab. */
  private static final int PAGES_OF_TAB = 200;

  /** The time after which an idle tab is emptied. */
  private static final Duration A_MOMENT = Duration.ofMillis(200);

  /** Tabs that wait for the next page of their site. */
  private static final int MOST_IDLE = 4;

  /** The same tabs, the least recently used first. */
  private final List<Idle> idle = new ArrayList<>();

  /** Tabs by session: the session of the page, and those of its workers and frames. */
  private final Map<String, Tab> tabs = new HashMap<>();

  private boolean broken;
  private long pages;

  private Browser(BrowserOptions options, BrowserProcess process) {
    this.options = options;
    this.process = process;
    this.tools = new DevTools(process.output(), process.input(), this::happened);
  }

  /**
   * Starts a browser, and waits until it answers.
   *
   * @throws BrowserException if this machine has no browser, it does not start, or the selector in
   *     the options is invalid
   */
  public static Browser start(BrowserOptions options) throws BrowserException {
    EventLoop loop = EventLoop.current();
    BrowserProcess process;
    try {
      process =
          loop.offload(
              THREADS,
              "the start of a browser",
              () -> BrowserProcess.start(options),
              Deadline.NEVER);
    } catch (TaskFailedException e) {
      if (e.failure() instanceof BrowserException failure) {
        throw failure;
      }
      throw e;
    }
    var browser = new Browser(options, process);
    browser.tools.start(browser::ended);
    try {
      var _ = browser.tools.call("", "Browser.getVersion", Map.of(), loop.deadline(START));
      if (options.until() instanceof PageWait.Element(String selector)) {
        browser.check(selector);
      }
      return browser;
    } catch (BrowserException e) {
      browser.broken = true;
      if (!browser.tools.hasEnded()) {
        browser.close();
        throw e;
      }
      throw loop.offload(THREADS, "why a browser has ended", process::failure, Deadline.NEVER);
    } catch (RuntimeException e) {
      browser.close();
      throw e;
    }
  }

  private void check(String selector) throws BrowserException {
    Tab tab = opened();
    try {
      tab.check(selector);
    } finally {
      close(tab);
    }
  }

  /** {@link #show(String, PageReply.Answer, PageRequests, LongPage)} without the last parameter. */
  public RenderedPage show(String url, PageReply.Answer document, PageRequests requests)
      throws BrowserException {
    return show(url, document, requests, new LongPage() {});
  }

  /**
   * Renders a page and waits until its scripts are idle.
   *
   * @param url of the page, http or https
   * @param document the response of its server
   * @param requests replies to all requests of the page
   * @param ifLong called while the page takes long
   * @throws BrowserException if the page has used up its time, or its tab or the browser has broken
   *     down
   */
  public RenderedPage show(
      String url, PageReply.Answer document, PageRequests requests, LongPage ifLong)
      throws BrowserException {
    pages++;
    String origin = Tab.origin(url);
    Tab tab = tab(origin);
    boolean isReusable = false;
    try {
      RenderedPage page = tab.show(url, document, requests, ifLong);
      isReusable = tab.pages() < PAGES_OF_TAB && tab.leave();
      return page;
    } finally {
      if (isReusable) {
        keep(new Idle(origin, tab, loop.after(A_MOMENT, () -> empty(tab))));
      } else {
        close(tab);
      }
    }
  }

  private void keep(Idle its) {
    idle.add(its);
    if (idle.size() > MOST_IDLE) {
      Idle first = idle.removeFirst();
      first.emptying.cancel();
      close(first.tab);
    }
  }

  /** A tab that has rendered a page of the origin before, or a new one. */
  private Tab tab(String origin) throws BrowserException {
    for (int i = idle.size() - 1; i >= 0; i--) {
      if (idle.get(i).origin.equals(origin)) {
        Idle its = idle.remove(i);
        its.emptying.cancel();
        return its.tab;
      }
    }
    return opened();
  }

  private Tab opened() throws BrowserException {
    var tab = new Tab(tools, options, tabs);
    boolean isOpen = false;
    try {
      tab.open();
      isOpen = true;
      return tab;
    } catch (BrowserException e) {
      broken = true;
      throw new BrowserException(
          BrowserException.Kind.BROKEN, "no tab opens: " + e.getMessage(), e);
    } finally {
      if (!isOpen) {
        close(tab); // It may have been cancelled.
      }
    }
  }

  /**
   * Ends what runs in an idle tab. The next page would end it too, and at once: to leave for an
   * empty page takes a third of the CPU of a small page.
   */
  private void empty(Tab tab) {
    idle.stream()
        .filter(its -> its.tab == tab)
        .findFirst()
        .ifPresent(its -> {
          idle.remove(its);
          loop.spawn("an idle tab", () -> emptied(its));
        });
  }

  private boolean emptied(Idle its) {
    boolean isEmpty = false;
    try {
      isEmpty = its.tab.blank();
    } finally {
      if (isEmpty) {
        keep(its);
      } else {
        close(its.tab);
      }
    }
    return isEmpty;
  }

  private void close(Tab tab) {
    broken |= !tab.close();
  }

  /** A tab whose page is over, the origin of its next one, and when it is emptied. */
  private record Idle(String origin, Tab tab, Timer emptying) {}

  /** Whether it can render a page. */
  public boolean isUsable() {
    return !broken && !tools.hasEnded();
  }

  /** The number of pages it was given to render. */
  public long pages() {
    return pages;
  }

  /** Ends the process; pages that are being rendered fail. */
  @Override
  public void close() {
    boolean isHung = broken;
    broken = true;
    loop.offloadWhole(
        THREADS,
        "the end of a browser",
        () -> {
          if (isHung) {
            process.kill();
          }
          process.close();
          return true;
        });
  }

  private void happened(DevTools.Event event) {
    Tab tab = tabs.get(event.session());
    if (tab != null) {
      tab.happened(event);
    }
  }

  private void ended() {
    tabs.values().forEach(Tab::ended);
  }
}
