package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.OutcomeCounts;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.ReportPrinter;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;

/** {@code arachne status DIR}: the state of a crawl, whether or not a process runs it. */
final class StatusCommand extends Verb {
  private final Argument<Path> directory = directory();
  private final Argument<Boolean> json = options.flag("--json").help("Print one JSON object.");

  StatusCommand() {
    super("status", "[OPTION]... DIR", "Shows the progress of a crawl, running or finished.");
  }

  @Override
  protected int run() throws UsageException, IOException {
    CrawlStatus status = CrawlStatus.of(directory.typed());
    out()
        .println(
            json.isOn() ? JsonLine.of(line -> write(line, status)) : text(status).stripTrailing());
    out().flush();
    return ExitCode.DONE;
  }

  private static String text(CrawlStatus status) {
    FrontierCounts counts = status.counts();
    String who =
        status
            .holder()
            .map(holder ->
                "process " + holder.process() + " has been crawling since " + holder.since())
            .map(text -> text + waiting(status))
            .orElse("not running");
    String memory =
        status.residentBytes().isEmpty()
            ? ""
            : ", "
                + Quantity.bytes(perUrl(status.residentBytes().getAsLong(), counts))
                + " of memory";
    return "%s: %s%n%s%n%s duplicate %s%n"
            .formatted(
                TerminalText.escaped(status.directory().toString()),
                who,
                OutcomeCounts.text(counts),
                Quantity.count(counts.repeats()),
                counts.repeats() == 1 ? "link" : "links")
        + "%s on disk; per URL %s on disk%s%n%s%n"
            .formatted(
                Quantity.bytes(status.diskBytes()),
                Quantity.bytes(perUrl(status.diskBytes(), counts)),
                memory,
                browser(status))
        + ReportPrinter.text(status.report());
  }

  private static String browser(CrawlStatus status) {
    return status.browserBytes().isEmpty()
        ? ""
        : "browser: %s of memory%n".formatted(Quantity.bytes(status.browserBytes().getAsLong()));
  }

  private static String waiting(CrawlStatus status) {
    return status.shortage().map(what -> ", waiting for " + TerminalText.escaped(what)).orElse("");
  }

  private static void write(JsonGenerator line, CrawlStatus status) {
    FrontierCounts counts = status.counts();
    line.writeStringProperty("dir", status.directory().toString());
    status
        .holder()
        .ifPresent(holder -> {
          line.writeNumberProperty("process", holder.process());
          line.writeStringProperty("since", holder.since().toString());
        });
    status.shortage().ifPresent(what -> line.writeStringProperty("waitingFor", what));
    OutcomeCounts.write(line, counts);
    line.writeNumberProperty("foundAgain", counts.repeats());
    line.writeNumberProperty("seconds", status.report().elapsed().toNanos() / 1e9);
    line.writeNumberProperty("bytes", status.report().bytes());
    line.writeNumberProperty("diskBytes", status.diskBytes());
    line.writeNumberProperty("diskBytesPerUrl", perUrl(status.diskBytes(), counts));
    status
        .residentBytes()
        .ifPresent(bytes -> {
          line.writeNumberProperty("memoryBytes", bytes);
          line.writeNumberProperty("memoryBytesPerUrl", perUrl(bytes, counts));
        });
    status.browserBytes().ifPresent(bytes -> line.writeNumberProperty("browserBytes", bytes));
    line.writeArrayPropertyStart("changes");
    status.changes().forEach(each -> write(line, each));
    line.writeEndArray();
  }

  private static void write(JsonGenerator line, LedgerEntry.Changed made) {
    line.writeStartObject();
    line.writeNumberProperty("number", made.number());
    line.writeStringProperty("kind", made.change().kind());
    made.change().value().ifPresent(value -> line.writeStringProperty("value", value));
    line.writeStringProperty("at", made.at().toString());
    line.writeEndObject();
  }

  private static long perUrl(long bytes, FrontierCounts counts) {
    return bytes / Math.max(1, counts.discovered());
  }
}
