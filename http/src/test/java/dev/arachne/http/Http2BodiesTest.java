package dev.arachne.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.http2.ScriptedHttp2;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TimeSource;
import dev.arachne.spool.Spool;
import dev.arachne.spool.SpooledBody;
import dev.arachne.spool.StoredBody;
import dev.arachne.testkit.Gzip;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bodies on streams of HTTP/2, as far as windows, memory and rates let them. */
@Timeout(30)
final class Http2BodiesTest extends Http2Scene {
  @Test
  void aLargeBodyComesThroughItsWindowsWhole() throws Exception {
    String large = "0123456789".repeat(300_000);
    serve(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), large),
        (client, server, root) -> {
          assertEquals(large, text(Fetching.get(client, root + "/")));
          assertEquals(large, text(Fetching.get(client, root + "/")));
        });
  }

  @Test
  void aBodyWithoutMemoryGetsNoWindowAndDelaysNoOther() throws Exception {
    String large = "0123456789".repeat(50_000);
    var budget = new ByteBudget(600_000, 0);
    serve(
        OPTIONS,
        (session, request) ->
            session.reply(request.stream(), large, "content-length", "" + large.length()),
        (client, server, root) -> {
          EventLoop loop = EventLoop.current();
          ByteBudget.Share other = budget.share();
          other.grow(600_000);
          ByteBudget.Share reserve = budget.share();
          reserve.grow(1); // Whoever has the reserve never waits.
          ByteBudget.Share share = budget.share();
          HttpRequest request = HttpRequest.get(CrawlUrl.of(root + "/held")).heldBy(share);
          Task<String> held = loop.spawn("held", () -> text(client.fetch(request, Deadline.NEVER)));
          while (budget.waiting() == 0) {
            EventLoop.yieldNow();
          }
          assertEquals(0, server.sessions().getFirst().window(1));
          assertEquals(large, text(Fetching.get(client, root + "/free")));
          assertEquals(0, server.sessions().getFirst().window(1));
          assertFalse(held.isDone());
          other.close();
          assertEquals(large, held.await());
          assertEquals(BodyArrays.room(large.length()), share.held());
          share.close();
          reserve.close();
          assertEquals(0, budget.taken());
        });
  }

  @Test
  void aRequestsBodyIsSentAsTheServerOpensItsWindows() throws Exception {
    String large = "abcdefghij".repeat(40_000);
    serve(
        OPTIONS,
        new ScriptedHttp2(
            (session, request) -> session.reply(request.stream(), "" + request.body().length()),
            4, // INITIAL_WINDOW_SIZE
            1_000),
        (client, server, root) -> {
          HttpRequest post =
              HttpRequest.post(CrawlUrl.of(root + "/"), "text/plain", large.getBytes(ISO_8859_1));
          assertEquals("400000", text(client.fetch(post, Deadline.NEVER)));
          assertEquals(large, server.requests().getFirst().body());
        });
  }

  @Test
  void aLargeBodyGoesToItsFileAndComesNoFasterThanItMay(@TempDir Path directory) throws Exception {
    String large = "0123456789".repeat(300_000);
    byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(large.getBytes(ISO_8859_1));
    serve(
        OPTIONS,
        (session, request) -> session.reply(request.stream(), large),
        (client, server, root) -> {
          Spool spool = Spool.in(directory.resolve("spool"), IOException::getMessage);
          try (SpooledBody file = spool.body(root + "/", "0a", _ -> true)) {
            HttpRequest request = HttpRequest.get(CrawlUrl.of(root + "/")).spooledBy(file);
            StoredBody stored = client.fetch(request, Deadline.NEVER).stored().orElseThrow();
            assertEquals(large.length(), stored.length());
            assertEquals(
                HexFormat.of().formatHex(sha256), HexFormat.of().formatHex(stored.sha256()));
          }
          TimeSource time = EventLoop.current().time();
          long begin = time.nanos();
          var rate = new ByteRate(6_000_000, time);
          HttpRequest slow = HttpRequest.get(CrawlUrl.of(root + "/")).noFasterThan(rate);
          assertEquals(large.length(), client.fetch(slow, Deadline.NEVER).body().length);
          Duration took = Duration.ofNanos(time.nanos() - begin);
          assertTrue(took.compareTo(Duration.ofMillis(200)) > 0, took::toString);
        });
  }

  @Test
  void noMoreOfABodyIsReceivedThanIsOfUse() throws Exception {
    String large = "0123456789".repeat(300_000);
    serve(
        OPTIONS,
        (session, request) ->
            session.reply(
                request.stream(),
                request.path().equals("/page") ? "page" : large,
                request.path().equals("/told") ? "content-length" : "x-y",
                "3000000"),
        (client, server, root) -> {
          HttpRequest start = HttpRequest.get(CrawlUrl.of(root + "/large")).upTo(1_000);
          HttpResponse part = client.fetch(start, Deadline.NEVER);
          assertEquals(
              Completeness.truncated(Completeness.Cause.NOT_ASKED_FOR), part.completeness());
          assertTrue(part.body().length < 100_000);
          for (String path : List.of("/told", "/large")) {
            HttpRequest small = HttpRequest.get(CrawlUrl.of(root + path)).ifNoLargerThan(9_999);
            HttpResponse none = client.fetch(small, Deadline.NEVER);
            OptionalLong told =
                path.equals("/told") ? OptionalLong.of(3_000_000) : OptionalLong.empty();
            assertEquals(new Completeness.TooLarge(told), none.completeness());
            assertEquals(0, none.body().length);
          }
          assertEquals("page", text(Fetching.get(client, root + "/page")));
          assertEquals(List.of("1 CANCEL", "3 CANCEL", "5 CANCEL"), server.resets());
          assertEquals(1, server.sessions().size());
        });
  }

  @Test
  void contentCodingsAreUndone() throws Exception {
    serve(
        OPTIONS,
        (session, request) -> {
          session.head(request.stream(), false, ":status", "200", "content-encoding", "gzip");
          session.data(request.stream(), true, Gzip.of("zipped".getBytes(ISO_8859_1)), 3);
        },
        (client, server, root) -> assertEquals("zipped", text(Fetching.get(client, root + "/"))));
  }
}
