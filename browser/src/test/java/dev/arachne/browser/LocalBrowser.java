package dev.arachne.browser;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The Chromium of this machine, for tests. */
final class LocalBrowser {
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
        interacts);
  }

  /** Options for pages with five seconds of their own. */
  static BrowserOptions options(Duration life, Set<PageCopy> copies, boolean interacts) {
    return options(new PageWait.Time(Duration.ofSeconds(5)), life, copies, interacts);
  }
}
