package dev.arachne.output;

import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.Verdict;
import java.io.ByteArrayOutputStream;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a verdict as a line of JSON. Immutable.
 *
 * @param display turns URLs into the form that users know
 */
public record PageLine(UnaryOperator<String> display) {
  private static final JsonFactory JSON = new JsonFactory();

  /** The line, with its end. */
  public byte[] of(Verdict verdict) {
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
  }
}
