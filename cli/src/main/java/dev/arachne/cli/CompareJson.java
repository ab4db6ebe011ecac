package dev.arachne.cli;

import dev.arachne.compare.CompareOptions;
import dev.arachne.compare.CompareReport;
import dev.arachne.compare.Figures;
import dev.arachne.compare.FilmParser;
import dev.arachne.compare.History;
import dev.arachne.compare.Machine;
import dev.arachne.compare.StageFigures;
import dev.arachne.terminal.JsonLine;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** A comparison as one object of JSON. Times are in milliseconds, memory in bytes. */
final class CompareJson {
  private CompareJson() {}

  /** The object. */
  static String line(CompareReport report) {
    return JsonLine.of(json -> {
      options(json, report.options());
      machine(json, report.machine());
      json.writeStringProperty(
          "began", report.begun().atZone(ZoneId.systemDefault()).toInstant().toString());
      json.writeBooleanProperty("sameBytes", report.difference().isEmpty());
      report.difference().ifPresent(text -> json.writeStringProperty("difference", text));
      array(json, "stages", report.stages(), stage -> stage(json, stage));
      array(
          json,
          "parsers",
          List.copyOf(report.parsers().entrySet()),
          parser -> parser(json, parser.getKey(), parser.getValue()));
      array(json, "history", History.FIGURES, past -> past(json, past));
    });
  }

  private static void options(JsonGenerator json, CompareOptions options) {
    array(json, "urls", options.urls(), url -> json.writeString(url.toString()));
    json.writeNumberProperty("pages", options.count());
    if (options.hasOwnSite()) {
      json.writeNumberProperty("latencyMs", millis(options.latency()));
    }
    json.writeNumberProperty("concurrency", options.concurrency());
    json.writeNumberProperty("repeat", options.repeat());
  }

  private static void machine(JsonGenerator json, Machine machine) {
    json.writeObjectPropertyStart("machine");
    json.writeStringProperty("processor", machine.processor());
    json.writeNumberProperty("cores", machine.cores());
    json.writeNumberProperty("memoryBytes", machine.memory());
    json.writeStringProperty("system", machine.system());
    json.writeStringProperty("jdk", machine.jdk());
    json.writeEndObject();
  }

  private static void stage(JsonGenerator json, StageFigures stage) {
    json.writeStartObject();
    json.writeNumberProperty("number", stage.road().number());
    json.writeStringProperty("stage", stage.road().toString());
    figures(json, stage.list());
    stage.memory().ifPresent(memory -> memory(json, memory));
    json.writeNumberProperty("lines", stage.lines());
    stage.crawl().ifPresent(crawl -> nested(json, "crawl", crawl));
    stage.films().ifPresent(films -> nested(json, "films", films));
    json.writeEndObject();
  }

  private static void nested(JsonGenerator json, String name, Figures figures) {
    json.writeObjectPropertyStart(name);
    figures(json, figures);
    json.writeEndObject();
  }

  private static void figures(JsonGenerator json, Figures figures) {
    json.writeNumberProperty("pages", figures.pages());
    json.writeNumberProperty("wallMs", millis(figures.wall()));
    json.writeNumberProperty("cpuMs", millis(figures.cpu()));
    json.writeNumberProperty("pagesPerSecond", figures.pagesPerSecond());
    json.writeNumberProperty("peakThreads", figures.peakThreads());
    array(json, "wallMsOfRuns", figures.walls(), wall -> json.writeNumber(millis(wall)));
    array(json, "cpuMsOfRuns", figures.cpus(), cpu -> json.writeNumber(millis(cpu)));
  }

  private static void memory(JsonGenerator json, StageFigures.Memory memory) {
    json.writeObjectPropertyStart("memory");
    json.writeNumberProperty("waits", memory.waits());
    json.writeNumberProperty("heapBytes", memory.heap());
    json.writeNumberProperty("residentBytes", memory.resident());
    json.writeEndObject();
  }

  private static void parser(JsonGenerator json, FilmParser parser, Duration time) {
    json.writeStartObject();
    json.writeStringProperty("parser", parser.toString());
    json.writeNumberProperty("tenPagesMs", millis(time));
    json.writeEndObject();
  }

  private static void past(JsonGenerator json, History past) {
    json.writeStartObject();
    json.writeStringProperty("program", past.program());
    json.writeStringProperty("stage", past.road().toString());
    json.writeStringProperty("figure", past.figure());
    json.writeEndObject();
  }

  private static <T> void array(
      JsonGenerator json, String name, List<T> items, Consumer<T> writer) {
    json.writeArrayPropertyStart(name);
    items.forEach(writer);
    json.writeEndArray();
  }

  private static double millis(Duration time) {
    return time.toNanos() / 1e6;
  }
}
