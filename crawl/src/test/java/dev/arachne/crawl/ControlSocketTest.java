package dev.arachne.crawl;

import static dev.arachne.testkit.Route.route;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.control.ControlClient;
import dev.arachne.ledger.Change;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The socket of a crawl that runs, in the hands of programs that do what they should not. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ControlSocketTest {
  private static final int MOST_CONNECTIONS = 64;
  private static final String QUESTION = "{\"ask\": \"changes\"}\n";

  @TempDir Path temporary;

  private final CountDownLatch gate = new CountDownLatch(1);

  /** What is done while a crawl runs. */
  private interface Attack {
    void on(Path crawl) throws Exception;
  }

  private void whileCrawling(Path directory, Attack attack) throws Exception {
    TestSite site =
        TestSite.of(
            route("/robots.txt", Reply.status(404)),
            route(
                "/",
                _ -> {
                  try {
                    gate.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  return Reply.html("<a href=/more>");
                }),
            route("/more", Reply.html("")));
    try (TestWeb web = TestWeb.serve(site)) {
      CrawlOptions options =
          CrawlOptions.crawlOf(web.url("/"))
              .sitemaps(SitemapPolicy.IGNORE)
              .directory(directory)
              .build();
      CrawlHandle crawl = new Crawl(options).start();
      try {
        awaitRequests(web, crawl, gate);
        var client = new ControlClient(directory);
        while (!client.isThere()) {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        attack.on(directory);
      } finally {
        gate.countDown();
      }
      assertEquals(2, crawl.await().done(), "the crawl went on");
      assertFalse(Files.exists(directory.resolve("control.sock")), "it is cleared away");
      assertFalse(Files.exists(directory.resolve("control.address")), "it is cleared away");
    }
  }

  /** Waits until the crawl has asked twice; a crawl that fails before tells why. */
  private static void awaitRequests(TestWeb web, CrawlHandle crawl, CountDownLatch gate)
      throws Exception {
    try {
      web.awaitRequests(2, Duration.ofMinutes(1));
    } catch (IllegalStateException e) {
      gate.countDown();
      throw new IllegalStateException(crawl.await().toString(), e);
    }
  }

  private static SocketChannel connected(Path crawl) throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(crawl.resolve("control.sock")));
  }

  /** The answer to a line on a connection; null if the crawl has ended that. */
  private static String answer(SocketChannel connection, String line) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(UTF_8));
      while (bytes.hasRemaining()) {
        connection.write(bytes);
      }
      return new BufferedReader(new InputStreamReader(Channels.newInputStream(connection), UTF_8))
          .readLine();
    } catch (IOException e) {
      return null; // It was ended before all was written.
    }
  }

  @Test
  void onlyTheUserOfTheCrawlMayConnect() throws Exception {
    whileCrawling(
        temporary.resolve("x.crawl"),
        crawl ->
            assertEquals(
                "rw-------",
                PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(crawl.resolve("control.sock")))));
  }

  @Test
  void oneConnectionTooManyIsEndedAndTheOthersAreAnswered() throws Exception {
    whileCrawling(
        temporary.resolve("x.crawl"),
        crawl -> {
          List<SocketChannel> open = new ArrayList<>();
          try {
            for (int i = 0; i < MOST_CONNECTIONS; i++) {
              open.add(connected(crawl));
              assertEquals("{\"changes\":[]}", answer(open.getLast(), QUESTION));
            }
            try (SocketChannel more = connected(crawl)) {
              assertNull(answer(more, QUESTION));
            }
            for (SocketChannel each : open) {
              assertEquals("{\"changes\":[]}", answer(each, QUESTION));
            }
          } finally {
            for (SocketChannel each : open) {
              each.close();
            }
          }
        });
  }

  @Test
  void anInvalidRequestIsAnsweredOrEnded() throws Exception {
    whileCrawling(
        temporary.resolve("x.crawl"),
        crawl -> {
          for (String line :
              List.of("{", "nothing", "[[[[[", "{\"ask\": \"money\"}", "}}}}", "{\"change\": 1}")) {
            try (SocketChannel connection = connected(crawl)) {
              String told = answer(connection, line + "\n");
              assertTrue(told != null && told.startsWith("{\"error\":"), line + ": " + told);
            }
          }
          try (SocketChannel connection = connected(crawl)) {
            assertNull(answer(connection, " ".repeat(64 << 10) + QUESTION));
          }
          try (SocketChannel connection = connected(crawl)) {
            assertEquals("{\"changes\":[]}", answer(connection, QUESTION));
          }
        });
  }

  @Test
  void aLongPathIsReachedByAnAddress() throws Exception {
    Path directory = temporary.resolve("long ".repeat(30)).resolve("x.crawl");
    Files.createDirectories(directory.getParent());
    whileCrawling(
        directory,
        crawl -> {
          assertTrue(Files.exists(crawl.resolve("control.address")));
          var client = new ControlClient(crawl);
          assertTrue(
              client.change(new Change.Exclude("/nothing/")) instanceof Change.Made,
              "a change is made");
          assertEquals(1, client.changes().size());
        });
  }
}
