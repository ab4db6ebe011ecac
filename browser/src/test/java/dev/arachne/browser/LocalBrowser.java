package dev.arachne.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.runtime.EventLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The Chromium of this machine, for tests. */
final class LocalBrowser {
  static final String PAGE = "https://site.test/a/page";

  private LocalBrowser() {}

  /** Skips the test where there is none. */
  static void assumeInstalled() {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "chromium"))),
        "SKIPPED: no chromium on this machine");
  }

  /** Options for it; root has to do without the sandbox. */
  static BrowserOptions options(
      PageWait until, Duration life, Set<PageCopy> copies, boolean interacts) {
    return new BrowserOptions(
        Optional.empty(),
        "root".equals(System.getProperty("user.name"))
            ? BrowserOptions.Sandbox.OFF
            : BrowserOptions.Sandbox.ON,
        "Arachne-Test/1",
        until,
        life,
        copies,
        interacts,
        BrowserOptions.Priority.NORMAL);
  }

  /** Options for pages with five seconds of their own. */
  static BrowserOptions options(Duration life, Set<PageCopy> copies, boolean interacts) {
    return options(new PageWait.Time(Duration.ofSeconds(5)), life, copies, interacts);
  }

  /** What is done in a browser. */
  interface Work<T> {
    T with(Browser browser) throws Exception;
  }

  /** Has something done in a browser of its own, in which pages live so long at most. */
  static <T> T in(Duration life, Work<T> work) {
    return in(options(life, Set.of(), false), work);
  }

  /** Has something done in a browser of its own. */
  static <T> T in(BrowserOptions options, Work<T> work) {
    return EventLoop.run(
        "browser",
        () -> {
          try (Browser browser = Browser.start(options)) {
            return work.with(browser);
          }
        });
  }

  static PageReply.Answer html(String page) {
    return new PageReply.Answer(
        200,
        List.of(new PageRequest.Field("Content-Type", "text/html; charset=utf-8")),
        page.getBytes(UTF_8));
  }
}
