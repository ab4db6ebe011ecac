package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Values;
import dev.arachne.index.SearchQuery;
import dev.arachne.index.SearchResults;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.PrintWriter;
import java.util.List;

/** The options of verbs that search, and the way in which these print their results. */
public final class SearchArguments {
  private static final int MOST_PAGE = 1_000;

  private final Streams streams;
  private final Argument<Integer> page;
  private final Argument<Boolean> facets;
  private final Argument<Boolean> json;

  /** Adds them to the options of a verb that prints to these streams. */
  public SearchArguments(Section options, Streams streams) {
    this.streams = streams;
    page =
        options
            .option("--page", "N", text -> (int) Values.number(text, 1, MOST_PAGE))
            .help("Show the N-th page of ten results.");
    facets = options.flag("--facets").help("Count the results by site, media type and language.");
    json = options.flag("--json").help("Print the results as a JSON object.");
  }

  /** The query of these words, as the options want it. */
  public SearchQuery query(List<String> words) {
    SearchQuery query = SearchQuery.of(String.join(" ", words)).withPage(page.or(1));
    return facets.isOn() ? query.withFacets() : query;
  }

  /** Prints all results of a page; returns the exit code. */
  int print(SearchResults results, PrintWriter out) {
    if (json.isOn()) {
      print(ResultPrinter.json(results));
    } else {
      print(results, out, List.of());
    }
    return code(results);
  }

  /**
   * Prints results that may be partial; returns the exit code.
   *
   * @param missing the parts that were not searched, a line each; empty if the results are whole
   */
  public int print(SearchResults results, List<String> missing, PrintWriter out) {
    if (json.isOn()) {
      print(ResultPrinter.json(results, missing));
    } else {
      print(results, out, missing);
    }
    return code(results);
  }

  private void print(String json) {
    PrintWriter out = streams.utf8();
    out.print(json + "\n");
    out.flush();
  }

  private void print(SearchResults results, PrintWriter out, List<String> missing) {
    out.print(new ResultPrinter(streams.outIsTerminal().getAsBoolean()).text(results));
    missing.forEach(line -> out.println("partial: " + TerminalText.escaped(line)));
    out.flush();
  }

  private static int code(SearchResults results) {
    return results.hits().isEmpty() ? ExitCode.FAILED : ExitCode.DONE;
  }
}
