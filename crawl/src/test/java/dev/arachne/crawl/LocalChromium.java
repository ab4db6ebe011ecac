package dev.arachne.crawl;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.options.BrowserSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The Chromium of this machine, for tests that render pages. */
final class LocalChromium {
  private LocalChromium() {}

  /** Skips the test where there is none. */
  static void assumeInstalled() {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":", -1))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "chromium"))),
        "SKIPPED: no chromium on this machine");
  }

  /** Root has to do without the sandbox. */
  static BrowserSandbox sandbox() {
    return "root".equals(System.getProperty("user.name")) ? BrowserSandbox.OFF : BrowserSandbox.ON;
  }
}
