package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.Crawl;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.findings.ReportFormat;
import dev.arachne.findings.SiteReport;
import dev.arachne.findings.Thresholds;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.ExternalTargets;
import dev.arachne.options.OptionType;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code arachne report DIR}: the findings on the site of a kept crawl. */
final class ReportCommand extends Verb {
  private final Streams streams;

  private final Argument<Path> directory = directory();
  private final Argument<Path> output =
      options
          .option("-o --output", "FILE", Values::outputFile)
          .help("The file for the report. Default: print a summary.");
  private final Argument<Form> format =
      options
          .option("--format", "FORM", Values.oneOf(Form.class))
          .help("html, json, csv, junit or sarif. Default: by the extension of FILE.");
  private final Argument<List<String>> failOn =
      options
          .lists("--fail-on", "CHECKS", text -> text)
          .help(
              "Exit code 1 if there are findings of CHECKS: names separated by commas, errors,"
                  + " warnings (includes errors), or all.");
  private final Argument<List<Path>> sitemaps =
      options
          .options("--sitemap", "FILE", Values::inputFile)
          .help("A sitemap of the site, in a file, to find pages that it lacks.");
  private final Argument<Duration> slow =
      options
          .option("--slow", "TIME", Values::positiveTime)
          .help("Responses that take longer are slow. Default: 2 s.");
  private final Argument<Long> heavy =
      options
          .option("--heavy", "SIZE", Values.of(OptionType.size(1)))
          .help("Responses that are larger are heavy. Default: 1 MiB.");

  private final Argument<Boolean> external =
      options.flag("--check-external").help("Check links to other sites first, each once.");

  /** The forms, named as users type them. */
  private enum Form {
    HTML,
    JSON,
    CSV,
    JUNIT,
    SARIF
  }

  ReportCommand(Streams streams) {
    super(
        "report",
        "[OPTION]... DIR",
        "Reports problems of a crawled site: broken links with their pages, redirects,"
            + " duplicates and more.");
    this.streams = streams;
    footer(
        """
        All checks are listed in docs/report.md. They need a crawl with --report FILE, --warc or
        --save DIR; for other crawls the report has statuses, redirects, and the first page that links to
        each URL.

        Exit code: 0 done; 1 there are findings of --fail-on; 2 a mistake at the command line.

        Examples:
          arachne report example.com.crawl -o report.html
          arachne report example.com.crawl --format junit -o report.xml --fail-on broken-links
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    SiteReporting reporting = SiteReporting.failingOn(failOn.or(List.of()));
    Optional<Path> file = output.value();
    Optional<ReportFormat> form = form(file);
    Thresholds usual = Thresholds.DEFAULT;
    var thresholds =
        new Thresholds(slow.or(usual.slow()), heavy.or(usual.heavyBytes()), usual.thinWords());
    if (external.isGiven()) {
      int code = checkExternal();
      if (code != ExitCode.DONE && code != ExitCode.FAILED) {
        return code;
      }
    }
    SiteReport report =
        SiteReporting.inspect(
            directory.typed(), thresholds, SiteReporting.sitemap(sitemaps.or(List.of())));
    if (form.isEmpty()) {
      out().print(SiteReporting.text(report));
      out().flush();
    } else if (file.isEmpty() || file.get().equals(OutputOptions.STANDARD_OUTPUT)) {
      reporting.write(report, form.get(), streams.out());
    } else {
      reporting.write(report, form.get(), file.get());
      out().println(SiteReporting.line(report, file.get()));
      out().flush();
    }
    reporting.failure(report).ifPresent(text -> err().println("arachne report: " + text));
    return reporting.exitCode(report);
  }

  /** Resumes the crawl, which has no other work; returns its exit code. */
  private int checkExternal() throws UsageException, IOException {
    Path crawl = directory.typed();
    CrawlOptions options =
        CrawlOptions.recordedIn(crawl)
            .external(ExternalTargets.CHECK)
            .existing(ExistingCrawlPolicy.CHANGE)
            .build();
    if (CrawlStatus.of(crawl).counts().pending() > 0
        && options.scope().external()
            != CrawlOptions.recordedIn(crawl).build().scope().external()) {
      throw new UsageException(
          "--check-external",
          "the crawl is not complete; use arachne resume %s --check-external first"
              .formatted(crawl));
    }
    return new CrawlRun(name(), new Crawl(options), Verbosity.NORMAL, err(), err()).run();
  }

  private Optional<ReportFormat> form(Optional<Path> file) throws UsageException {
    if (format.isGiven()) {
      return Optional.of(ReportFormat.valueOf(format.typed().name()));
    }
    if (file.isEmpty() || file.get().equals(OutputOptions.STANDARD_OUTPUT)) {
      return file.map(_ -> ReportFormat.JSON);
    }
    return Optional.of(SiteReporting.form(file.get()));
  }
}
