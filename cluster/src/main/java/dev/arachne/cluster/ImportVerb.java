package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.cluster.Orders.Order;
import dev.arachne.cluster.Orders.Will;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.options.CrawlOption;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.KeptOptions;
import dev.arachne.options.OptionTable;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.OutcomeCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code arachne cluster import CRAWL DIR}: has workers continue a crawl of one machine. */
final class ImportVerb extends MakingVerb {
  /** Options that name files and servers of one machine. */
  private static final List<CrawlOption<?>> OF_ONE_MACHINE =
      List.of(
          OptionTable.OUTPUT,
          OptionTable.SAVE,
          OptionTable.EMBEDDING,
          OptionTable.EMBEDDING_MODEL,
          OptionTable.REPORT,
          OptionTable.MARKDOWN,
          OptionTable.DASHBOARD);

  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl that is made.");
  private final Argument<Path> directory =
      required("DIR", Path::of).help("The directory of a crawl of one machine; it is only read.");

  ImportVerb() {
    super(
        "import",
        "[OPTION]... CRAWL DIR",
        "Has workers continue a crawl that began on one machine, with its options.");
    footer(
        """
        All verdicts, links and robots.txt are taken over, and the pace of each host. Archives and other files stay in DIR.

        Example:
          arachne cluster import news example.com.crawl --partitions 64
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Topics topics = Topics.of(crawl.typed());
    KeptOptions kept = kept();
    int shards;
    try (var brokers = Brokers.at(bootstrap())) {
      int replicas = replicas(brokers);
      Optional<Integer> existing = brokers.shards(topics);
      if (existing.isPresent()) {
        requireNotBegun(topics);
        requireTyped(topics, existing.get());
      }
      shards = existing.orElseGet(this::shards);
      brokers.check();
      brokers.make(topics.toMake(shards, replicas));
      brokers.make(List.of(topics.toFill(shards, replicas)));
      advise(brokers);
    }
    FrontierCounts counts = new RowsImport(topics, client()).write(directory.typed(), shards);
    try (var controlTopic = ControlTopic.open(topics, client())) {
      controlTopic.order(Order.crawl(new Orders.Asked(1, text(withoutFiles(kept)))));
      controlTopic.order(Order.will(Will.RUN));
    }
    out().println("%s: %s".formatted(topics.crawl(), OutcomeCounts.text(counts)));
    sayHowToStart(topics);
    return ExitCode.DONE;
  }

  /** An import that did not come to its end is repeated; a crawl is never replaced. */
  private void requireNotBegun(Topics topics) throws UsageException, IOException {
    try (var controlTopic = ControlTopic.open(topics, client())) {
      if (controlTopic.orders().crawl().isPresent()) {
        throw new UsageException(topics.crawl(), "exists already; type another name");
      }
    }
  }

  /** The options of the crawl; those that no cluster can follow are refused. */
  private KeptOptions kept() throws UsageException, IOException {
    Optional<CrawlStatus.Holder> holder = CrawlStatus.of(directory.typed()).holder();
    if (holder.isPresent()) {
      throw refusal("process %d crawls there; stop it first".formatted(holder.get().process()));
    }
    KeptOptions kept = OptionsFile.read(directory.typed());
    CrawlOptions options = kept.values().builder().build();
    if (!kept.folders().isEmpty()) {
      throw refusal("crawls folders of one machine; resume it there");
    }
    if (options.renderPlan().needsBrowser()) {
      throw refusal("renders pages, which no worker does; resume it on one machine");
    }
    if (options.source().isOffline()) {
      throw refusal("is a crawl of an archive of one machine; resume it there");
    }
    if (options.outputs().rules().isPresent()) {
      throw refusal("scrapes into a file of one machine; resume it there");
    }
    if (!kept.secrets().isEmpty()) {
      throw refusal(
          "has secrets (--%s), which no worker can know; resume it on one machine"
              .formatted(kept.secrets().getFirst()));
    }
    return kept;
  }

  private UsageException refusal(String why) {
    return new UsageException(directory.typed().toString(), why);
  }

  /** The same without the options of one machine, which are named to the user. */
  private KeptOptions withoutFiles(KeptOptions kept) throws UsageException {
    CrawlOptions.Builder builder = kept.values().builder();
    CrawlOptions before = builder.build();
    for (CrawlOption<?> option : OF_ONE_MACHINE) {
      leaveOut(option, before, builder);
    }
    return KeptOptions.of(builder.build());
  }

  private <T> void leaveOut(
      CrawlOption<T> option, CrawlOptions before, CrawlOptions.Builder builder) {
    if (!option.of(before).equals(option.usual())) {
      err()
          .printf(
              "arachne cluster import: --%s is left out: it is of one machine%n", option.name());
      builder.set(option, option.usual());
    }
  }
}
