package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.OutcomeCounts;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
    int shards = shards(topics);
    try (var controlTopic = ControlTopic.open(topics, client())) {
      asked(topics, controlTopic.orders());
      print(controlTopic, shards);
    }
    out().flush();
    return ExitCode.DONE;
  }

  private void print(ControlTopic controlTopic, int shards) {
    Map<Integer, ShardState> states = controlTopic.states();
    FrontierCounts counts = ShardState.sum(states.values());
    String state =
        ClusterWatch.state(controlTopic.orders(), states.values(), shards)
            .name()
            .toLowerCase(Locale.ROOT);
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
                "%s: %d shards, %s"
                    .formatted(worker, its.size(), OutcomeCounts.text(ShardState.sum(its)))));
  }

  private static void write(JsonGenerator line, String worker, List<ShardState> its) {
    line.writeStartObject();
    line.writeStringProperty("name", worker);
    line.writeNumberProperty("shards", its.size());
    OutcomeCounts.write(line, ShardState.sum(its));
    long last = its.stream().mapToLong(ShardState::at).max().orElseThrow();
    line.writeStringProperty("time", Instant.ofEpochMilli(last).toString());
    line.writeEndObject();
  }
}
