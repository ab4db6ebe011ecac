package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.index.CrawlIndexing;
import dev.arachne.index.IndexingReport;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.nio.file.Path;

/** {@code arachne index DIR}: makes the index of a crawl, or brings it up to date. */
final class IndexCommand extends Verb {
  private final Argument<Path> directory = directory();

  IndexCommand() {
    super("index", "DIR", "Makes an index of the pages of a crawl, to be searched.");
    footer(
        """
        The crawl has kept what its pages say: by --index, --warc or --save, or it was made of archives
        (--from, arachne archive import). What came since the last time is added; it can be killed and
        typed again.

        Exit code: 1 the crawl cannot be read, or the index not be written; 2 a mistake at the command
        line.

        Examples:
          arachne crawl example.com --warc
          arachne index example.com.crawl
          arachne search example.com.crawl "what I look for"
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    IndexingReport report = CrawlIndexing.of(directory.typed());
    out()
        .println(
            TerminalText.escaped(
                "%s: %s pages, %s verdicts taken in now"
                    .formatted(
                        report.directory(),
                        Quantity.count(report.pages()),
                        Quantity.count(report.verdicts()))));
    if (report.unread() > 0) {
      err()
          .println(
              "warning: of %s pages nothing was kept; they are found by their URLs and by links alone"
                  .formatted(Quantity.count(report.unread())));
    }
    return ExitCode.DONE;
  }
}
