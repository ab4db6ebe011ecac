package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Deadline;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** {@code arachne watch URL}: prints the changes of one page, by second visits of a crawl of it. */
final class WatchCommand extends Verb {
  private final Argument<CrawlUrl> url =
      optional("URL", NetworkValues::url).help("The page; http:// may be omitted.");
  private final Argument<Duration> every =
      options
          .option("--every", "TIME", Values::positiveTime)
          .help("Repeat every TIME until the program is stopped. Default: once.");
  private final Argument<Path> directory =
      options
          .option("--dir", "DIR", Path::of)
          .help("The directory for the page. Default: HOST.NUMBER.watch, by its URL.");
  private final Argument<Path> changes =
      options
          .option("--changes", "FILE", Path::of)
          .help("Append one JSON object per change to FILE.");
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.RESUME);
  private final MetricsTargets.Flags metricsTargets = new MetricsTargets.Flags(section("Output"));
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  WatchCommand() {
    super("watch", "[OPTION]... URL", "Fetches a page repeatedly, and shows changes in its text.");
    footer(
        """
        The first run archives the page; each later run fetches it by a conditional request and compares.
        The directory is that of a crawl: arachne why, changes and archive work on it.

        Examples:
          arachne watch example.com/prices --every 1h
          arachne watch example.com/prices --changes prices.jsonl -q
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Verbosity verbosity = flags.verbosity();
    Verbosity crawls = verbosity == Verbosity.VERBOSE ? verbosity : Verbosity.QUIET;
    CrawlUrl page = url.value().orElseThrow(() -> mistake("no page; use arachne watch URL"));
    Path kept = directory.or(directoryOf(page));
    try (PrintWriter file = changes.isGiven() ? RecrawlCommand.opened(changes.typed()) : null) {
      var printer =
          new ChangePrinter(
              verbosity == Verbosity.QUIET ? null : out(), file, ChangePrinter.Diffs.TOLD);
      var rounds =
          new VisitRounds(
              this,
              kept,
              every.value(),
              metricsTargets.metricsTargets(),
              verbosity,
              crawls,
              printer);
      if (!Files.exists(kept)) {
        Deadline next = rounds.nextRound();
        int code = begin(page, kept, verbosity, crawls);
        if (!every.isGiven() || !VisitRounds.goesOn(code)) {
          return code;
        }
        VisitRounds.await(next);
      }
      return rounds.run(again(page, kept));
    }
  }

  private int begin(CrawlUrl page, Path kept, Verbosity verbosity, Verbosity crawls)
      throws UsageException, IOException {
    var crawl = CrawlOptions.crawlOf(page.toString()).maxDepth(0).warc().directory(kept);
    settings.applyTo(crawl);
    CrawlOptions first = crawl.existing(ExistingCrawlPolicy.RESUME).build();
    int code = ResumeCommand.goOn(this, first, metricsTargets.metricsTargets(), crawls);
    if (verbosity != Verbosity.QUIET && VisitRounds.goesOn(code)) {
      out().println("kept in " + kept + "; use the same again to compare");
      out().flush();
    }
    return code;
  }

  private CrawlOptions.Builder again(CrawlUrl page, Path kept) throws UsageException, IOException {
    CrawlOptions.Builder crawl = CrawlOptions.recordedIn(kept);
    if (!crawl.get(OptionTable.ROOTS).equals(List.of(page.toString()))) {
      throw new UsageException("--dir " + kept, "has another crawl; name another directory");
    }
    settings.applyTo(crawl);
    return crawl;
  }

  private static Path directoryOf(CrawlUrl page) {
    return DirectoryName.of(
        page.toString(), String.format(Locale.ROOT, "%08x.watch", page.toString().hashCode()));
  }
}
