package dev.arachne.findings;

import java.io.IOException;
import java.io.Writer;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.exc.JacksonIOException;

/** A form of reports. */
public enum ReportFormat {
  /** One page for a browser, with all its resources in it. */
  HTML,
  /** One object of JSON; docs/report.md has its members. */
  JSON,
  /** A line for each place of each finding (RFC 4180). */
  CSV,
  /** XML as build servers read the results of tests; a check is a test, which findings fail. */
  JUNIT,
  /** Static Analysis Results Interchange Format 2.1.0 (OASIS). */
  SARIF;

  /** The form that the end of a file's name selects. */
  public static Optional<ReportFormat> ofName(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    if (name.endsWith(".html") || name.endsWith(".htm")) {
      return Optional.of(HTML);
    }
    if (name.endsWith(".sarif") || name.endsWith(".sarif.json")) {
      return Optional.of(SARIF);
    }
    if (name.endsWith(".json")) {
      return Optional.of(JSON);
    }
    if (name.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    return name.endsWith(".xml") ? Optional.of(JUNIT) : Optional.empty();
  }

  /**
   * Writes a report in this form. The writer is not closed.
   *
   * @param failing the checks that fail by their findings, for forms that tell success from failure
   * @param version of the program
   * @throws IOException if the writer fails
   */
  public void write(SiteReport report, Set<Check> failing, String version, Writer out)
      throws IOException {
    try {
      switch (this) {
        case HTML -> new HtmlReport(report, version, out).write();
        case JSON -> JsonReports.json(report, version, out);
        case CSV -> CsvReport.write(report, out);
        case JUNIT -> new JunitReport(report, failing, out).write();
        case SARIF -> JsonReports.sarif(report, version, out);
      }
      out.flush();
    } catch (JacksonIOException e) {
      throw e.getCause() instanceof IOException its ? its : new IOException(e.getMessage(), e);
    }
  }

  /** The same, where errors and warnings fail. */
  public void write(SiteReport report, String version, Writer out) throws IOException {
    Set<Check> failing = EnumSet.allOf(Check.class);
    failing.removeIf(check -> check.severity() == Severity.NOTICE);
    write(report, failing, version, out);
  }
}
