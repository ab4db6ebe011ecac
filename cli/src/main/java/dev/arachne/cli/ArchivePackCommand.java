package dev.arachne.cli;

import dev.arachne.archive.WaczPack;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.TimeSource;
import dev.arachne.terminal.Quantity;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** {@code arachne archive pack FILE|DIR... -o FILE.wacz}: one file for replay. */
final class ArchivePackCommand extends Verb {
  private final Argument<List<String>> names = many("FILE|DIR").help("The archives to pack.");
  private final Argument<Path> output =
      options
          .option("-o --output", "FILE", Values::outputFile)
          .help("The file to write; its name should end in .wacz.");
  private final Argument<String> title =
      options.option("--title", "TEXT", text -> text).help("The title of the archive.");

  ArchivePackCommand() {
    super(
        "archive pack",
        "[OPTION]... FILE|DIR... -o FILE",
        "Packs WARC files, an index and a list of pages into one file (WACZ 1.1.1).");
    footer(
        """
        ReplayWeb.page and other programs show what is in such a file.

        Exit code: 0 done; 1 a WARC file is damaged, which is told on the error stream (it is packed
        as it is), or the file could not be written; 2 a mistake at the command line.

        Example:
          arachne archive pack example.com.crawl -o example.wacz --title "Example, autumn 2026"
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = names.or(List.of());
    refuseOptions(typed);
    List<WarcFile> files = TypedArchives.of(this, typed).files();
    if (!output.isGiven()) {
      throw mistake("no file to write; use -o FILE.wacz");
    }
    var about =
        new WaczPack.About(
            title.or(""),
            Version.text(),
            TimeSource.SYSTEM.now().truncatedTo(ChronoUnit.SECONDS).toString());
    try {
      WaczPack.Result result =
          WaczPack.write(output.typed(), files, about, new HtmlTitles(), this::tell);
      out()
          .printf(
              "%s: %s, captures %s, pages %s%n",
              output.typed(),
              result.files() == 1 ? "1 WARC file" : Quantity.count(result.files()) + " WARC files",
              Quantity.count(result.captures()),
              Quantity.count(result.pages()));
      out().flush();
      return result.faults() == 0 ? ExitCode.DONE : ExitCode.FAILED;
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          String.valueOf(e.getFile()), e.getReason() + "; rename one of them, or pack them apart");
    }
  }

  private void tell(WarcFault fault) {
    TypedArchives.tell(this, fault);
  }
}
