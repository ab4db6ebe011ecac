package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.cli.DifferencePrinter.Form;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** {@code arachne diff EARLIER LATER}: how two kept crawls differ. */
final class DiffCommand extends Verb {
  private final Streams streams;

  private final Argument<List<String>> crawls =
      many("EARLIER LATER").help("The directories of the two crawls.");
  private final Argument<Boolean> json =
      options.flag("--json").help("Print one JSON object per difference.");

  DiffCommand(Streams streams) {
    super(
        "diff",
        "[OPTION]... EARLIER LATER",
        "Lists the differences of two crawls: URLs, verdicts, bodies, records.");
    this.streams = streams;
    footer(
        """
        A line begins with + for a URL or record in the later crawl only, - for one in the earlier only,
        ! for a URL with a different verdict, ~ for one with a different body. Times are not compared.

        Exit code: 0 there is no difference; 1 there is one; 2 a mistake at the command line.

        Example:
          arachne crawl --from archive --exclude /old/ --dir b.crawl
          arachne diff a.crawl b.crawl
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = crawls.or(List.of());
    refuseOptions(typed);
    if (typed.size() != 2) {
      throw mistake("two crawls are compared; use arachne diff EARLIER LATER");
    }
    PrintWriter out = json.isOn() ? streams.utf8() : out();
    var printer = new DifferencePrinter(out, json.isOn() ? Form.JSON : Form.TEXT);
    boolean differ = printer.print(Path.of(typed.getFirst()), Path.of(typed.getLast()));
    return differ ? ExitCode.FAILED : ExitCode.DONE;
  }
}
