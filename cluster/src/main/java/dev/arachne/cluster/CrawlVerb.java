package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Verb;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The common part of the verbs about a crawl of many machines. */
abstract class CrawlVerb extends Verb {
  private static final String BOOTSTRAP = "ARACHNE_BOOTSTRAP";
  private static final String USUAL = "localhost:9092";

  private final Argument<String> bootstrap =
      options
          .option("--bootstrap", "HOST:PORT,...", text -> text)
          .help("Brokers of Kafka to begin with. Default: $ARACHNE_BOOTSTRAP, or localhost:9092.");

  CrawlVerb(String name, String synopsis, String description) {
    super("cluster " + name, synopsis, description);
  }

  String bootstrap() {
    return bootstrap.or(
        Optional.ofNullable(System.getenv(BOOTSTRAP)).filter(its -> !its.isBlank()).orElse(USUAL));
  }

  Map<String, Object> client() {
    return WorkerOptions.client(bootstrap());
  }

  /** The number of shards of a crawl that has to exist, by brokers that have to answer. */
  int shards(Topics topics) throws UsageException, IOException {
    try (var brokers = Brokers.at(bootstrap())) {
      Optional<Integer> shards = brokers.shards(topics);
      if (shards.isEmpty()) {
        throw new UsageException(
            topics.crawl(),
            "the brokers at %s have no such crawl; use arachne cluster crawl %s URL"
                .formatted(bootstrap(), topics.crawl()));
      }
      return shards.get();
    }
  }

  /** The options with which a crawl was started. */
  static KeptOptions asked(Topics topics, Orders orders) throws UsageException {
    if (orders.crawl().isEmpty()) {
      throw new UsageException(
          topics.crawl(),
          "has not begun; use arachne cluster crawl %s URL".formatted(topics.crawl()));
    }
    return KeptOptions.read(orders.crawl().get().options());
  }
}
