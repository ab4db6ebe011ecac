package dev.arachne.dashboard;

import dev.arachne.dashboard.ClusterSnapshot.Shard;
import dev.arachne.dashboard.ClusterSnapshot.State;
import dev.arachne.dashboard.ClusterSnapshot.Worker;
import java.io.StringWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The same input of the page as {@link BoardJson}, of a crawl of many workers: it has workers and
 * shards in place of hosts, URLs in flight and folders.
 */
final class ClusterJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** Workers, and shards, on a page. */
  private static final int MOST = 200;

  /** Names of silent workers at the top. */
  private static final int MOST_NAMES = 3;

  private final JsonGenerator json;
  private final BoardJson common;

  private ClusterJson(JsonGenerator json) {
    this.json = json;
    this.common = new BoardJson(json);
  }

  static String of(String name, ClusterSnapshot now, Timeline timeline) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      var writer = new ClusterJson(json);
      json.writeStartObject();
      json.writeStringProperty("name", name);
      json.writeStringProperty("state", state(now.state()));
      json.writeStringProperty("word", now.state().name().toLowerCase(Locale.ROOT));
      json.writeBooleanProperty("isControlled", false);
      writer.now(now);
      json.writeName("time");
      timeline.write(json);
      json.writeEndObject();
    }
    return text.toString();
  }

  /** The parts that change all the time. */
  static String part(ClusterSnapshot now, Timeline timeline) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      new ClusterJson(json).now(now);
      json.writeName("time");
      timeline.writeEnd(json);
      json.writeEndObject();
    }
    return text.toString();
  }

  private static String state(State state) {
    return switch (state) {
      case RUNNING -> "running";
      case PAUSED -> "paused";
      case STOPPED, OVER -> "still";
    };
  }

  private void now(ClusterSnapshot now) {
    json.writeObjectPropertyStart("now");
    json.writeNumberProperty("at", now.at().toEpochMilli());
    json.writeStringProperty("who", who(now));
    json.writeNumberProperty("pages", now.counts().fetched());
    json.writeNumberProperty("rate", now.rate());
    json.writeNumberProperty("inFlight", now.counts().inFlight());
    json.writeNumberProperty("underWay", now.underWay());
    json.writeNumberProperty("busyHosts", now.busyHosts());
    json.writeNumberProperty("restingHosts", now.restingHosts());
    common.counts(now.counts());
    now.left().ifPresent(common::left);
    now.standstill().ifPresent(why -> common.text("standstill", why));
    json.writeNumberProperty("allWorkers", now.workers().size());
    json.writeArrayPropertyStart("workers");
    chosen(now.workers(), Comparator.comparing((Worker its) -> !its.isSilent()))
        .forEach(this::worker);
    json.writeEndArray();
    json.writeNumberProperty("allShards", now.shards().size());
    json.writeArrayPropertyStart("shards");
    chosen(now.shards(), Comparator.comparing((Shard its) -> rank(its.work())))
        .forEach(this::shard);
    json.writeEndArray();
    common.log(now.events().stream().map(its -> new EventLog.Line(its.at(), its.text())).toList());
    json.writeEndObject();
  }

  private static String who(ClusterSnapshot now) {
    long workers = now.workers().stream().filter(its -> !its.shards().isEmpty()).count();
    List<String> silent =
        now.workers().stream().filter(Worker::isSilent).map(Worker::name).toList();
    String sums =
        "%s, %d shards%s"
            .formatted(
                workers == 1 ? "1 worker" : workers + " workers",
                now.shards().size(),
                silent.isEmpty() ? "" : "; silent: " + names(silent));
    return now.state() == State.STOPPED
        ? sums + "; arachne cluster resume and cluster start continue"
        : sums;
  }

  private static String names(List<String> all) {
    String first = String.join(", ", all.subList(0, Math.min(MOST_NAMES, all.size())));
    return all.size() <= MOST_NAMES
        ? first
        : "%s and %d more".formatted(first, all.size() - MOST_NAMES);
  }

  /** All rows, or those that come first by {@code rank}, in their own order. */
  private static <T> List<T> chosen(List<T> rows, Comparator<T> rank) {
    if (rows.size() <= MOST) {
      return rows;
    }
    Set<T> kept = rows.stream().sorted(rank).limit(MOST).collect(Collectors.toSet());
    return rows.stream().filter(kept::contains).toList();
  }

  /** Rows of trouble come before others. */
  private static int rank(ClusterSnapshot.Work work) {
    return switch (work) {
      case SILENT -> 0;
      case UNKNOWN -> 1;
      case WORKING -> 2;
      case LIMITED -> 3;
      case IDLE -> 4;
      case OVER -> 5;
    };
  }

  private void worker(Worker worker) {
    json.writeStartObject();
    common.text("name", worker.name());
    json.writeArrayPropertyStart("shards");
    worker.shards().forEach(json::writeNumber);
    json.writeEndArray();
    json.writeBooleanProperty("isSilent", worker.isSilent());
    json.writeNumberProperty("rate", worker.rate());
    json.writeNumberProperty("heard", BoardJson.seconds(worker.heard()));
    common.counts(worker.counts());
    json.writeNumberProperty("inFlight", worker.counts().inFlight());
    json.writeEndObject();
  }

  private void shard(Shard shard) {
    json.writeStartObject();
    json.writeNumberProperty("number", shard.number());
    common.text("worker", shard.worker());
    json.writeStringProperty("work", shard.work().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty("rate", shard.rate());
    json.writeNumberProperty("busyHosts", shard.busyHosts());
    shard.heard().ifPresent(since -> json.writeNumberProperty("heard", BoardJson.seconds(since)));
    common.counts(shard.counts());
    json.writeNumberProperty("inFlight", shard.counts().inFlight());
    json.writeEndObject();
  }
}
