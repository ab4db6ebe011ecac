package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Spelling;
import dev.arachne.findings.Check;
import dev.arachne.findings.CrawlInspection;
import dev.arachne.findings.Finding;
import dev.arachne.findings.ReportFormat;
import dev.arachne.findings.Severity;
import dev.arachne.findings.SiteReport;
import dev.arachne.findings.Thresholds;
import dev.arachne.options.FileFailure;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.UsageException;
import dev.arachne.sitemap.Sitemap;
import dev.arachne.sitemap.SitemapFormat;
import dev.arachne.sitemap.SitemapReader;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the report of a kept crawl: to a file, or in short for a terminal. A verb makes one only on
 * request.
 */
final class SiteReporting {
  private static final int MOST_EXAMPLES = 5;

  private final Set<Check> failing;

  private SiteReporting(Set<Check> failing) {
    this.failing = failing;
  }

  /**
   * Reporting that fails on findings.
   *
   * @param failOn the typed conditions for that: ids of checks, or severities
   * @throws UsageException if something else was
   */
  static SiteReporting failingOn(List<String> failOn) throws UsageException {
    Set<Check> failing = EnumSet.noneOf(Check.class);
    for (String typed : failOn) {
      failing.addAll(checks(typed.strip().toLowerCase(Locale.ROOT)));
    }
    return new SiteReporting(failing);
  }

  private static List<Check> checks(String typed) throws UsageException {
    List<Check> checks = new ArrayList<>();
    for (Check check : Check.values()) {
      boolean isOf =
          switch (typed) {
            case "errors" -> check.severity() == Severity.ERROR;
            case "warnings" -> check.severity() != Severity.NOTICE;
            case "all" -> true;
            default -> check.id().equals(typed);
          };
      if (isOf) {
        checks.add(check);
      }
    }
    if (checks.isEmpty()) {
      List<String> ids = Stream.of(Check.values()).map(Check::id).toList();
      throw new UsageException(
          "--fail-on " + typed,
          "no check has this name; "
              + Spelling.nearest(typed, ids)
                  .map(id -> "did you mean " + id + "?")
                  .orElse("use errors, warnings, all or some of " + String.join(",", ids)));
    }
    return checks;
  }

  /** The form of a report by the name of its file. */
  static ReportFormat form(Path file) throws UsageException {
    return ReportFormat.ofName(file.getFileName().toString())
        .orElseThrow(() ->
            new UsageException(
                file.toString(),
                "the format of this report is unknown; use a name that ends in .html, .json, .csv,"
                    + " .xml or .sarif, or arachne report --format FORM"));
  }

  /**
   * The URLs that sitemaps in files list; an index lists sitemaps, which are files to be named as
   * well.
   *
   * @throws UsageException if a file is not a sitemap, or all of them together list no page
   */
  static Optional<Set<String>> sitemap(List<Path> files) throws UsageException, IOException {
    if (files.isEmpty()) {
      return Optional.empty();
    }
    Set<String> entries = new HashSet<>();
    for (Path file : files) {
      try (InputStream in = Files.newInputStream(file)) {
        Sitemap its =
            new SitemapReader()
                .read(
                    in,
                    CrawlUrl.of("http://sitemap.invalid/"),
                    (form, entry) -> {
                      if (form != SitemapFormat.INDEX) {
                        entries.add(entry.url().toString());
                      }
                    });
        if (its.form() == SitemapFormat.UNKNOWN) {
          throw new UsageException(
              "--sitemap " + file, "the file is not a sitemap; use the name of one");
        }
      }
    }
    if (entries.isEmpty()) {
      throw new UsageException(
          "--sitemap", "no page is listed; use the names of the sitemaps that an index lists");
    }
    return Optional.of(entries);
  }

  /** Inspects a crawl. */
  static SiteReport inspect(Path crawl, Thresholds thresholds, Optional<Set<String>> sitemap)
      throws UsageException, IOException {
    return CrawlInspection.of(crawl, thresholds, sitemap);
  }

  /**
   * Writes a report to a file, which has all of it or is as it was before; to a device or a pipe as
   * it comes.
   */
  void write(SiteReport report, ReportFormat form, Path file) throws IOException {
    if (file.equals(OutputOptions.STANDARD_OUTPUT)) {
      write(report, form, System.out);
      return;
    }
    Path whole = file.toAbsolutePath();
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    if (Files.exists(whole) && !Files.isRegularFile(whole)) {
      writeTo(report, form, file);
      return;
    }
    try {
      try (OutputStream out = Files.newOutputStream(part)) {
        write(report, form, out);
      }
      Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(part);
      throw notWritten(file, e);
    }
  }

