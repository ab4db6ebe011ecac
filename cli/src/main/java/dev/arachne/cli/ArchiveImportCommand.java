package dev.arachne.cli;

import dev.arachne.archive.ArchiveSeeds;
import dev.arachne.archive.WarcFile;
import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.CaptureChoice;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.OptionType;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code arachne archive import FILE|DIR... -o DIR}: archives as a crawl of all they have. */
final class ArchiveImportCommand extends Verb {
  private final Argument<List<String>> names = many("FILE|DIR").help("The archives to import.");
  private final Argument<Path> output =
      options
          .option("-o --output", "DIR", Values.of(OptionType.directory()))
          .help("The directory of the crawl; its name should end in .crawl.");
  private final Argument<Boolean> fresh =
      options.flag("--fresh").help("Replace the crawl in the directory, if there is one.");
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  ArchiveImportCommand() {
    super(
        "archive import",
        "[OPTION]... FILE|DIR... -o DIR",
        "Imports archives as a crawl, so that why, status, audit, diff and scrape work on"
            + " them.");
    footer(
        """
        Every capture of an http or https URL is visited, in order of time, and nothing else. The files
        are not copied, so keep them where they are. After ^C or a kill the same command continues.

        Exit code: as that of arachne crawl.

        Example:
          arachne archive import wget.warc.gz -o example.crawl
          arachne why https://example.com/ example.crawl
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    List<String> typed = names.or(List.of());
    refuseOptions(typed);
    List<WarcFile> files = TypedArchives.of(this, typed).files();
    if (!output.isGiven()) {
      throw mistake("no directory for the crawl; use -o NAME.crawl");
    }
    String first =
        ArchiveSeeds.firstCapture(files)
            .orElseThrow(() ->
                mistake(
                    "no capture of an http or https URL is in "
                        + String.join(", ", typed)
                        + "; use other files"));
    CrawlOptions options =
        CrawlOptions.crawlOf(first)
            .archives(typed.stream().map(Path::of).toList())
            .captures(CaptureChoice.ALL)
            .directory(output.typed())
            .existing(fresh.isOn() ? ExistingCrawlPolicy.REPLACE : ExistingCrawlPolicy.RESUME)
            .build();
    return new CrawlRun(name(), new Crawl(options), flags.verbosity(), out(), err())
        .indexing(options)
        .run();
  }
}
