package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.cli.DashboardPort;
import dev.arachne.dashboard.ClusterSnapshot;
import dev.arachne.dashboard.Dashboard;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.TimeSource;
import java.io.IOException;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.InterruptException;

/** {@code arachne cluster dashboard CRAWL}: shows workers and shards of a crawl in a browser. */
final class DashboardVerb extends CrawlVerb {
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");
  private final DashboardPort port = new DashboardPort(options);

  DashboardVerb() {
    super("dashboard", "[OPTION]... CRAWL", "Shows workers and shards of a crawl in a browser.");
    footer(
        """
        The page shows the sums, each worker and each shard, marks those that are silent, and changes
        nothing: docs/cluster.md. It is served until ^C.

        Exit code: 1 the crawl cannot be read, or the port is taken; 2 a mistake at the command line.

        Example:
          arachne cluster dashboard news --port 8090 --bootstrap kafka:9092
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Topics topics = Topics.of(crawl.typed());
    int shards = shards(topics);
    try (var controlTopic = ControlTopic.open(topics, client())) {
      return serve(topics, controlTopic, new ClusterWatch(shards, TimeSource.SYSTEM));
    }
  }

  /** Serves the page, and watches until this process or its thread is interrupted. */
  private int serve(Topics topics, ControlTopic controlTopic, ClusterWatch watch)
      throws UsageException, IOException {
    var seen = new AtomicReference<ClusterSnapshot>(look(topics, controlTopic, watch));
    try (Dashboard dashboard = Dashboard.ofCluster(topics.crawl(), seen::get, port.address())) {
      out().println("%s shows %s; ^C ends it".formatted(dashboard.url(), topics.crawl()));
      out().flush();
      while (!Thread.currentThread().isInterrupted()) {
        readFor(LOOK_EVERY, controlTopic);
        seen.set(look(topics, controlTopic, watch));
      }
    } catch (InterruptException e) {
      return ExitCode.DONE;
    } catch (BindException e) {
      return failed(port.refused(e));
    }
    return ExitCode.DONE;
  }

  private static void readFor(Duration time, ControlTopic controlTopic) {
    long end = TimeSource.SYSTEM.nanos() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - TimeSource.SYSTEM.nanos()) {
      controlTopic.read(Duration.ofNanos(left));
    }
  }

  private static ClusterSnapshot look(Topics topics, ControlTopic controlTopic, ClusterWatch watch)
      throws UsageException {
    Orders orders = controlTopic.orders();
    CrawlOptions options = asked(topics, orders).values().builder().build();
    return watch.look(orders, controlTopic.states(), options.limits().maxPages());
  }
}
