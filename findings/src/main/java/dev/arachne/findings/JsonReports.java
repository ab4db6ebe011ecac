package dev.arachne.findings;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** A report as JSON, in a form of its own and as SARIF. */
final class JsonReports {
  /** The version of our own form; it grows when a member changes its meaning or is removed. */
  static final int VERSION = 1;

  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private static final String SARIF_SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private JsonReports() {}

  static void json(SiteReport report, String version, Writer out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeNumberProperty("version", VERSION);
      json.writeStringProperty("program", "arachne " + version);
      texts(json, "roots", report.roots());
      report.began().ifPresent(at -> json.writeStringProperty("began", at.toString()));
      report.ended().ifPresent(at -> json.writeStringProperty("ended", at.toString()));
      summary(json, report);
      json.writeArrayPropertyStart("checks");
      for (Check check : Check.values()) {
        json.writeStartObject();
        json.writeStringProperty("id", check.id());
        json.writeStringProperty("severity", name(check.severity()));
        json.writeStringProperty("explanation", check.explanation());
        json.writeStringProperty("remedy", check.remedy());
        json.writeNumberProperty("findings", report.count(check));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("findings");
      report.findings().forEach(finding -> write(json, finding));
      json.writeEndArray();
      json.writeArrayPropertyStart("urls");
      report.rows().forEach(row -> write(json, row));
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write("\n");
  }

  private static void summary(JsonGenerator json, SiteReport report) {
    json.writeObjectPropertyStart("outcomes");
    for (UrlFacts.Outcome outcome : UrlFacts.Outcome.values()) {
      json.writeNumberProperty(
          outcome.name().toLowerCase(Locale.ROOT), report.outcomes().getOrDefault(outcome, 0L));
    }
    json.writeEndObject();
    SiteReport.Coverage coverage = report.coverage();
    json.writeObjectPropertyStart("coverage");
    json.writeNumberProperty("pagesRead", coverage.read());
    json.writeNumberProperty("pagesNotKept", coverage.unread());
    json.writeNumberProperty("links", coverage.links());
    json.writeNumberProperty("externalUrls", coverage.external());
    json.writeNumberProperty("externalUrlsAsked", coverage.externalAsked());
    json.writeBooleanProperty("sitemapKnown", coverage.hasSitemap());
    json.writeObjectPropertyStart("notAsked");
    coverage.unasked().forEach(json::writeNumberProperty);
    json.writeEndObject();
    texts(json, "notes", coverage.notes());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Finding finding) {
    json.writeStartObject();
    json.writeStringProperty("check", finding.check().id());
    json.writeStringProperty("severity", name(finding.check().severity()));
    json.writeStringProperty("subject", finding.subject());
    json.writeStringProperty("detail", finding.detail());
    json.writeNumberProperty("count", finding.count());
    json.writeArrayPropertyStart("places");
    for (Place place : finding.places()) {
      json.writeStartObject();
      json.writeStringProperty("page", place.page());
      json.writeStringProperty("what", place.what());
      json.writeStringProperty("text", place.text());
      if (place.line() > 0) {
        json.writeNumberProperty("line", place.line());
        json.writeNumberProperty("column", place.column());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, SiteReport.Row row) {
    UrlFacts facts = row.facts();
    json.writeStartObject();
    json.writeStringProperty("url", facts.url());
    json.writeStringProperty("outcome", facts.outcome().name().toLowerCase(Locale.ROOT));
    json.writeNumberProperty("status", facts.status());
    json.writeStringProperty("mediaType", facts.mediaType());
    json.writeNumberProperty("bytes", facts.bytes());
    json.writeNumberProperty("seconds", facts.micros() / 1e6);
    json.writeNumberProperty("depth", facts.depth());
    json.writeStringProperty("via", facts.via());
    json.writeStringProperty("target", facts.target());
    json.writeStringProperty("detail", facts.detail());
    json.writeStringProperty("title", row.title());
    json.writeNumberProperty("links", row.links());
    json.writeEndObject();
  }

  static void sarif(SiteReport report, String version, Writer out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeStringProperty("$schema", SARIF_SCHEMA);
      json.writeStringProperty("version", "2.1.0");
      json.writeArrayPropertyStart("runs");
      json.writeStartObject();
      json.writeObjectPropertyStart("tool");
      json.writeObjectPropertyStart("driver");
      json.writeStringProperty("name", "arachne");
      json.writeStringProperty("version", version);
      json.writeArrayPropertyStart("rules");
      for (Check check : Check.values()) {
        rule(json, check);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndObject();
      json.writeStringProperty("columnKind", "utf16CodeUnits");
      json.writeArrayPropertyStart("results");
      report.findings().forEach(finding -> result(json, finding));
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write("\n");
  }

  private static void rule(JsonGenerator json, Check check) {
    json.writeStartObject();
    json.writeStringProperty("id", check.id());
    json.writeStringProperty("name", check.title());
    text(json, "shortDescription", check.title());
    text(json, "fullDescription", check.explanation());
    text(json, "help", check.remedy());
    json.writeObjectPropertyStart("defaultConfiguration");
    json.writeStringProperty("level", level(check.severity()));
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void result(JsonGenerator json, Finding finding) {
    json.writeStartObject();
    json.writeStringProperty("ruleId", finding.check().id());
    json.writeNumberProperty("ruleIndex", finding.check().ordinal());
    json.writeStringProperty("level", level(finding.check().severity()));
    String detail = finding.detail().isEmpty() ? "" : ": " + finding.detail();
    text(json, "message", finding.check().title() + ": " + finding.subject() + detail);
    json.writeObjectPropertyStart("partialFingerprints");
    json.writeStringProperty("subject/v1", fingerprint(finding));
    json.writeEndObject();
    if (finding.count() > 0) {
      json.writeNumberProperty("occurrenceCount", finding.count());
    }
    json.writeArrayPropertyStart("locations");
    if (finding.places().isEmpty()) {
      location(json, new Place(finding.subject(), "", "", 0, 0));
    }
    finding.places().forEach(place -> location(json, place));
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void location(JsonGenerator json, Place place) {
    json.writeStartObject();
    json.writeObjectPropertyStart("physicalLocation");
    json.writeObjectPropertyStart("artifactLocation");
    json.writeStringProperty("uri", place.page());
    json.writeEndObject();
    if (place.line() > 0) {
      json.writeObjectPropertyStart("region");
      json.writeNumberProperty("startLine", place.line());
      json.writeNumberProperty("startColumn", place.column());
      json.writeEndObject();
    }
    json.writeEndObject();
    if (!place.text().isEmpty()) {
      text(json, "message", place.text());
    }
    json.writeEndObject();
  }

  /** The same for the same finding of the next crawl. */
  private static String fingerprint(Finding finding) {
    String key = finding.check().id() + " " + finding.subject();
    return java.util.UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static void text(JsonGenerator json, String name, String text) {
    json.writeObjectPropertyStart(name);
    json.writeStringProperty("text", text);
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, String name, List<String> texts) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case NOTICE -> "note";
    };
  }

  private static String name(Severity severity) {
    return severity.name().toLowerCase(Locale.ROOT);
  }
}
