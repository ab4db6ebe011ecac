package dev.arachne.terminal;

import dev.arachne.items.FillRate;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.CrawlReport.Example;
import dev.arachne.report.CrawlReport.ItemTally;
import dev.arachne.report.CrawlReport.MediaTypeTally;
import dev.arachne.report.CrawlReport.ReasonTally;
import dev.arachne.report.CrawlReport.RenderTally;
import dev.arachne.report.CrawlReport.SlowPage;
import dev.arachne.report.CrawlReport.Tally;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report of a crawl as text. The first two lines answer "is all well?"; below, one section a
 * question, each row a number and its meaning, and below each fault its first URLs with the page
 * that links there.
 */
public final class ReportPrinter {
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private final StringBuilder text = new StringBuilder();
  private final Paint paint;

  private ReportPrinter(Paint paint) {
    this.paint = paint;
  }

  /** The report, of lines that end in {@code \n}; its texts cannot act on a terminal. */
  public static String text(CrawlReport report) {
    return text(report, Paint.PLAIN);
  }

  /** The same with colors; texts from the web cannot act on a terminal. */
  public static String text(CrawlReport report, Paint paint) {
    var printer = new ReportPrinter(paint);
    printer.summary(report);
    printer.statuses(report.statuses());
    printer.mediaTypes(report.mediaTypes());
    printer.reasons("Skipped", report.skipped());
    printer.reasons("Failed", report.failed());
    printer.reasons("Cut", report.cut());
    printer.slowest(report.slowest());
    report.items().ifPresent(printer::items);
    report.renderings().ifPresent(printer::renderings);
    printer.changes(report.changes());
    return printer.text.toString();
  }

  private void changes(List<String> inForce) {
    if (!inForce.isEmpty()) {
      line("");
      line(paint.heading("Changed while it ran"));
      inForce.forEach(each -> line("    " + TerminalText.escaped(each)));
    }
  }

  private void summary(CrawlReport report) {
    String roots =
        report.roots().stream()
            .limit(3)
            .map(TerminalText::escaped)
            .collect(Collectors.joining(", "));
    if (report.roots().size() > 3) {
      roots += " and " + Quantity.count(report.roots().size() - 3) + " more";
    }
    report.finishedBefore().ifPresent(when -> line(old(when)));
    line("Crawled " + roots + " in " + Quantity.time(report.elapsed()));
    line(
        "%s done%s, %s to do: %s"
            .formatted(
                urls(report.done()),
                report.skippedUrls() == 0
                    ? ""
                    : " (" + Quantity.count(report.skippedUrls()) + " skipped)",
                Quantity.count(report.toDo()),
                end(report)));
    line(
        "%s URLs/s, %s, %s %s"
            .formatted(
                Quantity.rate(report.urlsPerSecond()),
                Quantity.bytes(report.bytes()),
                Quantity.count(report.redirects()),
                report.redirects() == 1 ? "redirect" : "redirects"));
  }

  /** The message about a crawl that had ended before the command was run again. */
  public static String old(Instant finished) {
    String when = LocalDateTime.ofInstant(finished, ZoneId.systemDefault()).format(MINUTE);
    return "This crawl ended on "
        + when
        + "; nothing was fetched now. To fetch again, use --fresh, or arachne recrawl DIR.";
  }

  private static String urls(long count) {
    return Quantity.count(count) + (count == 1 ? " URL" : " URLs");
  }

  private static String end(CrawlReport report) {
    return switch (report.stopReason()) {
      case NOTHING_LEFT -> "nothing left";
      case LIMIT -> "stopped by --limit";
      case MAX_TIME -> "stopped by --max-time";
      case MAX_BYTES -> "stopped by --max-bytes";
      case MAX_ERRORS -> "stopped by --max-errors";
      case MEMORY -> "stopped, memory is full; use a larger --memory, or --store disk";
      case INTERRUPT -> "interrupted";
      case NOTHING_YET -> "going on";
    };
  }

  private void statuses(Map<Integer, Tally> statuses) {
    heading("Answered", statuses.isEmpty());
    statuses.forEach((status, tally) -> {
      String phrase = (status + " " + reasonPhrase(status)).strip();
      row(tally.count(), phrase, "", status >= 400);
      if (status >= 400) {
        examples(tally);
      }
    });
  }

