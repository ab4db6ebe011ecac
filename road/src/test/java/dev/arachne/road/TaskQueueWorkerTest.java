package dev.arachne.road;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.arachne.network.Channel;
import dev.arachne.network.Listener;
import dev.arachne.network.Network;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.simulation.Simulation;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The loop timeout, in simulated time: each page links to the one that is a character longer. */
final class TaskQueueWorkerTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int PAGES = 5;

  @Test
  void aPageThatComesPutsTheTimeoutOff() {
    assertEquals(PAGES, crawl(TIMEOUT.minusSeconds(1)).size());
  }

  @Test
  void whereNothingHappensForTooLongTheCrawlEndsAndSaysHowMuchWasLeft() {
    var failure =
        assertThrows(TaskFailedException.class, () -> crawl(TIMEOUT.plusSeconds(1))).failure();
    assertEquals("nothing happened for PT30S, with 1 to do", failure.getMessage());
  }

  @Test
  void aPieceOfAPagePutsTheTimeoutOffToo() {
    assertEquals(PAGES, crawl(TIMEOUT.dividedBy(2), 4).size());
  }

  @Test
  void theCoroutineIsTheUsersAndItsResultsGoToTheCallbacksWhichMayPutInMore() {
    var told = new ArrayList<String>();
    EventLoop.run(
        Simulation.of(1),
        "test",
        () -> {
          var worker =
              new AsyncWorker<Integer, String>(
                  2,
                  TIMEOUT,
                  task -> {
                    EventLoop.sleep(Duration.ofSeconds(task));
                    return "slept " + task;
                  });
          worker.onResult(told::add);
          worker.onResult(result -> {
            if (result.equals("slept 1")) {
              worker.put(4);
            }
          });
          List.of(3, 1).forEach(worker::put);
          worker.run();
          return true;
        });
    assertEquals(List.of("slept 1", "slept 3", "slept 4"), told);
  }

  private static Map<CrawlUrl, FetchedPage> crawl(Duration latency) {
    return crawl(latency, 1);
  }

  /** Each page comes in so many pieces, each a latency after the one before. */
  private static Map<CrawlUrl, FetchedPage> crawl(Duration latency, int pieces) {
    return EventLoop.run(
        Simulation.of(1),
        "test",
        () -> {
          Listener listener =
              Network.of(EventLoop.current())
                  .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 80), PAGES);
          Callable<Boolean> server =
              () -> {
                while (true) {
                  answer(listener.accept(Deadline.NEVER), latency, pieces);
                }
              };
          EventLoop.current().spawn("server", server);
          return new TaskQueueWorker(2, TIMEOUT)
              .crawlOnLoop(List.of(CrawlUrl.of("http://127.0.0.1/")), LinkFinder.SAME_SERVER);
        });
  }

  private static void answer(Channel channel, Duration latency, int pieces) throws IOException {
    try (channel) {
      var request = ByteBuffer.allocate(1024);
      channel.awaitReadable(Deadline.NEVER);
      channel.read(request);
      String target = US_ASCII.decode(request.flip()).toString().split(" ")[1];
      String link = target.length() < PAGES ? "<a href=" + target + "x>" : "";
      var page = US_ASCII.encode("HTTP/1.0 200 OK\r\n\r\n<!doctype html>" + link);
      int size = page.limit();
      for (int piece = 1; piece <= pieces; piece++) {
        EventLoop.sleep(latency);
        channel.write(page.limit(size * piece / pieces), Deadline.NEVER);
      }
    }
  }
}
