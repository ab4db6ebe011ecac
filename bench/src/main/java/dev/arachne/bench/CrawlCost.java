package dev.arachne.bench;

import com.sun.management.ThreadMXBean;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.testkit.LinkedPages;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

/**
 * The cost of a page in a warm crawl, in figures that are the same on other machines. These are
 * allocated bytes, and CPU time in units of a loop of fixed work that runs in between. Prints the
 * difference from the figures in {@code bench/crawl-cost.properties}; with {@code --write} replaces
 * these.
 *
 * <pre>java -cp bench/target/bench.jar --add-opens java.base/java.lang=ALL-UNNAMED \
 *   dev.arachne.bench.CrawlCost [--write]</pre>
 */
public final class CrawlCost {
  private static final Path BASELINE = Path.of("bench/crawl-cost.properties");

  private static final int WARM_UPS = 5;
  private static final int ROUNDS = 15;
  private static final int TASKS = 64;

  private static final byte[] LOOP_BYTES = new LinkedPages(1, 32 << 10, 1, 1).page(0);
  private static final int LOOP_PASSES = 200;

  /** The result of the loop, kept so that the loop is not optimized away. */
  private static long loopHash;

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** A kind of site, small enough to be crawled some times a second. */
  private enum Site {
    SMALL_PAGES(new LinkedPages(1_000, 2_000, 20, 1)),
    USUAL_PAGES(new LinkedPages(500, 26_000, 107, 1)),
    HUGE_PAGES(new LinkedPages(25, 1_000_000, 1_000, 1));

    private final LinkedPages pages;

    Site(LinkedPages pages) {
      this.pages = pages;
    }

    String key(String figure) {
      return name().toLowerCase(Locale.ROOT).replace('_', '-') + "." + figure;
    }
  }

  /** The cost of a page. */
  private record Cost(double bytes, double loops) {}

  private CrawlCost() {}

  /** Measures, and compares or writes. */
  public static void main(String[] arguments) throws Exception {
    boolean write = arguments.length > 0 && arguments[0].equals("--write");
    var baseline = new Properties();
    if (Files.exists(BASELINE)) {
      try (Reader reader = Files.newBufferedReader(BASELINE)) {
        baseline.load(reader);
      }
    }
    var lines = new StringBuilder("# What CrawlCost has measured and measures against.\n");
    for (Site site : Site.values()) {
      Cost cost = measure(site);
      lines.append(told(site.key("bytes"), cost.bytes(), "%.0f", baseline));
      lines.append(told(site.key("loops"), cost.loops(), "%.2f", baseline));
    }
    if (write) {
      Files.writeString(BASELINE, lines);
    }
  }

  /** Prints the figure next to that of the baseline; returns it as a line of the baseline. */
  private static String told(String key, double value, String form, Properties baseline) {
    String figure = form.formatted(value);
    String before = baseline.getProperty(key);
    String difference =
        before == null
            ? "no baseline"
            : "%+.1f %% of %s".formatted(100 * (value / Double.parseDouble(before) - 1), before);
    System.out.printf("%-20s %10s  %s%n", key, figure, difference);
    return key + "=" + figure + "\n";
  }

  /** Medians of rounds in which crawl and loop take turns. */
  private static Cost measure(Site site) throws UsageException, IOException {
    double[] bytes = new double[ROUNDS];
    double[] loops = new double[ROUNDS];
    try (var web = TestWeb.plan().countOnly().site(site.pages).start()) {
      String root = web.url("/");
      for (int i = -WARM_UPS; i < ROUNDS; i++) {
        double loop = referenceLoop();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long pages = crawl(root);
        if (i >= 0) {
          bytes[i] = (double) (THREADS.getCurrentThreadAllocatedBytes() - allocated) / pages;
          loops[i] = (double) (THREADS.getCurrentThreadCpuTime() - cpu) / pages / loop;
        }
      }
    }
    return new Cost(median(bytes), median(loops));
  }

  /** Crawls on this thread, whose loop the crawl's coroutines share; returns the pages. */
  private static long crawl(String root) throws UsageException, IOException {
    return new Crawl(CrawlOptions.crawlOf(root).tasks(TASKS).build()).run().answered();
  }

  /** Nanoseconds of CPU that one pass takes: FNV-1a over 32 KB, which compilers cannot speed up. */
  private static double referenceLoop() {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int pass = 0; pass < LOOP_PASSES; pass++) {
      for (byte b : LOOP_BYTES) {
        loopHash = (loopHash ^ b) * 0x100000001b3L;
      }
    }
    return (double) (THREADS.getCurrentThreadCpuTime() - begin) / LOOP_PASSES;
  }

  private static double median(double[] values) {
    return Arrays.stream(values).sorted().skip(values.length / 2).findFirst().orElseThrow();
  }
}
