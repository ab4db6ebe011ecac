package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static dev.arachne.testkit.Reply.close;
import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.status;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of a crawl. */
final class FlightRecordingTest {
  private static final Duration HELD = Duration.ofMillis(200);

  @TempDir Path temporary;

  private List<RecordedEvent> recorded(TestWeb web, LinkFilter filter) throws Exception {
    Path file = temporary.resolve("crawl.jfr");
    try (var recording = new Recording()) {
      recording.start();
      new Crawl(crawlOf(web.url("/")).directory(temporary.resolve("c")).maxTries(1).build())
          .filter(filter)
          .run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("dev.arachne."))
        .toList();
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
    return events.stream().filter(it -> it.getEventType().getName().equals(name)).toList();
  }

  private static final TestSite SITE =
      TestSite.of(
          route("/", html("<a href=/a><a href=/broken>")),
          route("/a", html("some text")),
          route("/broken", close()),
          route("/robots.txt", status(404)));

  @Test
  void eachFetchIsThereWithItsPhases() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      List<RecordedEvent> fetches =
          of(recorded(web, (link, _) -> Optional.of(link)), "dev.arachne.Fetch");
      Map<String, Integer> statuses = new TreeMap<>();
      for (RecordedEvent fetch : fetches) {
        statuses.put(fetch.getString("url"), fetch.getInt("status"));
      }
      assertEquals(
          Map.of(
              web.url("/robots.txt"), 404,
              web.url("/"), 200,
              web.url("/a"), 200,
              web.url("/broken"), 0,
              web.url("/sitemap.xml"), 404),
          statuses);
      for (RecordedEvent fetch : fetches) {
        Duration phases = Duration.ZERO;
        for (String phase : List.of("queued", "resolve", "connect", "tls", "firstByte", "body")) {
          phases = phases.plus(fetch.getDuration(phase));
        }
        assertTrue(phases.compareTo(fetch.getDuration()) <= 0, fetch::toString);
        boolean isAnswered = fetch.getInt("status") > 0;
        assertEquals(isAnswered, fetch.getString("failure").isEmpty(), fetch::toString);
        assertEquals(isAnswered, fetch.getLong("received") > 0, fetch::toString);
      }
      assertEquals(
          List.of("Arachne", "Fetch"), fetches.getFirst().getEventType().getCategoryNames());
    }
  }

  @Test
  void commitsAndSyncsAreThere() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      List<RecordedEvent> all =
          of(recorded(web, (link, _) -> Optional.of(link)), "dev.arachne.Commit");
      List<RecordedEvent> commits = all.stream().filter(it -> !it.getBoolean("isSync")).toList();
      assertEquals(4, commits.stream().mapToInt(it -> it.getInt("verdicts")).sum());
      assertTrue(commits.stream().mapToInt(it -> it.getInt("leases")).sum() >= 4);
      List<RecordedEvent> syncs = all.stream().filter(it -> it.getBoolean("isSync")).toList();
      assertEquals(commits.size(), syncs.stream().mapToInt(it -> it.getInt("commits")).sum());
    }
  }

  /** A filter that works for long holds the loop, which has other things to do. */
  @Test
  void aLoopThatIsHeldIsThereAsAStall() throws Exception {
    try (TestWeb web = TestWeb.serve(SITE)) {
      Set<String> held = ConcurrentHashMap.newKeySet();
      LinkFilter slow =
          (link, _) -> {
            held.add(EventLoop.current().name());
            long until = System.nanoTime() + HELD.toNanos();
            while (System.nanoTime() < until) {
              Thread.onSpinWait();
            }
            return Optional.of(link);
          };
      List<RecordedEvent> stalls = of(recorded(web, slow), "dev.arachne.Stall");
      // A slow machine may hold others too.
      Set<String> late =
          stalls.stream()
              .filter(it -> it.getDuration("late").compareTo(HELD.dividedBy(2)) >= 0)
              .map(it -> it.getString("loop"))
              .collect(Collectors.toSet());
      assertFalse(held.isEmpty());
      assertTrue(late.containsAll(held), () -> "held: " + held + ", recorded: " + stalls);
    }
  }
}
