package dev.arachne.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.LoopOptions;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.runtime.World;
import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestCertificate;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import dev.arachne.tls.TlsClient;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The JDK's TLS takes locks while it reads records: of the cache of sessions, for the ticket that a
 * server sends with its first content. A coroutine that has to wait for one stops in the middle of
 * a read into the buffer that all connections of a loop share.
 */
@Timeout(60)
class TlsOwnBytesTest {
  private static final int WORKERS = 32;

  /** Workers whose every page has a connection, and a ticket, of its own. */
  private static final int NEW_COMERS = 4;

  private static final int PAGES = 2_000;

  /** Each page is its own path, again and again. */
  private static final TestSite SITE =
      request -> {
        HttpReply page = Reply.ok("text/plain", page(request.path()).getBytes(US_ASCII));
        return request.path().startsWith("/new") ? page.header("Connection", "close") : page;
      };

  private static String page(String path) {
    return (path + "\n").repeat(200);
  }

  @Test
  void aReadThatIsStoppedByALockHasItsOwnBytes() throws Exception {
    SSLContext context = TestCertificate.trustingContext();
    var isOver = new AtomicBoolean();
    Thread neighbour = Thread.ofPlatform().start(() -> holdCache(context, isOver));
    int[] wrong = {0};
    try (TestWeb web = TestWeb.plan().tls(TestCertificate.VALID).site(SITE).countOnly().start()) {
      LoopOptions counted =
          LoopOptions.DEFAULT.withUnmanagedBlocking(LoopOptions.UnmanagedBlocking.COUNT);
      EventLoop.run(
          World.real(),
          counted,
          "test",
          () -> {
            fetchAll(Fetching.LOCAL.withTls(TlsClient.of(context)), web, wrong);
            long stopped = EventLoop.current().unmanagedBlocking();
            assertTrue(stopped > 0, "no read was ever stopped");
            return true;
          });
    } finally {
      isOver.set(true);
      neighbour.join();
    }
    assertEquals(0, wrong[0], "pages with another page's bytes");
  }

  /** Takes the lock of the cache of sessions again and again, as other loops do. */
  private static void holdCache(SSLContext context, AtomicBoolean isOver) {
    while (!isOver.get()) {
      Collections.list(context.getClientSessionContext().getIds());
    }
  }

  private static void fetchAll(HttpOptions options, TestWeb web, int[] wrong) throws Exception {
    int[] next = {0};
    try (var client = new HttpClient(options)) {
      TaskGroup.run(group -> {
        for (int i = 0; i < WORKERS; i++) {
          String folder = i < NEW_COMERS ? "/new/" : "/kept/";
          group.spawn(
              "worker " + i,
              () -> {
                while (next[0] < PAGES) {
                  String path = folder + next[0]++;
                  HttpResponse response = Fetching.get(client, web.url(path));
                  String body = new String(response.body(), US_ASCII);
                  wrong[0] += body.equals(page(path)) ? 0 : 1;
                }
                return true;
              });
        }
        return true;
      });
    }
  }
}
