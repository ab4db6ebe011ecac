package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** {@code arachne changes DIR}: the changes on the sites of a crawl. */
final class ChangesCommand extends Verb {
  private final Streams streams;

  private final Argument<Path> directory = directory();
  private final Argument<Instant> since =
      options
          .option("--since", "DATE", TypedDate::parse)
          .help(
              "Compare the visits from DATE on with the visits before. Default: since the last"
                  + " recrawl began.");
  private final Argument<Boolean> json =
      options.flag("--json").help("Print one JSON object per change.");
  private final Argument<Boolean> diff =
      options
          .flag("--diff")
          .help(
              "Also show changes in the text of pages, as a unified diff. Needs a crawl that kept"
                  + " text or bodies.");

  ChangesCommand(Streams streams) {
    super(
        "changes",
        "[OPTION]... DIR",
        "Lists the pages that were added, changed, moved or removed since the last recrawl.");
    this.streams = streams;
    footer(
        """
        A line begins with + for an added page, ~ for a changed one, > for a moved one, - for a removed
        one. A failed fetch is not a removal, unless the host has answered for another page since.

        Example:
          arachne recrawl example.com.crawl
          arachne changes example.com.crawl --json > changes.jsonl
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    var diffs = diff.isOn() ? ChangePrinter.Diffs.TOLD : ChangePrinter.Diffs.LEFT_OUT;
    var printer =
        json.isOn()
            ? new ChangePrinter(null, streams.utf8(), diffs)
            : new ChangePrinter(out(), null, diffs);
    printer.check(directory.typed());
    printer.print(directory.typed(), since.value());
    if (!json.isOn()) {
      out().println(printer.sums());
      out().flush();
    }
    return ExitCode.DONE;
  }
}
