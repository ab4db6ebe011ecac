package dev.arachne.cli;

import dev.arachne.crawl.AuditReport;
import dev.arachne.crawl.CrawlAudit;
import dev.arachne.crawl.UsageException;
import dev.arachne.crawl.Violation;
import dev.arachne.frontier.FrontierCounts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code arachne audit DIR}: whether a crawl kept to its rules, proved from its ledger. */
@Command(
    name = "audit",
    description = "Proves from a crawl's ledger that it hurt nobody, or lists where it did.",
    customSynopsis = "arachne audit [OPTION]... DIR",
    sortOptions = false,
    footer = {
      "",
      "Exit code: 0 every rule was kept; 1 one was not, or the ledger could not be read; 2 a mistake"
          + " at the command line."
    })
final class AuditCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "The directory of the crawl.")
  private Path directory = Path.of("");

  @Option(
      names = "--json",
      description = "One JSON object on a line for each violation, and one for the sum at the end.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  boolean help;

  @Override
  public Integer call() {
    CommandLine program = spec.commandLine();
    PrintWriter out = program.getOut();
    try {
      AuditReport report =
          CrawlAudit.of(
              directory,
              violation ->
                  out.println(
                      json ? JsonLine.of(line -> write(line, violation)) : text(violation)));
      out.println(json ? JsonLine.of(line -> write(line, report)) : text(report).stripTrailing());
      out.flush();
      return report.isClean() ? ExitCode.DONE : ExitCode.FAILED;
    } catch (UsageException mistake) {
      throw new CommandLine.ParameterException(program, String.valueOf(mistake.getMessage()));
    } catch (IOException failure) {
      program.getErr().println("arachne audit: " + TerminalText.escaped(failure.toString()));
      return ExitCode.FAILED;
    }
  }

  private static String text(Violation violation) {
    return TerminalText.escaped(
        "%s  %s  %s: %s"
            .formatted(
                violation.at(), violation.url(), violation.rule().text(), violation.detail()));
  }

  private static String text(AuditReport report) {
    FrontierCounts counts = report.counts();
    var text = new StringBuilder();
    text.append(
        "%s entries, %s requests%n%s discovered = %s fetched + %s skipped + %s failed + %s pending%n"
            .formatted(
                Quantity.count(report.entries()),
                Quantity.count(report.requests()),
                Quantity.count(counts.discovered()),
                Quantity.count(counts.fetched()),
                Quantity.count(counts.skipped()),
                Quantity.count(counts.failed()),
                Quantity.count(counts.pending())));
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
    line.writeNumberProperty("discovered", report.counts().discovered());
    line.writeNumberProperty("fetched", report.counts().fetched());
    line.writeNumberProperty("skipped", report.counts().skipped());
    line.writeNumberProperty("failed", report.counts().failed());
    line.writeNumberProperty("pending", report.counts().pending());
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
