package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.OutcomeCounts;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import tools.jackson.core.JsonGenerator;

/** {@code arachne audit DIR}: whether a crawl kept to its rules, proved from its ledger. */
final class AuditCommand extends Verb {
  private final Argument<Path> directory = directory();
  private final Argument<Boolean> json =
      options
          .flag("--json")
          .help(
              "Print one JSON object per line for each violation, and one for the total at the end.");

  AuditCommand() {
    super(
        "audit",
        "[OPTION]... DIR",
        "Checks from a crawl's ledger that every request was polite, and lists violations.");
    footer(
        """
        Exit code: 0 every rule was kept; 1 one was not, or the ledger could not be read; 2 a mistake \
        at the command line.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    AuditReport report =
        CrawlAudit.of(directory.typed(), violation -> out().println(line(violation)));
    out().println(line(report));
    out().flush();
    return report.isClean() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private String line(Violation violation) {
    return json.isOn() ? JsonLine.of(line -> write(line, violation)) : text(violation);
  }

  private String line(AuditReport report) {
    return json.isOn() ? JsonLine.of(line -> write(line, report)) : text(report).stripTrailing();
  }

  private static String text(Violation violation) {
    return TerminalText.escaped(
        "%s  %s  %s: %s"
            .formatted(
                violation.at(), violation.url(), violation.rule().text(), violation.detail()));
  }

  private static String text(AuditReport report) {
    var text = new StringBuilder();
    text.append(
        "%s entries, %s requests%s%n%s%n"
            .formatted(
                Quantity.count(report.entries()),
                Quantity.count(report.requests()),
                report.unfinished() == 0
                    ? ""
                    : ", %s of them given up or cut off"
                        .formatted(Quantity.count(report.unfinished())),
                OutcomeCounts.text(report.counts())));
    new EnumMap<>(report.rules())
        .forEach((rule, tally) ->
            text.append(
                "%-7s %-35s %s of %s%n"
                    .formatted(
                        tally.violations() == 0 ? "kept" : "BROKEN",
                        rule.text(),
                        Quantity.count(tally.checks() - tally.violations()),
                        Quantity.count(tally.checks()))));
    return text.toString();
  }

  private static void write(JsonGenerator line, Violation violation) {
    line.writeStringProperty("rule", violation.rule().text());
    line.writeStringProperty("at", violation.at().toString());
    line.writeStringProperty("url", violation.url());
    line.writeStringProperty("detail", violation.detail());
  }

  private static void write(JsonGenerator line, AuditReport report) {
    line.writeBooleanProperty("clean", report.isClean());
    line.writeNumberProperty("entries", report.entries());
    line.writeNumberProperty("requests", report.requests());
    line.writeNumberProperty("unfinished", report.unfinished());
    OutcomeCounts.write(line, report.counts());
    line.writeName("rules");
    line.writeStartObject();
    new EnumMap<>(report.rules())
        .forEach((rule, tally) -> {
          line.writeName(rule.text());
          line.writeStartObject();
          line.writeNumberProperty("checks", tally.checks());
          line.writeNumberProperty("violations", tally.violations());
          line.writeEndObject();
        });
    line.writeEndObject();
  }
}
