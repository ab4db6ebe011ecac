package dev.arachne.cli;

import dev.arachne.directory.CrawlDifference;
import dev.arachne.directory.CrawlDifference.Change;
import dev.arachne.directory.CrawlDifference.Outcome;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Prints how two crawls differ, as text with a line of sums at its end, or as lines of JSON. */
final class DifferencePrinter {
  private final PrintWriter out;
  private final Form form;

  /** The number of changes of each kind, in words for people. */
  private final Map<String, Long> sums = new LinkedHashMap<>();

  /** The form of the lines. */
  enum Form {
    TEXT,
    JSON
  }

  DifferencePrinter(PrintWriter out, Form form) {
    this.out = out;
    this.form = form;
  }

  /** Prints all differences; returns whether there is one. */
  boolean print(Path earlier, Path later) throws UsageException, IOException {
    CrawlDifference.between(earlier, later, this::print);
    if (form == Form.TEXT) {
      List<String> parts = new ArrayList<>();
      sums.forEach((what, count) -> parts.add(Quantity.count(count) + " " + what));
      out.print((parts.isEmpty() ? "no difference" : String.join(", ", parts)) + "\n");
    }
    out.flush();
    return !sums.isEmpty();
  }

  private void print(Change change) {
    sums.merge(sort(change), 1L, Long::sum);
    out.print((form == Form.JSON ? json(change) : text(change)) + "\n");
  }

  private static String sort(Change change) {
    return switch (change) {
      case CrawlDifference.Added _ -> "URLs added";
      case CrawlDifference.Lost _ -> "URLs lost";
      case CrawlDifference.Changed _ -> "URLs with another verdict";
      case CrawlDifference.OtherBody _ -> "URLs with another body";
      case CrawlDifference.RecordAdded _ -> "records added";
      case CrawlDifference.RecordLost _ -> "records lost";
    };
  }

  private static String text(Change change) {
    return TerminalText.escaped(
        switch (change) {
          case CrawlDifference.Added(var url, var via, var now) ->
              "+ " + url + "  " + text(now) + from(via);
          case CrawlDifference.Lost(var url, var via, var before) ->
              "- " + url + "  " + text(before) + from(via);
          case CrawlDifference.Changed(var url, var before, var now) ->
              "! " + url + "  " + text(before) + " -> " + text(now);
          case CrawlDifference.OtherBody(var url, var before, var now) ->
              "~ " + url + "  " + text(before) + " -> " + text(now);
          case CrawlDifference.RecordAdded(String line) -> "+ " + line;
          case CrawlDifference.RecordLost(String line) -> "- " + line;
        });
  }

  private static String from(@Nullable CrawlUrl via) {
    return via == null ? "" : "  <- " + via;
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Decided(var verdict) -> WhyCommand.outcome(verdict);
      case Outcome.Pending _ -> "to do";
    };
  }

  private static void via(JsonGenerator object, @Nullable CrawlUrl via) {
    if (via != null) {
      object.writeStringProperty("via", via.toString());
    }
  }

  private static String json(Change change) {
    return JsonLine.of(object -> {
      switch (change) {
        case CrawlDifference.Added(var url, var via, var now) -> {
          object.writeStringProperty("change", "added");
          object.writeStringProperty("url", url.toString());
          via(object, via);
          object.writeStringProperty("now", text(now));
        }
        case CrawlDifference.Lost(var url, var via, var before) -> {
          object.writeStringProperty("change", "lost");
          object.writeStringProperty("url", url.toString());
          via(object, via);
          object.writeStringProperty("before", text(before));
        }
        case CrawlDifference.Changed(var url, var before, var now) -> {
          object.writeStringProperty("change", "verdict");
          object.writeStringProperty("url", url.toString());
          object.writeStringProperty("before", text(before));
          object.writeStringProperty("now", text(now));
        }
        case CrawlDifference.OtherBody(var url, var before, var now) -> {
          object.writeStringProperty("change", "body");
          object.writeStringProperty("url", url.toString());
          object.writeStringProperty("before", text(before));
          object.writeStringProperty("now", text(now));
        }
        case CrawlDifference.RecordAdded(String line) -> {
          object.writeStringProperty("change", "record added");
          object.writeStringProperty("record", line);
        }
        case CrawlDifference.RecordLost(String line) -> {
          object.writeStringProperty("change", "record lost");
          object.writeStringProperty("record", line);
        }
      }
    });
  }
}
