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
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code arachne cluster crawl CRAWL SEED...}: orders a crawl of the workers. */
final class BeginVerb extends MakingVerb {
  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.CRAWL);
  private final Argument<List<String>> roots = settings.special("SEED");

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
      Optional<Integer> shards = brokers.shards(topics);
      if (shards.isPresent()) {
        requireTyped(topics, shards.get());
      } else {
        if (typed.isEmpty()) {
          throw mistake(
              "nothing to crawl; type arachne cluster crawl %s URL".formatted(crawl.typed()));
        }
        options(CrawlOptions.crawlOf(typed)); // Before anything is made.
        brokers.check();
        brokers.make(topics.toMake(shards(), replicas(brokers)));
      }
      advise(brokers);
    }
    return begin(topics, typed);
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
    sayHowToStart(topics);
    return ExitCode.DONE;
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
    refuse(
        outputs.embedding().endpoint().isPresent(),
        "--embedding",
        "arachne cluster search looks for words alone");
    refuse(outputs.dashboard().isPresent(), "--dashboard", "use arachne cluster dashboard");
    refuse(options.renderPlan().needsBrowser(), "--render", "a shard shows no pages");
    refuse(options.source().isOffline(), "--from", "an archive is crawled on one machine");
    for (String secret : KeptOptions.of(options).secrets()) {
      refuse(
          true, "--" + secret, "secrets are written nowhere, so that workers could not know them");
    }
    return options;
  }

  private static void refuse(boolean isTyped, String option, String why) throws UsageException {
    if (isTyped) {
      throw new UsageException(option, why + "; leave it out");
    }
  }
}
