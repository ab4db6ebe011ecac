package dev.arachne.findings;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * A report as the results of tests, in the schema of Maven's surefire. Each check is a test case,
 * which its findings fail if they are errors or warnings; notices are in its output. Numbers are
 * formatted by %s, which does not depend on the system's language.
 */
final class JunitReport {
  /** Findings that are listed for a check, at most. */
  private static final int MOST_FINDINGS = 1_000;

  private static final int MOST_PLACES = 10;

  private JunitReport() {}

  static void write(SiteReport report, Writer out) throws IOException {
    long failed = 0;
    for (Check check : Check.values()) {
      failed += fails(check, report) ? 1 : 0;
    }
    out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.write(
        "<testsuite name=\"arachne\" time=\"0\" tests=\"%s\" errors=\"0\" skipped=\"0\" failures=\"%s\">\n"
            .formatted(Check.values().length, failed));
    for (Check check : Check.values()) {
      write(check, report, out);
    }
    out.write("</testsuite>\n");
  }

  private static boolean fails(Check check, SiteReport report) {
    return check.severity() != Severity.NOTICE && report.count(check) > 0;
  }

  private static void write(Check check, SiteReport report, Writer out) throws IOException {
    long count = report.count(check);
    out.write(
        "  <testcase name=\"%s\" classname=\"arachne.%s\" time=\"0\""
            .formatted(check.id(), check.severity().name().toLowerCase(java.util.Locale.ROOT)));
    if (count == 0) {
      out.write("/>\n");
      return;
    }
    String element = fails(check, report) ? "failure" : "system-out";
    out.write(">\n    <" + element);
    if (fails(check, report)) {
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
