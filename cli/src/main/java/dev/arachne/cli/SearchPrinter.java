package dev.arachne.cli;

import dev.arachne.index.SearchResults;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.PrintWriter;
import java.util.List;

/** Prints results of a search as {@code arachne search} does, for verbs of other modules. */
public final class SearchPrinter {
  private SearchPrinter() {}

  /** The form of results. */
  public enum Form {
    /** Lines for people. */
    TEXT,
    /** A JSON object, on one line. */
    JSON
  }

  /**
   * Prints results that may be partial.
   *
   * @param missing the parts that were not searched, a line each; empty if the results are whole
   */
  public static void print(
      SearchResults results, List<String> missing, Form form, PrintWriter out) {
    if (form == Form.JSON) {
      out.println(ResultPrinter.json(results, missing));
    } else {
      boolean isTerminal = Streams.ofProcess().outIsTerminal().getAsBoolean();
      out.print(new ResultPrinter(isTerminal).text(results));
      missing.forEach(line -> out.println("partial: " + TerminalText.escaped(line)));
    }
    out.flush();
  }
}