  private void writeTo(SiteReport report, ReportFormat form, Path device) throws IOException {
    try (OutputStream out = Files.newOutputStream(device)) {
      write(report, form, out);
    } catch (IOException e) {
      throw notWritten(device, e);
    }
  }

  private static IOException notWritten(Path file, IOException why) {
    return new IOException(
        "cannot write %s: %s; choose another -o".formatted(file, FileFailure.text(why)), why);
  }

  void write(SiteReport report, ReportFormat form, OutputStream to) throws IOException {
    Writer out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8), 64 << 10);
    if (failing.isEmpty()) {
      form.write(report, Version.number(), out);
    } else {
      form.write(report, failing, Version.number(), out);
    }
  }

  /** The line on a terminal about a report that is in a file. */
  static String line(SiteReport report, Path file) {
    return "Report: %s in %s".formatted(sums(report), TerminalText.escaped(file.toString()));
  }

  private static String sums(SiteReport report) {
    List<String> sums = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = report.count(severity);
      String name = severity.name().toLowerCase(Locale.ROOT);
      sums.add(Quantity.count(count) + " " + name + (count == 1 ? "" : "s"));
    }
    return String.join(", ", sums);
  }

  /** A report in short. */
  static String text(SiteReport report) {
    var text = new StringBuilder(sums(report)).append('\n');
    for (Check check : Check.values()) {
      long count = report.count(check);
      if (count > 0) {
        text.append("\n%9s  %s (%s)%n".formatted(Quantity.count(count), check.title(), check.id()));
        List<Finding> findings = report.of(check);
        for (Finding finding : findings.subList(0, Math.min(MOST_EXAMPLES, findings.size()))) {
          text.append("           ").append(TerminalText.escaped(line(finding))).append('\n');
        }
        if (count > MOST_EXAMPLES) {
          text.append("           and %s more%n".formatted(Quantity.count(count - MOST_EXAMPLES)));
        }
      }
    }
    for (String note : report.coverage().notes()) {
      text.append('\n').append(TerminalText.escaped(note)).append('\n');
    }
    return text.append("\narachne report DIR -o report.html has all of it\n").toString();
  }

  private static String line(Finding finding) {
    String line = finding.subject();
    if (!finding.detail().isEmpty()) {
      line += "  " + finding.detail();
    }
    if (!finding.places().isEmpty()) {
      var first = finding.places().getFirst();
      line += "  on " + first.page() + (first.line() > 0 ? ":" + first.line() : "");
      line += first.column() > 0 ? ":" + first.column() : "";
      line += first.isRedirected() ? ", linked as " + first.text() : "";
      line += finding.count() > 1 ? " and " + Quantity.count(finding.count() - 1) + " more" : "";
    }
    return line;
  }

  /** The findings that make it fail, each with the first page that has it. */
  String findings(SiteReport report) {
    var text = new StringBuilder();
    for (Check check : failing) {
      for (Finding finding : report.of(check)) {
        text.append(check.id()).append(": ").append(TerminalText.escaped(line(finding)));
        text.append(System.lineSeparator());
      }
    }
    return text.toString();
  }

  /** The number of checked URLs, and the findings in short. */
  String summary(SiteReport report) {
    long checked = report.outcomes().values().stream().mapToLong(Long::longValue).sum();
    long found = failing.stream().mapToLong(report::count).sum();
    return "%s %s checked: %s %s"
        .formatted(
            Quantity.count(checked),
            checked == 1 ? "URL" : "URLs",
            found == 0 ? "no" : Quantity.count(found),
            found == 1 ? "finding" : "findings");
  }

  /** The exit code for the findings. */
  int exitCode(SiteReport report) {
    return failing.stream().anyMatch(check -> report.count(check) > 0)
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }

  /** The reason of the failure, in a line; empty without a failure. */
  Optional<String> failure(SiteReport report) {
    String found =
        failing.stream()
            .filter(check -> report.count(check) > 0)
            .map(check -> Quantity.count(report.count(check)) + " " + check.id())
            .collect(Collectors.joining(", "));
    return found.isEmpty() ? Optional.empty() : Optional.of("failed on " + found);
  }
}
