package dev.arachne.dashboard;

import dev.arachne.crawl.CrawlSnapshot;
import dev.arachne.frontier.HostRoster;
import dev.arachne.frontier.HostState;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.Forecast;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The input of the dashboard's page: one JSON object, without line breaks. Times are in seconds,
 * instants in milliseconds since 1970. Texts are as the web has them: the page shows them as texts
 * alone. A partial object has the parts that change all the time, in the same form.
 */
final class BoardJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int FIRST_ERROR = 400;
  private static final int LONGEST_TEXT = 1_000;

  private final JsonGenerator json;

  /** A writer of parts of the object that {@code json} is in. */
  BoardJson(JsonGenerator json) {
    this.json = json;
  }

  static String of(
      String name,
      DashboardSource.Sight sight,
      Timeline timeline,
      SiteTally site,
      boolean isComplete,
      List<EventLog.Line> log,
      boolean isControlled,
      List<LedgerEntry.Changed> changes) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      var writer = new BoardJson(json);
      json.writeStartObject();
      json.writeStringProperty("name", name);
      json.writeStringProperty("state", sight.state().name().toLowerCase(Locale.ROOT));
      json.writeStringProperty("who", sight.who());
      writer.now(sight, writer::snapshot);
      json.writeName("time");
      timeline.write(json);
      writer.site(site, isComplete);
      writer.log(log);
      json.writeBooleanProperty("isControlled", isControlled);
      writer.changes(changes);
      json.writeEndObject();
    }
    return text.toString();
  }

  /**
   * The parts that change all the time, without sums by status, reason and media type.
   *
   * @param timeline whose end is written; empty if it is read from a ledger, which is rare
   */
  static String part(DashboardSource.Sight sight, Optional<Timeline> timeline) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      var writer = new BoardJson(json);
      writer.now(sight, writer::figures);
      if (timeline.isPresent()) {
        json.writeName("time");
        timeline.get().writeEnd(json);
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  /**
   * The snapshot that a process sends to another one that shows its crawl: the parts that it alone
   * knows.
   */
  static String of(CrawlSnapshot now) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      new BoardJson(json).snapshot(now);
      json.writeEndObject();
    }
    return text.toString();
  }

  /** The crawl now, as the other process described it, or as {@code writer} writes its snapshot. */
  private void now(DashboardSource.Sight sight, Consumer<CrawlSnapshot> writer) {
    if (sight.told().isPresent()) {
      json.writeName("now");
      json.writeRawValue(sight.told().get());
    } else if (sight.snapshot().isPresent()) {
      json.writeName("now");
      json.writeStartObject();
      writer.accept(sight.snapshot().get());
      json.writeEndObject();
    }
  }

  private void snapshot(CrawlSnapshot now) {
    figures(now);
    report(now.report());
  }

  private void figures(CrawlSnapshot now) {
    json.writeNumberProperty("at", now.at().toEpochMilli());
    progress(now.progress());
    counts(now.counts());
    hosts(now.hosts(), now.at());
    json.writeArrayPropertyStart("flight");
    for (CrawlSnapshot.InFlight url : now.inFlight()) {
      json.writeStartObject();
      text("url", url.url().toString());
      json.writeStringProperty("doing", doing(url.doing()));
      json.writeNumberProperty("seconds", seconds(url.since()));
      json.writeNumberProperty("attempt", url.attempt());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static String doing(CrawlSnapshot.Doing doing) {
    return switch (doing) {
      case ASKING_FOR_RULES -> "robots.txt";
      case FETCHING -> "fetch";
      case COMMITTING -> "commit";
      case HANDING_OVER -> "waits for an output";
    };
  }

  private void progress(CrawlProgress progress) {
    json.writeNumberProperty("elapsed", seconds(progress.elapsed()));
    json.writeNumberProperty("pages", progress.pages());
    json.writeNumberProperty("rate", progress.rate());
    json.writeNumberProperty("queued", progress.queued());
    json.writeNumberProperty("inFlight", progress.inFlight());
    json.writeNumberProperty("errors", progress.errors());
    json.writeNumberProperty("bytes", progress.bytes());
    progress.left().ifPresent(this::left);
    progress
        .bottleneck()
        .ifPresent(its -> {
          json.writeObjectPropertyStart("by");
          json.writeNumberProperty("kind", its.kind().ordinal());
          json.writeNumberProperty("percent", its.percent());
          json.writeEndObject();
        });
    progress.waitingFor().ifPresent(what -> text("waitingFor", what));
  }

  /** The time that the crawl still takes. */
  void left(Forecast left) {
    json.writeObjectPropertyStart("left");
    json.writeNumberProperty("from", left.least().toSeconds());
    json.writeNumberProperty("to", left.most().toSeconds());
    left.host().ifPresent(host -> text("host", host));
    json.writeEndObject();
  }

  /** The counts of URLs by state. */
  void counts(FrontierCounts counts) {
    json.writeObjectPropertyStart("counts");
    json.writeNumberProperty("discovered", counts.discovered());
    json.writeNumberProperty("fetched", counts.fetched());
    json.writeNumberProperty("skipped", counts.skipped());
    json.writeNumberProperty("failed", counts.failed());
    json.writeNumberProperty("pending", counts.pending());
    json.writeNumberProperty("setAside", counts.setAside());
    json.writeNumberProperty("foundAgain", counts.repeats());
    json.writeEndObject();
  }

  private void report(CrawlReport report) {
    json.writeArrayPropertyStart("roots");
    report.roots().stream().limit(3).forEach(root -> json.writeString(cut(root)));
    json.writeEndArray();
    json.writeArrayPropertyStart("statuses");
    report
        .statuses()
        .forEach((status, tally) -> {
          json.writeStartObject();
          json.writeNumberProperty("status", status);
          json.writeNumberProperty("count", tally.count());
          json.writeEndObject();
        });
    json.writeEndArray();
    json.writeArrayPropertyStart("problems");
    for (CrawlReport.ReasonTally reason : report.failed()) {
      tally(reason.reason(), 0, reason.urls());
    }
    for (Map.Entry<Integer, CrawlReport.Tally> status : report.statuses().entrySet()) {
      if (status.getKey() >= FIRST_ERROR) {
        tally("", status.getKey(), status.getValue());
      }
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("skips");
    for (CrawlReport.ReasonTally reason : report.skipped()) {
      tally(reason.reason(), 0, reason.urls());
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("types");
    for (CrawlReport.MediaTypeTally type : report.mediaTypes()) {
      json.writeStartObject();
      text("type", type.mediaType());
      json.writeNumberProperty("count", type.count());
      json.writeNumberProperty("bytes", type.bytes());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("slowest");
    for (CrawlReport.SlowPage page : report.slowest()) {
      json.writeStartObject();
      text("url", page.url());
      json.writeNumberProperty("seconds", seconds(page.time()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void tally(String what, int status, CrawlReport.Tally tally) {
    json.writeStartObject();
    json.writeStringProperty("what", what);
    json.writeNumberProperty("status", status);
    json.writeNumberProperty("count", tally.count());
    json.writeArrayPropertyStart("examples");
    for (CrawlReport.Example example : tally.examples()) {
      json.writeStartObject();
      text("url", example.url());
      text("via", example.via());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void hosts(HostRoster roster, Instant at) {
    json.writeNumberProperty("busyHosts", roster.busy());
    json.writeNumberProperty("restingHosts", roster.resting());
    json.writeArrayPropertyStart("hosts");
    for (HostState host : roster.hosts()) {
      json.writeStartObject();
      text("host", host.origin().toString());
      json.writeNumberProperty("queued", host.queued());
      json.writeNumberProperty("inFlight", host.inFlight());
      json.writeNumberProperty(
          "next", Math.max(0, seconds(Duration.between(at, host.nextRequest()))));
      json.writeNumberProperty("gap", seconds(host.gap()));
      json.writeNumberProperty("window", host.window());
      json.writeNumberProperty("refusals", host.refusals());
      host.retryAfter()
          .ifPresent(until ->
              json.writeNumberProperty("retryAfter", seconds(Duration.between(at, until))));
      host.failure().ifPresent(why -> text("failure", why));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void site(SiteTally site, boolean isComplete) {
    json.writeBooleanProperty("isComplete", isComplete);
    json.writeNumberProperty("entries", site.position());
    json.writeArrayPropertyStart("largest");
    for (SiteTally.Large page : site.largest()) {
      json.writeStartObject();
      text("url", page.url());
      json.writeNumberProperty("bytes", page.bytes());
      text("type", page.mediaType());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayPropertyStart("failures");
    for (SiteTally.Failure failure : site.failures()) {
      json.writeStartObject();
      json.writeNumberProperty("at", failure.at().toEpochMilli());
      text("url", failure.url());
      text("why", failure.why());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeName("tree");
    site.tree().write(json);
  }

  /** The last events. */
  void log(List<EventLog.Line> lines) {
    json.writeArrayPropertyStart("log");
    for (EventLog.Line line : lines) {
      json.writeStartObject();
      json.writeNumberProperty("at", line.at().toEpochMilli());
      text("text", line.text());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void changes(List<LedgerEntry.Changed> changes) {
    json.writeArrayPropertyStart("changes");
    for (LedgerEntry.Changed change : changes) {
      json.writeStartObject();
      json.writeNumberProperty("number", change.number());
      json.writeNumberProperty("at", change.at().toEpochMilli());
      text("change", change.change().text());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** A property whose text may be long. */
  void text(String name, String text) {
    json.writeStringProperty(name, cut(text));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }

  static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }
}
