package dev.arachne.findings;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * A report as lines of CSV (RFC 4180): a line for each place of each finding, one line for a
 * finding without places. A cell that a spreadsheet would take for a formula gets an apostrophe
 * before it.
 */
final class CsvReport {
  private CsvReport() {}

  static void write(SiteReport report, Writer out) throws IOException {
    line(
        out,
        List.of(
            "severity", "check", "subject", "detail", "page", "what", "text", "line", "column"));
    Place none = new Place("", "", "", 0, 0);
    for (Finding finding : report.findings()) {
      List<Place> places = finding.places().isEmpty() ? List.of(none) : finding.places();
      for (Place place : places) {
        line(
            out,
            List.of(
                finding.check().severity().name().toLowerCase(java.util.Locale.ROOT),
                finding.check().id(),
                finding.subject(),
                finding.detail(),
                place.page(),
                place.what(),
                place.text(),
                place.line() == 0 ? "" : String.valueOf(place.line()),
                place.column() == 0 ? "" : String.valueOf(place.column())));
      }
    }
  }

  private static void line(Writer out, List<String> cells) throws IOException {
    String before = "";
    for (String cell : cells) {
      out.write(before);
      out.write(cell(cell));
      before = ",";
    }
    out.write("\r\n");
  }

  private static String cell(String text) {
    boolean isFormula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    String safe = isFormula ? "'" + text : text;
    boolean isQuoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return isQuoted ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
