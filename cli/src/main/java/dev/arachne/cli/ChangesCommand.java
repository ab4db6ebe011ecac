package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/** {@code arachne changes DIR}: what has changed on the sites of a crawl. */
final class ChangesCommand extends Verb {
  private final Streams streams;

  private final Argument<Path> directory = directory();
  private final Argument<Instant> since =
      options
          .option("--since", "DATE", TypedDate::parse)
          .says(
              "Compare what was decided from DATE on with what was known before. Default: since the"
                  + " last recrawl began.");
  private final Argument<Boolean> json =
      options.flag("--json").says("An object of JSON for each change.");
  private final Argument<Boolean> diff =
      options
          .flag("--diff")
          .says(
              "What has changed in the text of pages, too, as a unified diff. Needs a crawl that kept"
                  + " their text or their bodies.");

  ChangesCommand(Streams streams) {
    super(
        "changes",
        "[OPTION]... DIR",
        "Tells which pages were added, changed, moved or removed since the last recrawl.");
    this.streams = streams;
    footer(
        """
        A line begins with + for a page that was added, ~ for one that has changed, > for one that has
        moved, - for one that was removed. A page that could not be fetched is where it was. A page is
        removed only if its host has answered for another page since.

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