  private void mediaTypes(List<MediaTypeTally> types) {
    heading("Media types", types.isEmpty());
    types.stream()
        .sorted(Comparator.comparingLong(MediaTypeTally::count).reversed())
        .forEach(type -> {
          String name = type.mediaType().isBlank() ? "(none given)" : type.mediaType();
          row(type.count(), name, Quantity.bytes(type.bytes()));
        });
  }

  private void reasons(String title, List<ReasonTally> reasons) {
    heading(title, reasons.isEmpty());
    reasons.stream()
        .sorted(Comparator.comparingLong((ReasonTally tally) -> tally.urls().count()).reversed())
        .forEach(tally -> {
          row(tally.urls().count(), tally.reason(), "", title.equals("Failed"));
          examples(tally.urls());
        });
  }

  private void slowest(List<SlowPage> pages) {
    heading("Slowest", pages.isEmpty());
    pages.forEach(page ->
        line("%10s  %s".formatted(Quantity.time(page.time()), TerminalText.escaped(page.url()))));
  }

  private void items(ItemTally items) {
    heading("Records", false);
    row(items.complete(), "scraped", "");
    if (items.incomplete() > 0) {
      row(items.incomplete(), "dropped: required field missing", "");
    }
    if (items.alone() > 0) {
      row(items.alone(), "without the fields of their detail page", "");
    }
    if (items.held() > 0) {
      row(items.held(), "held back until other pages are done", "");
    }
    for (FillRate field : items.fields()) {
      line("%9d%%  %s".formatted(field.percent(), TerminalText.escaped(field.field())));
    }
  }

  private void renderings(RenderTally tally) {
    heading("Rendered", false);
    row(
        tally.rendered(),
        tally.rendered() == 1 ? "page in the browser" : "pages in the browser",
        Quantity.count(tally.requests())
            + (tally.requests() == 1 ? " request, " : " requests, ")
            + Quantity.time(tally.time())
            + " in tabs");
    rowIfAny(
        tally.gained(),
        "gained links or words",
        Quantity.count(tally.links()) + " links, " + Quantity.count(tally.words()) + " words");
    rowIfAny(tally.samples(), "were samples for other pages", "");
    rowIfAny(tally.checks(), "were checks", "");
    rowIfAny(tally.withErrors(), "have errors in scripts", "");
    if (tally.failed() > 0) {
      row(tally.failed(), "failed, or are incomplete", "", true);
    }
    rowIfAny(tally.passed(), "not rendered: samples gained nothing", "");
  }

  private void rowIfAny(long count, String what, String more) {
    if (count > 0) {
      row(count, what, more);
    }
  }

  private void heading(String title, boolean isEmpty) {
    if (!isEmpty) {
      line("");
      line(paint.heading(title));
    }
  }

  private void row(long count, String what, String more) {
    row(count, what, more, false);
  }

  private void row(long count, String what, String more, boolean isBad) {
    String row =
        "%10s  %-30s  %s"
            .formatted(Quantity.count(count), TerminalText.escaped(what), more)
            .stripTrailing();
    line(isBad ? paint.bad(row) : row);
  }

  private void examples(Tally tally) {
    for (Example example : tally.examples()) {
      String from = example.via().isEmpty() ? "" : "  <- " + TerminalText.escaped(example.via());
      line(" ".repeat(14) + TerminalText.escaped(example.url()) + from);
    }
    long others = tally.count() - tally.examples().size();
    if (!tally.examples().isEmpty() && others > 0) {
      line(" ".repeat(14) + "and " + Quantity.count(others) + " more");
    }
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /** The usual words for a status (RFC 9110 15); empty for the rarer ones. */
  private static String reasonPhrase(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 204 -> "No Content";
      case 206 -> "Partial Content";
      case 300 -> "Multiple Choices";
      case 301 -> "Moved Permanently";
      case 302 -> "Found";
      case 303 -> "See Other";
      case 304 -> "Not Modified";
      case 307 -> "Temporary Redirect";
      case 308 -> "Permanent Redirect";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 408 -> "Request Timeout";
      case 410 -> "Gone";
      case 414 -> "URI Too Long";
      case 429 -> "Too Many Requests";
      case 451 -> "Unavailable For Legal Reasons";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      default -> "";
    };
  }
}
