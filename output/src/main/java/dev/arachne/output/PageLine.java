package dev.arachne.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.items.Item;
import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.Verdict;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a verdict as a line of each file of pages. Immutable.
 *
 * @param files as in the options of the crawl
 * @param display turns URLs into the form that users know
 */
public record PageLine(List<Path> files, UnaryOperator<String> display) {
  private static final JsonFactory JSON = new JsonFactory();

  /** The columns of a table: all members of an object. */
  private static final List<String> COLUMNS =
      List.of(
          "url",
          "verdict",
          "status",
          "type",
          "bytes",
          "ms",
          "depth",
          "via",
          "location",
          "reason",
          "detail",
          "tries",
          "visit",
          "cut",
          "altSvc",
          "digest");

  /** The format of a file of pages, by its name. */
  static ItemFormat format(Path file) {
    return ItemForm.ofName(file.toString())
        .filter(ItemForm::isTable)
        .orElse(ItemForm.JSONL)
        .format(COLUMNS);
  }

  /** The lines, each for its file. */
  public List<OutputRecord> of(Verdict verdict) {
    byte[] json = json(verdict);
    List<OutputRecord> lines = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      ItemFormat format = format(files.get(i));
      byte[] line = format.form().isTable() ? row(format, json) : json;
      lines.add(new OutputRecord(Outputs.numbered(Outputs.PAGES, i), line));
    }
    return lines;
  }

  /** The row of a table for a line of JSON. */
  private static byte[] row(ItemFormat format, byte[] json) {
    Map<String, Object> values = new LinkedHashMap<>();
    try (JsonParser line = JSON.createParser(ObjectReadContext.empty(), json)) {
      line.nextToken();
      for (String name = line.nextName(); name != null; name = line.nextName()) {
        Object value =
            switch (line.nextToken()) {
              case VALUE_NUMBER_INT -> line.getLongValue();
              case VALUE_NUMBER_FLOAT -> line.getDecimalValue();
              default -> line.getString();
            };
        values.put(name, value);
      }
    }
    return format.line(new Item(values)).getBytes(UTF_8);
  }

  /** The line of JSON, with its end. */
  public byte[] json(Verdict verdict) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator line = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      line.writeStartObject();
      write(line, verdict);
      line.writeEndObject();
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }

  private void write(JsonGenerator line, Verdict verdict) {
    Discovery discovery = verdict.discovery();
    line.writeStringProperty("url", display.apply(discovery.url().toString()));
    switch (verdict.disposition()) {
      case Disposition.Done(Disposition.Answer answer) -> {
        line.writeStringProperty("verdict", "fetched");
        write(line, answer);
      }
      case Disposition.Moved(Disposition.Answer answer, String target) -> {
        line.writeStringProperty("verdict", "redirected");
        write(line, answer);
        line.writeStringProperty("location", display.apply(target));
      }
      case Disposition.Dropped(DropReason reason, String detail, var answer) -> {
        line.writeStringProperty(
            "verdict", reason.kind() == DropReason.Kind.SKIPPED ? "skipped" : "failed");
        line.writeStringProperty("reason", reason.text());
        if (!detail.isEmpty()) {
          line.writeStringProperty("detail", detail);
        }
        answer.ifPresent(its -> write(line, its));
      }
    }
    line.writeNumberProperty("depth", discovery.depth());
    if (discovery.via() != null) {
      line.writeStringProperty("via", display.apply(discovery.via().toString()));
    }
    line.writeNumberProperty("tries", verdict.attempts());
    if (verdict.visit() > 1) {
      line.writeNumberProperty("visit", verdict.visit());
    }
  }

  private static void write(JsonGenerator line, Disposition.Answer answer) {
    line.writeNumberProperty("status", answer.status());
    line.writeStringProperty("type", answer.mediaType());
    line.writeNumberProperty("bytes", answer.bytes());
    line.writeNumberProperty("ms", answer.time().toNanos() / 1e6);
    answer.cut().ifPresent(cut -> line.writeStringProperty("cut", cut.text()));
    answer.altSvc().ifPresent(offer -> line.writeStringProperty("altSvc", offer));
    answer.digest().ifPresent(digest -> line.writeStringProperty("digest", digest.toString()));
  }
}
