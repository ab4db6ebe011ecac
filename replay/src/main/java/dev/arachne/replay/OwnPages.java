package dev.arachne.replay;

import dev.arachne.archive.Cdxj;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Our own pages. All texts from the web are escaped here; no page needs a script. Pure. */
final class OwnPages {
  static final String STYLE =
      """
      :root { color-scheme: light dark; --ink: #1c1f23; --dim: #5d6670; --line: #d9dde2; --paper: #fff;
        --tint: #f3f5f7; --link: #0b57b0; --mark: #dcebfd; }
      @media (prefers-color-scheme: dark) { :root { --ink: #e6e8ea; --dim: #9aa4ae; --line: #343a41;
        --paper: #15181b; --tint: #1d2125; --link: #82b7ff; --mark: #1f3c5f; } }
      * { box-sizing: border-box; }
      body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper);
        color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
      a { color: var(--link); text-decoration: none; }
      a:hover, a:focus { text-decoration: underline; }
      header { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap;
        border-bottom: 1px solid var(--line); padding-bottom: 1rem; margin-bottom: 1.5rem; }
      header > a { font-weight: 600; color: var(--ink); }
      form { flex: 1 1 18rem; display: flex; gap: .5rem; }
      input { flex: 1; min-width: 0; font: inherit; padding: .4rem .7rem; color: inherit;
        background: var(--tint); border: 1px solid var(--line); border-radius: .4rem; }
      button { font: inherit; padding: .4rem .9rem; color: var(--paper); background: var(--link);
        border: 0; border-radius: .4rem; cursor: pointer; }
      h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 .3rem; overflow-wrap: anywhere; }
      h2 { font-size: 1.05rem; margin: 2rem 0 .6rem; }
      .dim, td.dim, th { color: var(--dim); }
      p { margin: .3rem 0 1rem; overflow-wrap: anywhere; }
      code { font: .9em/1.6 ui-monospace, monospace; overflow-wrap: anywhere; background: var(--tint);
        border-radius: .3rem; padding: .1rem .3rem; }
      pre { background: var(--tint); border: 1px solid var(--line); border-radius: .4rem;
        padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere;
        font: .85rem/1.6 ui-monospace, monospace; }
      table { width: 100%; border-collapse: collapse; }
      th { text-align: left; font-weight: 500; font-size: .85rem; }
      th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line);
        vertical-align: top; overflow-wrap: anywhere; }
      td.number, td.date, th.date { width: 1%; padding-left: .6rem; }
      td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
      td:first-child, th:first-child { padding-left: 0; }
      .wide { min-width: 6rem; }
      td.date { white-space: nowrap; font-variant-numeric: tabular-nums; }
      .months { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
        gap: 1.25rem; }
      .month { border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .7rem .8rem; }
      .month h3 { margin: 0 0 .3rem; font-size: .95rem; }
      .month table { table-layout: fixed; font-size: .85rem; font-variant-numeric: tabular-nums; }
      .month th, .month td { border: 0; text-align: center; padding: .1rem 0; color: var(--dim);
        line-height: 1.7; }
      .month td a { display: block; background: var(--mark); border-radius: .3rem; font-weight: 600; }
      @media (max-width: 40rem) { .wide { display: none; } body { padding: 1rem .9rem 3rem; } }
      """;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int MOST_LISTED = 1000;
  private static final int MOST_MONTHS = 240;

  private OwnPages() {}

  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** A link to a path, which may contain a URL of the web. */
  static String link(String path, String text) {
    return "<a href=\"" + escaped(path) + "\">" + escaped(text) + "</a>";
  }

  /** A whole page around HTML. */
  static String page(String title, String asked, String content) {
    return """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>%s</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><style>%s</style></head><body>
    <header><a href="/">Archive</a>
    <form action="/-/find"><input name="url" value="%s" placeholder="https://example.com/page"
     aria-label="URL" autocomplete="off" spellcheck="false"><button>Find</button></form></header>
    %s
    </body></html>
    """
        .formatted(escaped(title), STYLE, escaped(asked), content);
  }

  /** The page for a missing capture. */
  static Reply missing(String url, boolean isKnown) {
    String why =
        isKnown
            ? "There are captures of it, but none whose answer is in the archive."
            : "Nothing was asked of the network.";
    return failure(404, "Not in the archive", url + "\n" + why);
  }

