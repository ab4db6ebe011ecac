package dev.arachne.browser;

import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The browser's counts for the page in a tab (Performance.getMetrics). They can be read while a
 * script computes, but not during a dialog. Confined to the event loop of the tab; its methods
 * wait.
 */
final class PageCounts {
  /** A browser of low priority may have a tenth of a CPU. */
  private static final Duration TO_ANSWER = Duration.ofSeconds(5);

  private final EventLoop loop = EventLoop.current();
  private final DevTools tools;
  private final String session;

  /**
   * The counts of one tab, for which Performance is enabled.
   *
   * @param session of the tab
   */
  PageCounts(DevTools tools, String session) {
    this.tools = tools;
    this.session = session;
  }

  /** The CPU time that the process of the page has used; empty if the browser does not answer. */
  Optional<Duration> used() {
    return time("ProcessTime");
  }

  /** The CPU time that all processes of the browser have used; empty if it does not answer. */
  Optional<Duration> usedByBrowser() {
    try {
      Map<String, Object> counts =
          tools.call("", "SystemInfo.getProcessInfo", Map.of(), loop.deadline(TO_ANSWER));
      if (counts.get("processInfo") instanceof List<?> all) {
        double seconds = 0;
        for (Object each : all) {
          if (each instanceof Map<?, ?> its && its.get("cpuTime") instanceof Number used) {
            seconds += used.doubleValue();
          }
        }
        return Optional.of(ofSeconds(seconds));
      }
    } catch (BrowserException e) {
      // It does not answer.
    }
    return Optional.empty();
  }

  /** The time in which the page has run scripts; empty if the browser does not answer. */
  Optional<Duration> scripted() {
    return time("ScriptDuration");
  }

  private Optional<Duration> time(String name) {
    try {
      Map<String, Object> counts =
          tools.call(session, "Performance.getMetrics", Map.of(), loop.deadline(TO_ANSWER));
      if (counts.get("metrics") instanceof List<?> all) {
        for (Object each : all) {
          if (each instanceof Map<?, ?> metric
              && DevTools.text(metric, "name").equals(name)
              && metric.get("value") instanceof Number seconds) {
            return Optional.of(ofSeconds(seconds.doubleValue()));
          }
        }
      }
    } catch (BrowserException e) {
      // It does not answer.
    }
    return Optional.empty();
  }

  private static Duration ofSeconds(double seconds) {
    return Duration.ofNanos((long) (seconds * Duration.ofSeconds(1).toNanos()));
  }
}
