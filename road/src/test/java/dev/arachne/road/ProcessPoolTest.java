package dev.arachne.road;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ProcessPoolTest {
  @Test
  void theProcessesAreKeptFromOneListToTheNextUntilThePoolIsClosed() throws Exception {
    Set<ProcessHandle> before = children();
    Set<ProcessHandle> processes;
    try (var web = TestWeb.serve(TestSite.of(route("/", html("<p>here"))));
        var pool = new ProcessPool(2, Stage.PATIENCE)) {
      var urls = List.of(CrawlUrl.of(web.url("/")));
      pool.fetch(urls);
      processes = children();
      processes.removeAll(before);
      assertEquals(2, processes.size());
      pool.fetch(urls);
      Set<ProcessHandle> after = children();
      after.removeAll(before);
      assertEquals(processes, after);
    }
    for (ProcessHandle process : processes) {
      process.onExit().join();
    }
  }

  private static Set<ProcessHandle> children() {
    return ProcessHandle.current().children().collect(toSet());
  }
}
