package dev.arachne.crawl;

import dev.arachne.browser.Browser;
import dev.arachne.browser.BrowserException;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.LongPage;
import dev.arachne.browser.PageReply;
import dev.arachne.browser.PageRequests;
import dev.arachne.browser.RenderedPage;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.util.Optional;

/**
 * A browser that starts with its first page. One that crashes, or that has shown many pages, is
 * replaced by a new one; pages that are in it stay there. Confined to its event loop; it waits.
 */
final class RenewedBrowser implements AutoCloseable {
  /** Pages of one browser, since its memory grows. */
  private static final int MOST_PAGES = 1_000;

  private final Condition starting =
      new Condition(EventLoop.current(), "the start of a browser for other pages");

  private final BrowserOptions options;
  private Optional<Shared> current;
  private boolean isStarting;

  /** A browser, and the number of pages in it. */
  private static final class Shared {
    private final Browser browser;
    private int pages;

    Shared(Browser browser) {
      this.browser = browser;
    }

    boolean isFresh() {
      return browser.isUsable() && browser.pages() < MOST_PAGES;
    }
  }

  /**
   * A browser with these options.
   *
   * @param started the first one, if it runs
   */
  RenewedBrowser(BrowserOptions options, Optional<Browser> started) {
    this.options = options;
    this.current = started.map(Shared::new);
  }

  /** {@link Browser#show(String, PageReply.Answer, PageRequests, LongPage)}. */
  RenderedPage show(String url, PageReply.Answer document, PageRequests requests, LongPage ifLong)
      throws BrowserException {
    Shared its = fresh();
    its.pages++;
    try {
      return its.browser.show(url, document, requests, ifLong);
    } finally {
      its.pages--;
      closeIfOver(its);
    }
  }

  /** Returns the current browser; one of the callers that need a new one starts it. */
  private Shared fresh() throws BrowserException {
    while (isStarting) {
      starting.await(Deadline.NEVER);
    }
    Optional<Shared> before = current;
    if (before.isPresent() && before.get().isFresh()) {
      return before.get();
    }
    isStarting = true;
    try {
      var next = new Shared(Browser.start(options));
      current = Optional.of(next);
      before.ifPresent(this::closeIfOver);
      return next;
    } finally {
      isStarting = false;
      starting.signalAll();
    }
  }

  private void closeIfOver(Shared its) {
    if (its.pages == 0 && current.isPresent() && its != current.get()) {
      its.browser.close();
    }
  }

  /** Ends the browser, if one runs. */
  @Override
  public void close() {
    current.ifPresent(its -> its.browser.close());
  }
}
