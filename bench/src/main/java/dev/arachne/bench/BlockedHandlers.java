package dev.arachne.bench;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.pace.Throttling;
import dev.arachne.testkit.Route;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The cost of blocking page handlers for the other hosts of a crawl in a directory. It is a ratio:
 * the time of one host while 64 handlers of another one hold all tasks until it is done, by its
 * time while these handlers return at once.
 *
 * <pre>
 * java -cp bench/target/bench.jar dev.arachne.bench.BlockedHandlers [rounds]
 * </pre>
 */
public final class BlockedHandlers {
  private static final int TASKS = 64;
  private static final int QUICK_PAGES = 40_000;
  private static final Duration LATENCY = Duration.ofMillis(20);

  private BlockedHandlers() {}

  /** Runs it; the argument is the number of rounds that count, 5 by default. */
  public static void main(String[] arguments) throws Exception {
    int rounds = arguments.length == 0 ? 5 : Integer.parseInt(arguments[0]);
    try (TestWeb slow = site(TASKS);
        TestWeb quick = site(QUICK_PAGES)) {
      time(slow, quick, false);
      time(slow, quick, true);
      double[] ratios = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        boolean isFirst = i % 2 == 0;
        long first = time(slow, quick, isFirst);
        long second = time(slow, quick, !isFirst);
        ratios[i] = isFirst ? (double) first / second : (double) second / first;
        System.out.printf(
            "%,d ms and %,d ms: %.3f%n", first / 1_000_000, second / 1_000_000, ratios[i]);
      }
      Arrays.sort(ratios);
      System.out.printf(
          "blocked by free: median %.3f, from %.3f to %.3f%n",
          ratios[rounds / 2], ratios[0], ratios[rounds - 1]);
    }
  }

  private static TestWeb site(int pages) {
    List<Route> routes = new ArrayList<>();
    var front = new StringBuilder();
    for (int i = 0; i < pages; i++) {
      front.append("<a href=/page").append(i).append(">page</a>");
      routes.add(route("/page" + i, html("page").after(LATENCY)));
    }
    routes.add(route("/", html(front.toString())));
    return TestWeb.serve(TestSite.of(routes.toArray(Route[]::new)));
  }

  private static long time(TestWeb slow, TestWeb quick, boolean isBlocked) throws Exception {
    Path directory = Files.createTempDirectory("blocked");
    var held = new CountDownLatch(TASKS);
    var quickPages = new CountDownLatch(QUICK_PAGES);
    long[] times = new long[2];
    CrawlOptions options =
        CrawlOptions.crawlOf(slow.url("/"), quick.url("/"))
            .tasks(TASKS)
            .perHost(TASKS)
            .perAddress(2 * TASKS)
            .throttling(Throttling.FIXED)
            .directory(directory.resolve("crawl"))
            .build();
    var listener =
        new CrawlListener() {
          @Override
          public void decided(Verdict verdict) {
            if (verdict.discovery().url().toString().startsWith(quick.url("/page"))) {
              quickPages.countDown();
              times[1] = System.nanoTime();
            }
          }
        };
    new Crawl(options)
        .listen(listener)
        .process(page -> {
          boolean isSlow = page.url().toString().startsWith(slow.url("/"));
          if (page.depth() == 0 && !isSlow) {
            held.await();
            times[0] = System.nanoTime();
          } else if (page.depth() > 0 && isSlow) {
            held.countDown();
            if (isBlocked) {
              quickPages.await();
            }
          }
        })
        .run();
    return times[1] - times[0];
  }
}
