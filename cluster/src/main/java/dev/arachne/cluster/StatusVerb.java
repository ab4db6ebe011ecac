package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.OutcomeCounts;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** {@code arachne cluster status CRAWL}: shows the progress of a crawl of many machines. */
final class StatusVerb extends CrawlVerb {
  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");
  private final Argument<Boolean> json =
      options.flag("--json").help("One JSON object, on one line.");

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
    try (var controlTopic = ControlTopic.open(topics, client())) {
      asked(topics, controlTopic.orders());
      print(controlTopic, shards);
    }
    out().flush();
    return ExitCode.DONE;
  }

  private void print(ControlTopic controlTopic, int shards) {
    Map<Integer, ShardState> states = controlTopic.states();
    FrontierCounts counts = sum(states.values());
    String state = state(controlTopic.orders(), states.values(), shards);
    Map<String, List<ShardState>> byWorker =
        states.values().stream()
            .collect(Collectors.groupingBy(ShardState::worker, TreeMap::new, Collectors.toList()));
    if (json.isOn()) {
      out()
          .println(
              JsonLine.of(line -> {
                line.writeStringProperty("crawl", crawl.typed());
                line.writeStringProperty("state", state);
                line.writeNumberProperty("shards", shards);
                OutcomeCounts.write(line, counts);
                line.writeArrayPropertyStart("workers");
                byWorker.forEach((worker, its) -> write(line, worker, its));
                line.writeEndArray();
              }));
      return;
    }
    out()
        .println(
            "%s: %s, %d shards%n%s"
                .formatted(crawl.typed(), state, shards, OutcomeCounts.text(counts)));
    byWorker.forEach((worker, its) ->
        out()
            .println(
                "%s: %d shards, %s".formatted(worker, its.size(), OutcomeCounts.text(sum(its)))));
  }

  private static String state(Orders orders, Collection<ShardState> states, int shards) {
    long over = states.stream().filter(state -> state.over() == orders.edition()).count();
    return over == shards
        ? "over"
        : switch (orders.will()) {
          case RUN -> "running";
          case PAUSE -> "paused";
          case STOP -> "stopped";
        };
  }

  private static void write(JsonGenerator line, String worker, List<ShardState> its) {
    line.writeStartObject();
    line.writeStringProperty("name", worker);
    line.writeNumberProperty("shards", its.size());
    OutcomeCounts.write(line, sum(its));
    long last = its.stream().mapToLong(ShardState::at).max().orElseThrow();
    line.writeStringProperty("time", Instant.ofEpochMilli(last).toString());
    line.writeEndObject();
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
