package dev.arachne.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scripts of ours in the pages of one tab. */
final class PageWorldTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @BeforeEach
  void thereIsABrowser() {
    LocalBrowser.assumeInstalled();
  }

  /** Each world that is left has a context in each later page, which takes ever longer. */
  @Test
  void pagesLeaveNoWorldToTheNextOne() throws Exception {
    EventLoop.run(
        "worlds",
        () -> {
          BrowserProcess process =
              EventLoop.current()
                  .offloadWhole(
                      "a browser",
                      () -> BrowserProcess.start(LocalBrowser.options(SOON, Set.of(), false)));
          List<DevTools.Event> events = new ArrayList<>();
          var tools = new DevTools(process.output(), process.input(), events::add);
          tools.start(() -> {});
          try {
            Deadline soon = EventLoop.current().deadline(SOON);
            String target =
                DevTools.text(
                    tools.call("", "Target.createTarget", Map.of("url", "about:blank"), soon),
                    "targetId");
            String session =
                DevTools.text(
                    tools.call(
                        "",
                        "Target.attachToTarget",
                        Map.of("targetId", target, "flatten", true),
                        soon),
                    "sessionId");
            var _ = tools.call(session, "Page.enable", Map.of(), soon);
            for (int i = 0; i < 5; i++) {
              var world = new PageWorld(tools, session, target);
              assertEquals(2.0, ((Number) world.value("1 + 1", SOON)).doubleValue());
              String url = "data:text/html,<title>" + i + "</title>";
              var _ = tools.call(session, "Page.navigate", Map.of("url", url), soon);
            }
            events.clear();
            var world = new PageWorld(tools, session, target);
            assertEquals("4", world.value("document.title", SOON));
            var _ = tools.call(session, "Runtime.enable", Map.of(), soon);
            assertEquals(
                2,
                events.stream()
                    .filter(event -> event.method().equals("Runtime.executionContextCreated"))
                    .count());
          } finally {
            process.kill();
          }
          return true;
        });
  }
}
