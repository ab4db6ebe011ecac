package dev.arachne.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Many workers that fetch pages with one client, hold their bodies for a while, and then do with
 * them what can be done: discard, detach, take the array, or nothing. Each looks at every byte as
 * often as others may have got its array by mistake.
 */
final class BorrowedBodies {
  private static final int WORKERS = 48;
  private static final int PAGES = 40;

  /** What a server has at a path. */
  interface Site {
    /** The URL of some page. */
    String url(SplittableRandom random);

    /** The page that is there. */
    byte[] page(String url);
  }

  private BorrowedBodies() {}

  static void check(HttpOptions options, Site site) throws Exception {
    Fetching.run(
        options,
        client -> {
          TaskGroup.run(group -> {
            for (int i = 0; i < WORKERS; i++) {
              var random = new SplittableRandom(i);
              group.spawn(
                  "worker " + i,
                  () -> {
                    work(client, site, random);
                    return null;
                  });
            }
            return null;
          });
          return null;
        });
  }

  private static void work(HttpClient client, Site site, SplittableRandom random) throws Exception {
    List<Runnable> later = new ArrayList<>();
    for (int i = 0; i < PAGES; i++) {
      String url = site.url(random);
      byte[] page = site.page(url);
      HttpResponse response = get(client, url);
      for (int turn = random.nextInt(4); turn >= 0; turn--) {
        response.content().read((bytes, from, to) -> assertPage(page, bytes, from, to));
        EventLoop.yieldNow();
      }
      switch (random.nextInt(8)) {
        case 0 -> {
          response.content().detach();
          EventLoop.current()
              .offload(
                  "another thread's look",
                  () -> assertPage(page, response.body(), 0, page.length),
                  Deadline.NEVER);
        }
        case 1 -> {
          byte[] kept = response.body();
          later.add(() -> assertArrayEquals(page, kept));
        }
        case 2 -> later.add(() -> assertArrayEquals(page, response.body()));
        default -> response.content().discard();
      }
    }
    later.forEach(Runnable::run);
  }

  /** A server that has a bound on the requests of a connection leaves some undone. */
  private static HttpResponse get(HttpClient client, String url) throws HttpException {
    while (true) {
      try {
        return Fetching.get(client, url);
      } catch (HttpException e) {
        if (!(e.failure() instanceof HttpFailure.StaleConnection)) {
          throw e;
        }
      }
    }
  }

  private static Boolean assertPage(byte[] page, byte[] bytes, int from, int to) {
    if (!Arrays.equals(page, 0, page.length, bytes, from, to)) {
      assertArrayEquals(page, Arrays.copyOfRange(bytes, from, to));
    }
    return true;
  }
}
