package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.cluster.Orders.Order;
import dev.arachne.cluster.Orders.Will;
import dev.arachne.options.UsageException;
import java.io.IOException;

/** {@code arachne cluster stop|pause|resume CRAWL}: sends the command to all workers of a crawl. */
final class WillVerb extends CrawlVerb {
  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");
  private final Will will;

  WillVerb(String name, String description, Will will) {
    super(name, "[OPTION]... CRAWL", description);
    this.will = will;
  }

  @Override
  protected int run() throws UsageException, IOException {
    Topics topics = Topics.of(crawl.typed());
    shards(topics);
    try (var controlTopic = ControlTopic.open(topics, client())) {
      asked(topics, controlTopic.orders());
      controlTopic.order(Order.will(will));
    }
    out().println(topics.crawl() + ": the workers are told");
    return ExitCode.DONE;
  }
}
