package dev.arachne.http;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.protocol.HttpLimits;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.SimulatedServer;
import dev.arachne.testkit.HostileReplies;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A good host beside hosts that answer as badly as they can, in plain text and in TLS, on one loop.
 * How long the good one waited is printed. The number of replies is that of a build; {@code
 * -Darachne.hostile.replies=1000} for the large run.
 */
final class HostileNeighbourTest {

  private static final int REPLIES = Integer.getInteger("arachne.hostile.replies", 100);
  private static final int WORKERS = 10;
  private static final long LONG_TURN_NANOS = 5_000_000;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Between two good pages, so that the servers of the test have the machine, too. */
  private static final Duration PACE = Duration.ofMillis(1);

  private static final HttpOptions OPTIONS =
      Fetching.LOCAL
          .withTls(Fetching.TRUSTING)
          .withLimits(HttpLimits.DEFAULT.withBodyBytes(4 << 20, 16 << 20))
          .withTimeouts(
              Timeouts.of(SECOND.multipliedBy(20)).withFirstByte(SECOND).withBetweenBytes(SECOND));

  /** What was seen; confined to the loop. */
  private static final class Record {
    private final Map<String, Integer> ends = new TreeMap<>();
    private int next;
    private int working = WORKERS;
    private int goodPages;
    private long longestTurn;
    private int longTurns;
    private int turns;
    private long longestPage;
  }

  @Test
  void aGoodHostIsServedBesideHostileOnes() throws Exception {
    TestSite hostile =
        request -> HostileReplies.draw(new SplittableRandom(request.path().hashCode()));
    try (var plain = TestWeb.serve(hostile);
        var secure = TestWeb.plan().tls(TestCertificate.VALID).site(hostile).start()) {
      var record = new Record();
      long loopThread = Thread.currentThread().threadId();
      Fetching.run(
          OPTIONS,
          client -> {
            // On the loop itself, so that nothing but the loop can hold it up.
            String good = serveGood();
            return TaskGroup.run(group -> {
              for (int i = 0; i < WORKERS; i++) {
                group.spawn("hostile", () -> suffer(client, plain, secure, record));
              }
              group.spawn("good", () -> fetchGood(client, good, record));
              group.spawn("turns", () -> watchTurns(record, loopThread));
              return null;
            });
          });
      System.out.printf(
          "hostile: %,d replies %s; %,d good pages, the longest in %.1f ms; "
              + "longest turn %.1f ms of CPU, %,d of %,d above 5 ms%n",
          REPLIES,
          record.ends,
          record.goodPages,
          record.longestPage / 1e6,
          record.longestTurn / 1e6,
          record.longTurns,
          record.turns);
      assertEquals(REPLIES, record.ends.values().stream().mapToInt(Integer::intValue).sum());
      assertTrue(record.goodPages > REPLIES, record.goodPages + " good pages");
    }
  }

  private static String serveGood() throws IOException {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var server = new SimulatedServer(TestSite.of(route("*", html("good"))));
    return "http://127.0.0.1:" + server.listen(anyPort).address().getPort() + "/";
  }

  private static boolean suffer(HttpClient client, TestWeb plain, TestWeb secure, Record record) {
    while (record.next < REPLIES) {
      String path = "/" + record.next++;
      TestWeb web = record.next % 3 == 0 ? secure : plain;
      record.ends.merge(end(client, web.url(path)), 1, Integer::sum);
    }
    return --record.working == 0;
  }

  private static String end(HttpClient client, String url) {
    try {
      HttpResponse response = Fetching.get(client, url);
      return response.isComplete() ? "whole" : "cut";
    } catch (HttpException e) {
      return e.failure().getClass().getSimpleName();
    }
  }

  private static int fetchGood(HttpClient client, String url, Record record) throws HttpException {
    while (record.working > 0) {
      long begin = System.nanoTime();
      assertEquals("good", new String(Fetching.get(client, url).body(), US_ASCII));
      record.goodPages++;
      record.longestPage = Math.max(record.longestPage, System.nanoTime() - begin);
      EventLoop.sleep(PACE);
    }
    return record.goodPages;
  }

  /** In CPU time, since the machine may be busy with other things. */
  private static long watchTurns(Record record, long loopThread) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (record.working > 0) {
      long begin = threads.getThreadCpuTime(loopThread);
      EventLoop.yieldNow();
      long turn = threads.getThreadCpuTime(loopThread) - begin;
      record.longestTurn = Math.max(record.longestTurn, turn);
      record.longTurns += turn > LONG_TURN_NANOS ? 1 : 0;
      record.turns++;
      EventLoop.sleep(PACE);
    }
    return record.longestTurn;
  }
}
