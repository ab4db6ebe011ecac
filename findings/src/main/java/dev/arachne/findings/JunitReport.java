package dev.arachne.findings;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Set;

/**
 * A report as the results of tests, in the schema of Maven's surefire. Each check is a test case.
 * Its findings fail it if the check is one of the failing ones, and are in its output otherwise.
 * Numbers are formatted by %s, which does not depend on the system's language.
 */
final class JunitReport {
  /** Findings that are listed for a check, at most. */
  private static final int MOST_FINDINGS = 1_000;

  private static final int MOST_PLACES = 10;

  private final SiteReport report;
  private final Set<Check> failing;
  private final Writer out;

  JunitReport(SiteReport report, Set<Check> failing, Writer out) {
    this.report = report;
    this.failing = failing;
    this.out = out;
  }

  void write() throws IOException {
    long failed = 0;
    for (Check check : Check.values()) {
      failed += fails(check) ? 1 : 0;
    }
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write(
        "<testsuite name=\"arachne\" time=\"0\" tests=\"%s\" errors=\"0\" skipped=\"0\" failures=\"%s\">\n"
            .formatted(Check.values().length, failed));
    for (Check check : Check.values()) {
      write(check);
    }
    out.write("</testsuite>\n");
  }

  private boolean fails(Check check) {
    return failing.contains(check) && report.count(check) > 0;
  }

  private void write(Check check) throws IOException {
    long count = report.count(check);
    out.write(
        "  <testcase name=\"%s\" classname=\"arachne.%s\" time=\"0\""
            .formatted(check.id(), check.severity().name().toLowerCase(java.util.Locale.ROOT)));
    if (count == 0) {
      out.write("/>\n");
      return;
    }
    String element = fails(check) ? "failure" : "system-out";
    out.write(">\n    <" + element);
    if (fails(check)) {
      String message = "%s: %s".formatted(count, check.explanation());
      out.write(" message=\"%s\" type=\"%s\"".formatted(Markup.escaped(message), check.id()));
    }
    out.write(">");
    List<Finding> findings = report.of(check);
    for (Finding finding : findings.subList(0, Math.min(MOST_FINDINGS, findings.size()))) {
      out.write(text(finding));
    }
    if (count > MOST_FINDINGS) {
      out.write("and %s more\n".formatted(count - MOST_FINDINGS));
    }
    out.write("</" + element + ">\n  </testcase>\n");
  }

  private static String text(Finding finding) {
    var text = new StringBuilder(Markup.escaped(finding.subject()));
    if (!finding.detail().isEmpty()) {
      text.append(": ").append(Markup.escaped(finding.detail()));
    }
    text.append('\n');
    for (Place place : finding.places().stream().limit(MOST_PLACES).toList()) {
      text.append("  on ").append(Markup.escaped(place.page()));
      if (place.line() > 0) {
        text.append(" %s:%s".formatted(place.line(), place.column()));
      }
      if (!place.text().isEmpty()) {
        text.append(" \"").append(Markup.escaped(place.text())).append('"');
      }
      text.append('\n');
    }
    if (finding.count() > MOST_PLACES) {
      text.append("  and %s more\n".formatted(finding.count() - MOST_PLACES));
    }
    return text.toString();
  }
}
