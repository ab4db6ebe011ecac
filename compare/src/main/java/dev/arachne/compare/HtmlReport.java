package dev.arachne.compare;

import dev.arachne.compare.BarChart.Bar;
import dev.arachne.compare.BarChart.Scale;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** A comparison as one page that needs no network, script or font. */
public final class HtmlReport {
  private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <title>The road from blocking to coroutines</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
      h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
      table { border-collapse: collapse } th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap }
      th:nth-child(2), td:nth-child(2), .words td, .words th { text-align: left }
      .group td { text-align: left; font-weight: 600; padding-top: 1rem }
      .notes, .caption { color: #555; font-size: .87rem } .different { color: #a00; font-weight: 600 }
      svg { max-width: 100%; height: auto; font: 13px system-ui, sans-serif }
      svg rect { fill: #2b6cb0 } svg line { stroke: #ddd } svg .axis { fill: #777; font-size: 11px } svg .value { fill: #222 }
      </style>
      <h1>The road from blocking to coroutines</h1>
      """;

  private HtmlReport() {}

  /** The page. */
  public static String of(CompareReport report) {
    ReportTable table = ReportTable.of(report);
    var html = new StringBuilder(HEAD);
    html.append(
        "<p>%s. %s, %s.</p>\n"
            .formatted(
                escaped(table.setting()),
                escaped(report.machine().toString()),
                report.begun().format(MINUTES)));
    html.append(
        report
            .difference()
            .map(difference -> "<p class=\"different\">" + escaped(difference) + ".</p>\n")
            .orElse("<p>All stages returned the same bytes.</p>\n"));
    appendTable(table, html);
    charts(report).forEach(chart -> appendChart(chart, html));
    appendHistory(html);
    return html.append("</html>\n").toString();
  }

  /** Escapes a text for an element or an attribute's quotes. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private static void appendTable(ReportTable table, StringBuilder html) {
    html.append("<table>\n");
    appendRow(table.heads(), "th", html);
    table.stages().forEach(row -> appendRow(row, "td", html));
    if (!table.films().isEmpty()) {
      html.append(
          "<tr class=\"group\"><td colspan=\"%d\">The list of 250 films, 10 pages, read for their titles</td></tr>\n"
              .formatted(table.heads().size()));
      table.films().forEach(row -> appendRow(row, "td", html));
    }
    html.append("</table>\n<ul class=\"notes\">\n");
    table.notes().forEach(note -> html.append("<li>").append(escaped(note)).append("</li>\n"));
    html.append("</ul>\n");
  }

  private static void appendRow(List<String> cells, String element, StringBuilder html) {
    html.append("<tr>");
    for (String cell : cells) {
      html.append("<%s>%s</%1$s>".formatted(element, escaped(cell)));
    }
    html.append("</tr>\n");
  }

  private static List<BarChart> charts(CompareReport report) {
    return List.of(
        chart(
            "Wall time",
            report,
            stage -> seconds(stage.list().wall()),
            Shown::seconds,
            Scale.POWERS_OF_TEN),
        chart(
            "CPU time",
            report,
            stage -> seconds(stage.list().cpu()),
            Shown::seconds,
            Scale.POWERS_OF_TEN),
        chart(
            "Memory of a fetch that waits",
            report,
            stage ->
                stage
                    .memory()
                    .filter(memory -> memory.bytes() > 0)
                    .map(memory -> (double) memory.bytes())
                    .orElse(Bar.UNKNOWN),
            Shown::bytes,
            Scale.POWERS_OF_TEN),
        chart("Lines of code", report, StageFigures::lines, Shown::digits, Scale.LINEAR));
  }

  private static BarChart chart(
      String title,
      CompareReport report,
      ToDoubleFunction<StageFigures> value,
      DoubleFunction<String> unit,
      Scale scale) {
    List<Bar> bars =
        report.stages().stream()
            .map(stage -> new Bar(stage.road().toString(), value.applyAsDouble(stage)))
            .toList();
    return new BarChart(title, bars, scale, unit);
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private static void appendChart(BarChart chart, StringBuilder html) {
    html.append("<h2>").append(escaped(chart.title())).append("</h2>\n");
    if (chart.scale() == Scale.POWERS_OF_TEN) {
      html.append("<p class=\"caption\">Each line is ten times the one before it.</p>\n");
    }
    html.append(chart.svg());
  }

  private static void appendHistory(StringBuilder html) {
    html.append(
        """
        <h2>History</h2>
        <p class="caption">What those measured who wrote the programs that this road retells: on their machines, from real servers.</p>
        <table class="words">
        """);
    appendRow(List.of("program", "retold by stage", "measured"), "th", html);
    for (History past : History.FIGURES) {
      String stage = past.road().number() + ", " + past.road();
      appendRow(List.of(past.program(), stage, past.figure()), "td", html);
    }
    html.append("</table>\n");
  }
}