  /**
   * A page with the reason of a failure; each line of the text becomes a paragraph. It needs no
   * other file.
   */
  static Reply failure(int status, String title, String text) {
    var content = new StringBuilder();
    text.lines().forEach(line -> content.append("<p>").append(escaped(line)).append("</p>\n"));
    return Reply.page(
        status,
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title>%s</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,"><style>%s</style></head><body>
        <h1>%s</h1>
        %s</body></html>
        """
            .formatted(escaped(title), STYLE, escaped(title), content));
  }

  /** The captures of a URL: a calendar of the days, and a list. */
  static String calendar(String url, List<Cdxj> captures) {
    NavigableMap<YearMonth, TreeMap<LocalDate, Cdxj>> months = new TreeMap<>();
    for (Cdxj capture : captures) {
      LocalDate day = LocalDate.ofInstant(capture.time(), ZoneOffset.UTC);
      months
          .computeIfAbsent(YearMonth.from(day), _ -> new TreeMap<>())
          .merge(day, capture, (early, late) -> isFailure(late) ? early : late);
    }
    var content = new StringBuilder("<h1>").append(escaped(url)).append("</h1>\n<p class=\"dim\">");
    Cdxj last = captures.getLast();
    content.append(
        captures.size() == 1
            ? "1 capture, of "
            : captures.size() + " captures, of " + time(captures.getFirst()) + " to ");
    content.append(time(last)).append(" UTC. ");
    content.append(link(at(last), "Show the latest")).append("</p>\n<div class=\"months\">\n");
    months.descendingMap().entrySet().stream()
        .limit(MOST_MONTHS)
        .forEach(month -> content.append(month(month.getKey(), month.getValue())));
    content.append("</div>\n<h2>Captures</h2>\n<table><tr><th class=\"date\">Time (UTC)</th>");
    content.append("<th class=\"number\">Status</th><th>Type</th>");
    content.append("<th class=\"number wide\">Bytes stored</th><th class=\"wide\">URL</th></tr>\n");
    captures.reversed().stream()
        .limit(MOST_LISTED)
        .forEach(capture ->
            content.append(
                """
                <tr><td class="date">%s</td><td class="number">%s</td><td>%s</td>\
                <td class="number wide">%,d</td><td class="wide dim">%s</td></tr>
                """
                    .formatted(
                        link(at(capture), time(capture)),
                        capture.status().map(String::valueOf).orElse("–"),
                        escaped(
                            capture.mediaType().equals("warc/revisit")
                                ? "as before"
                                : capture.mediaType()),
                        capture.length(),
                        escaped(capture.url()))));
    content.append("</table>\n");
    if (captures.size() > MOST_LISTED) {
      content.append("<p class=\"dim\">The latest ").append(MOST_LISTED).append(" are listed.</p>");
    }
    return page("Captures of " + url, url, content.toString());
  }

  private static boolean isFailure(Cdxj capture) {
    return capture.status().filter(status -> status >= 400).isPresent();
  }

  private static String month(YearMonth month, TreeMap<LocalDate, Cdxj> days) {
    var html = new StringBuilder("<div class=\"month\"><h3>");
    html.append(month.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH)).append(' ');
    html.append(month.getYear()).append("</h3><table><tr>");
    for (DayOfWeek day : DayOfWeek.values()) {
      html.append("<th>").append(day.getDisplayName(TextStyle.SHORT, Locale.ENGLISH), 0, 2);
      html.append("</th>");
    }
    html.append("</tr><tr>");
    int column = month.atDay(1).getDayOfWeek().getValue() - 1;
    html.append("<td></td>".repeat(column));
    for (int day = 1; day <= month.lengthOfMonth(); day++) {
      if (column == 7) {
        html.append("</tr><tr>");
        column = 0;
      }
      Cdxj capture = days.get(month.atDay(day));
      String text = String.valueOf(day);
      html.append("<td>").append(capture == null ? text : link(at(capture), text)).append("</td>");
      column++;
    }
    return html.append("<td></td>".repeat(7 - column)).append("</tr></table></div>\n").toString();
  }

  static String time(Cdxj capture) {
    return TIME.format(capture.time());
  }

  /** The path at which a capture is shown. */
  static String at(Cdxj capture) {
    return "/" + capture.timestamp() + "/" + capture.url();
  }
}
