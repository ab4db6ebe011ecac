package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.cli.CrawlSettings;
import dev.arachne.cluster.Orders.Order;
import dev.arachne.cluster.Orders.Will;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code arachne cluster crawl CRAWL SEED...}: orders a crawl of the workers. */
final class BeginVerb extends CrawlVerb {
  private static final int USUAL_SHARDS = 24;
  private static final int MOST_SHARDS = 4_096;

  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.CRAWL);
  private final Argument<List<String>> roots = settings.special("SEED");
  private final Argument<Integer> partitions =
      section("Cluster")
          .option("--partitions", "N", Integer::valueOf)
          .help(
              "In how many shards the hosts are divided, which is how many workers there can be at"
                  + " most; fixed for the life of the crawl. Default: 24.");
  private final Argument<Integer> replicas =
      section("Cluster")
          .option("--replicas", "N", Integer::valueOf)
          .help("On how many brokers each record is. Default: 3, or as many as there are.");

  BeginVerb() {
    super(
        "crawl",
        "[OPTION]... CRAWL SEED...",
        "Has the workers of a crawl follow links from its seeds.");
    footer(
        """
        The first time makes the crawl. Later, seeds are added to those it has, and options that are
        typed take the place of those it had; without any, the crawl resumes after arachne cluster stop or pause.
        --tasks is for all workers together, --memory for each.

        Example:
          arachne cluster crawl news https://example.com/ --delay 1 --partitions 64
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Topics topics = Topics.of(crawl.typed());
    List<String> typed = roots.or(List.of());
    refuseOptions(typed);
    try (var brokers = Brokers.at(bootstrap())) {
      int count = brokers.count();
      Optional<Integer> shards = brokers.shards(topics);
      if (shards.isEmpty()) {
        if (typed.isEmpty()) {
          throw mistake(
              "nothing to crawl; type arachne cluster crawl %s URL".formatted(crawl.typed()));
        }
        options(CrawlOptions.crawlOf(typed)); // Before anything is made.
        brokers.check();
        brokers.make(topics, partitions(), replicas.or(Math.min(3, count)));
      } else if (partitions.isGiven() && !partitions.typed().equals(shards.get())) {
        throw mistake(
            "%s has %d partitions for its life; leave out --partitions, or type another name"
                .formatted(crawl.typed(), shards.get()));
      }
      brokers.advice().ifPresent(text -> err().println("arachne cluster crawl: " + text));
    }
    return begin(topics, typed);
  }

  private int partitions() {
    int number = partitions.or(USUAL_SHARDS);
    if (number < 2 || number > MOST_SHARDS) {
      throw mistake("--partitions %d: type a number from 2 to %d".formatted(number, MOST_SHARDS));
    }
    return number;
  }

  private int begin(Topics topics, List<String> typed) throws UsageException, IOException {
    try (var controlTopic = ControlTopic.open(topics, client())) {
      Orders orders = controlTopic.orders();
      Optional<KeptOptions> before = orders.crawl().map(its -> KeptOptions.read(its.options()));
      Set<String> all = new LinkedHashSet<>();
      before.ifPresent(its -> all.addAll(its.values().builder().get(OptionTable.ROOTS)));
      all.addAll(typed);
      CrawlOptions.Builder builder =
          before
              .map(its -> its.values().builder())
              .orElse(CrawlOptions.crawlOf(List.of()))
              .set(OptionTable.ROOTS, List.copyOf(all));
      CrawlOptions asked = options(builder);
      String text = text(KeptOptions.of(asked));
      if (!orders.crawl().map(Orders.Asked::options).equals(Optional.of(text))) {
        controlTopic.order(Order.crawl(new Orders.Asked(orders.edition() + 1, text)));
      }
      controlTopic.order(Order.will(Will.RUN));
    }
    out()
        .println(
            "%s: crawls as soon as there are workers: arachne cluster start --name %s"
                .formatted(topics.crawl(), topics.crawl()));
    return ExitCode.DONE;
  }

  private static String text(KeptOptions kept) {
    String members = kept.members().stripTrailing();
    return "{\n" + members.substring(0, members.length() - 1) + "\n}\n";
  }

  /** The options as typed; those of one machine only are refused. */
  private CrawlOptions options(CrawlOptions.Builder builder) throws UsageException {
    settings.applyTo(builder);
    CrawlOptions options = builder.build();
    var outputs = options.outputs();
    refuse(!outputs.pages().isEmpty(), "-o", "the topic of pages has the lines");
    refuse(!outputs.items().isEmpty(), "--items", "workers have no file in common");
    refuse(outputs.save().isPresent(), "--save", "--warc keeps bodies");
    refuse(outputs.markdown().isPresent(), "--markdown", "workers have no file in common");
    refuse(outputs.report().isPresent(), "--report", "workers have no file in common");
    refuse(outputs.index() == SearchIndex.PAGES, "--index", "it is not made by shards");
    refuse(outputs.dashboard().isPresent(), "--dashboard", "arachne cluster status has the sums");
    refuse(options.renderPlan().needsBrowser(), "--render", "a shard shows no pages");
    refuse(options.source().isOffline(), "--from", "an archive is crawled on one machine");
    List<String> secrets = KeptOptions.of(options).secrets();
    refuse(
        !secrets.isEmpty(),
        secrets.isEmpty() ? "" : "--" + secrets.getFirst(),
        "secrets are written nowhere, so that workers could not know them");
    return options;
  }

  private static void refuse(boolean isTyped, String option, String why) throws UsageException {
    if (isTyped) {
      throw new UsageException(option, why + "; leave it out");
    }
  }
}
