package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Sums;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** {@code arachne cluster status CRAWL}: shows the progress of a crawl of many machines. */
final class StatusVerb extends CrawlVerb {
  private final Argument<String> crawl =
      required("CRAWL", text -> text).says("The name of the crawl.");
  private final Argument<Boolean> json =
      options.flag("--json").says("One JSON object, on one line.");

  StatusVerb() {
    super("status", "[OPTION]... CRAWL", "Tells where a crawl is, and who has which shards.");
  }

  @Override
  protected int run() throws UsageException, IOException {
    Topics topics = Topics.of(crawl.typed());
    int shards;
    try (var brokers = Brokers.at(bootstrap())) {
      shards = shards(brokers, topics);
    }
    try (var bulletin = Bulletin.open(topics, client())) {
      asked(topics, bulletin.orders());
      print(bulletin, shards);
    }
    out().flush();
    return ExitCode.DONE;
  }

  private void print(Bulletin bulletin, int shards) {
    Map<Integer, ShardState> states = bulletin.states();
    FrontierCounts counts = sum(states.values());
    Orders orders = bulletin.orders();
    long over = states.values().stream().filter(state -> state.over() == orders.edition()).count();
    String what =
        over == shards
            ? "over"
            : switch (orders.will()) {
              case RUN -> "crawls";
              case PAUSE -> "paused";
              case STOP -> "stopped";
            };
    if (json.isOn()) {
      out()
          .println(
              JsonLine.of(line -> {
                line.writeStringProperty("crawl", crawl.typed());
                line.writeStringProperty("state", what);
                line.writeNumberProperty("shards", shards);
                Sums.write(line, counts);
              }));
      return;
    }
    out()
        .println("%s: %s, %d shards%n%s".formatted(crawl.typed(), what, shards, Sums.text(counts)));
    states.values().stream()
        .collect(Collectors.groupingBy(ShardState::worker, TreeMap::new, Collectors.toList()))
        .forEach((worker, its) ->
            out().println("%s: %d shards, %s".formatted(worker, its.size(), Sums.text(sum(its)))));
  }

  private static FrontierCounts sum(Collection<ShardState> states) {
    return new FrontierCounts(
        sum(states, FrontierCounts::discovered),
        sum(states, FrontierCounts::fetched),
        sum(states, FrontierCounts::skipped),
        sum(states, FrontierCounts::failed),
        sum(states, FrontierCounts::queued),
        sum(states, FrontierCounts::retrying),
        sum(states, FrontierCounts::tooFar),
        sum(states, FrontierCounts::setAside),
        (int) sum(states, FrontierCounts::inFlight),
        sum(states, FrontierCounts::repeats));
  }

  private static long sum(Collection<ShardState> states, ToLongFunction<FrontierCounts> count) {
    return states.stream().mapToLong(state -> count.applyAsLong(state.counts())).sum();
  }
}
