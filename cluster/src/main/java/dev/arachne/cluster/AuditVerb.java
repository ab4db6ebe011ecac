package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.audit.AuditReport;
import dev.arachne.audit.CrawlAudit;
import dev.arachne.audit.Violation;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** {@code arachne cluster audit CRAWL}: checks whether all shards kept to the rules. */
final class AuditVerb extends ReadingVerb {
  private final Argument<String> crawl =
      required("CRAWL", text -> text).help("The name of the crawl.");

  private final Map<Violation.Rule, AuditReport.Tally> rules = new EnumMap<>(Violation.Rule.class);
  private long requests;
  private long unfinished;
  private long violations;

  AuditVerb() {
    super(
        "audit",
        "[OPTION]... CRAWL",
        "Checks by the ledgers of all shards that the crawl was polite, and lists violations.");
    footer(
        """
        A host is in one shard, so what is proved of a host holds for all workers. Bounds on addresses
        are proved for each shard: see docs/cluster.md.
        Exit code: 0 every rule was kept; 1 one was not; 2 a mistake at the command line.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Kept kept = kept(crawl.typed());
    for (int shard = 0; shard < kept.shards(); shard++) {
      read(kept, shard, directory -> add(CrawlAudit.of(directory, this::print)));
    }
    out()
        .println(
            "%d shards, %s requests%s"
                .formatted(
                    kept.shards(),
                    Quantity.count(requests),
                    unfinished == 0
                        ? ""
                        : ", %s of them given up or cut off"
                            .formatted(Quantity.count(unfinished))));
    rules.forEach((rule, tally) ->
        out()
            .println(
                "%-7s %-35s %s of %s"
                    .formatted(
                        tally.violations() == 0 ? "kept" : "BROKEN",
                        rule.text(),
                        Quantity.count(tally.checks() - tally.violations()),
                        Quantity.count(tally.checks()))));
    out().flush();
    return violations == 0 ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void print(Violation violation) {
    out()
        .println(
            TerminalText.escaped(
                "%s  %s  %s: %s"
                    .formatted(
                        violation.at(),
                        violation.url(),
                        violation.rule().text(),
                        violation.detail())));
  }

  private void add(AuditReport report) {
    requests += report.requests();
    unfinished += report.unfinished();
    report
        .rules()
        .forEach((rule, tally) -> {
          violations += tally.violations();
          rules.merge(
              rule,
              tally,
              (a, b) ->
                  new AuditReport.Tally(a.checks() + b.checks(), a.violations() + b.violations()));
        });
  }
}
