package dev.arachne.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Browsers of a class of tests, one for each set of options, for pages that end by themselves. Each
 * page is given what a page of a crawl has: a tab whose earlier page has left, and no data of it. A
 * browser that a test has broken fails that test, and is not used again.
 */
final class SharedBrowsers implements AfterAllCallback {
  private final EventLoop loop = EventLoop.start("browsers");

  /** Confined to the loop. */
  private final Map<BrowserOptions, Browser> browsers = new HashMap<>();

  /** Has something done in the browser with these options, which is started if there is none. */
  <T> T in(BrowserOptions options, LocalBrowser.Work<T> work) {
    return EventLoop.run("test", () -> loop.call("a test", () -> with(options, work)));
  }

  private <T> T with(BrowserOptions options, LocalBrowser.Work<T> work) throws Exception {
    Browser browser = browsers.get(options);
    if (browser == null) {
      browser = Browser.start(options);
      browsers.put(options, browser);
    }
    try {
      T result = work.with(browser);
      assertTrue(browser.isUsable(), "the browser cannot be used after this test");
      return result;
    } finally {
      if (!browser.isUsable()) {
        browsers.remove(options);
        browser.close();
      }
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    EventLoop.run(
        "end",
        () ->
            loop.call(
                "the end of tests",
                () -> {
                  browsers.values().forEach(Browser::close);
                  return true;
                }));
    loop.close();
  }
}
