package dev.arachne.http;

import dev.arachne.testkit.HttpReply;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies come in arrays that are used again: no page gets the bytes of another one. */
@Timeout(60)
final class BorrowedBodiesTest {
  private static final int[] SIZES = {
    0, 1, 300, 16_384, 20_000, 65_536, 70_000, 90_000, 250_000, 300_000, 1_100_000
  };

  private static final String[] WAYS = {"plain", "plain", "chunked", "gzip", "close"};

  private static final TestSite SITE =
      request -> {
        String[] steps = request.path().split("/");
        HttpReply reply = Reply.ok("text/plain", page(request.path()));
        return switch (steps[1]) {
          case "chunked" -> reply.chunked(5_000);
          case "gzip" -> reply.gzip();
          case "close" -> reply.untilClose();
          default -> reply;
        };
      };

  /** Text that no other path has; half of it is noise, for codings. */
  private static byte[] page(String path) {
    String[] steps = path.split("/");
    byte[] page = new byte[Integer.parseInt(steps[2])];
    var random = new SplittableRandom(path.hashCode());
    for (int i = 0; i < page.length; i++) {
      page[i] = (byte) (i % 64 < 32 ? path.charAt(i % path.length()) : random.nextInt(32, 127));
    }
    return page;
  }

  @Test
  void aBodyHasItsOwnBytesUntilItIsDiscarded() throws Exception {
    try (TestWeb web = TestWeb.plan().site(SITE).countOnly().start()) {
      BorrowedBodies.check(
          Fetching.LOCAL.withConnections(64, 64),
          new BorrowedBodies.Site() {
            @Override
            public String url(SplittableRandom random) {
              String way = WAYS[random.nextInt(WAYS.length)];
              int size = SIZES[random.nextInt(SIZES.length)];
              return web.url("/" + way + "/" + size + "/" + random.nextInt(10));
            }

            @Override
            public byte[] page(String url) {
              return BorrowedBodiesTest.page(url.substring(web.url("").length()));
            }
          });
    }
  }
}
