package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Values;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.UsageException;
import java.io.IOException;

/** The common part of the verbs that make a crawl of many machines. */
abstract class MakingVerb extends CrawlVerb {
  private static final int USUAL_SHARDS = 24;
  private static final int MOST_SHARDS = 4_096;
  private static final int USUAL_REPLICAS = 3;
  private static final int MOST_REPLICAS = 10;

  private final Argument<Integer> partitions =
      section("Cluster")
          .option("--partitions", "N", text -> (int) Values.number(text, 2, MOST_SHARDS))
          .help(
              "In how many shards the hosts are divided, which is how many workers there can be at"
                  + " most; fixed for the life of the crawl. Default: 24.");
  private final Argument<Integer> replicas =
      section("Cluster")
          .option("--replicas", "N", text -> (int) Values.number(text, 1, MOST_REPLICAS))
          .help("On how many brokers each record is. Default: 3, or as many as there are.");

  MakingVerb(String name, String synopsis, String description) {
    super(name, synopsis, description);
  }

  /** The number of shards of a crawl that is made now. */
  int shards() {
    return partitions.or(USUAL_SHARDS);
  }

  /** On how many brokers each record is. */
  int replicas(Brokers brokers) throws UsageException, IOException {
    return replicas.or(Math.min(USUAL_REPLICAS, brokers.count()));
  }

  /** Requires the shards of a crawl that exists, if their number is typed. */
  void requireTyped(Topics topics, int shards) {
    if (partitions.isGiven() && partitions.typed() != shards) {
      throw mistake(
          "%s has %d partitions for its life; leave out --partitions, or type another name"
              .formatted(topics.crawl(), shards));
    }
  }

  /** Prints advice on settings of the brokers, if there is any. */
  void advise(Brokers brokers) throws UsageException, IOException {
    brokers.advice().ifPresent(text -> err().println("arachne cluster " + name() + ": " + text));
  }

  /** Options as the order to crawl has them. */
  static String text(KeptOptions kept) {
    String members = kept.members().stripTrailing();
    return "{\n" + members.substring(0, members.length() - 1) + "\n}\n";
  }

  /** Says that the crawl begins with its first worker. */
  void sayHowToStart(Topics topics) {
    out()
        .println(
            "%s: crawls as soon as there are workers: arachne cluster start --name %s"
                .formatted(topics.crawl(), topics.crawl()));
  }
}
