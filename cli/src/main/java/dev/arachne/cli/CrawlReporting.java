package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.findings.ReportFormat;
import dev.arachne.findings.SiteReport;
import dev.arachne.findings.Thresholds;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The report that the {@code --report} option of a crawl requests, if given; made after the crawl.
 */
final class CrawlReporting {
  private final Verb verb;
  private final Optional<Path> file;
  private final Path crawl;
  private final List<String> failOn;

  private CrawlReporting(Verb verb, Optional<Path> file, Path crawl, List<String> failOn) {
    this.verb = verb;
    this.file = file;
    this.crawl = crawl;
    this.failOn = failOn;
  }

  /**
   * The reporting that the options of a crawl request.
   *
   * @throws UsageException if it cannot be done, so that the crawl need not begin
   */
  static CrawlReporting of(Verb verb, CrawlOptions options, List<String> failOn)
      throws UsageException {
    Optional<Path> file = options.outputs().report();
    if (file.isPresent()) {
      SiteReporting.form(file.get());
      SiteReporting.failingOn(failOn);
    } else if (!failOn.isEmpty()) {
      throw new UsageException("--fail-on", "is about a report; use --report FILE too");
    }
    Path crawl = options.storage().directory().orElse(Path.of(""));
    return new CrawlReporting(verb, file, crawl, failOn);
  }

  /**
   * Makes the report, if the crawl came to an end with this code, and returns the code for both.
   */
  int after(int code, Verbosity verbosity, PrintWriter out) throws UsageException, IOException {
    boolean isOver = code == ExitCode.DONE || code == ExitCode.FAILED || code > ExitCode.SIGNALLED;
    if (file.isEmpty() || !isOver) {
      return code;
    }
    ReportFormat form = SiteReporting.form(file.get());
    SiteReporting reporting = SiteReporting.failingOn(failOn);
    SiteReport report = SiteReporting.inspect(crawl, Thresholds.DEFAULT, Optional.empty());
    reporting.write(report, form, file.get());
    if (verbosity != Verbosity.QUIET) {
      out.println(SiteReporting.line(report, file.get()));
      out.flush();
    }
    reporting
        .failure(report)
        .ifPresent(text -> verb.err().println("arachne %s: %s".formatted(verb.name(), text)));
    return code == ExitCode.DONE ? reporting.exitCode(report) : code;
  }
}
