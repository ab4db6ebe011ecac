package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.Crawl;
import dev.arachne.ledger.Change;
import dev.arachne.options.ChangeText;
import dev.arachne.options.CrawlOption;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne resume DIR}: resumes a crawl, with other options if they are given. */
final class ResumeCommand extends Verb {
  private final Streams streams;

  private final Argument<Path> directory = directory();
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.RESUME);
  private final Argument<List<Change>> tell =
      section(CrawlOption.Section.START.title())
          .options("--tell", "CHANGE", ResumeCommand::change)
          .help("Make a change first, as arachne tell does. Repeatable.");
  private final MetricsTargets.Flags metricsTargets = new MetricsTargets.Flags(section("Output"));
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  ResumeCommand(Streams streams) {
    super(
        "resume",
        "[OPTION]... DIR",
        "Resumes the crawl in a directory, with other options if they are given.");
    this.streams = streams;
    brief(
        """
        Usage: arachne resume [OPTION]... DIR
        Continues the crawl in a directory, with other options if they are given.

          --limit N           stop after N URLs, all runs together
          --max-time TIME     stop after TIME of crawling, all runs together
          -l, --depth N       follow at most N links from a seed
          -w, --delay TIME    minimum time between two requests to a host
          --tasks N           maximum number of parallel requests
          --exclude REGEX     skip URLs that match, in place of what was excluded before
          --tell CHANGE       make a change first, as arachne tell does

        Examples:
          arachne resume example.com.crawl
          arachne resume example.com.crawl --limit 100000 --tasks 50
          arachne resume example.com.crawl --tell 'open=/calendar/#/#'

        arachne resume --help lists all options by group.
        """);
    footer(
        """
        New options apply from now on and are recorded in DIR/log; all others stay as they were. Skipped
        URLs stay skipped, except for those of a template that --tell open=TEMPLATE opens.

        Examples:
          arachne resume example.com.crawl
          arachne resume example.com.crawl --limit 100000 --tasks 50
          arachne resume example.com.crawl --tell 'open=/calendar/#/#'
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Verbosity verbosity = flags.verbosity();
    CrawlOptions.Builder changed = CrawlOptions.recordedIn(directory.typed());
    settings.applyTo(changed);
    CrawlOptions crawl = changed.existing(ExistingCrawlPolicy.CHANGE).build();
    List<Change> changes = tell.or(List.of());
    if (crawl.outputs().rules().isEmpty()) {
      return goOn(this, crawl, changes, metricsTargets.metricsTargets(), verbosity);
    }
    if (!crawl.outputs().pages().isEmpty()) {
      throw mistake("a scrape continues in the file it began with; leave out -o");
    }
    return ScrapeCommand.run(
        this, crawl, streams, changes, verbosity, metricsTargets.metricsTargets());
  }

  private static Change change(String typed) {
    try {
      return ChangeText.parse(typed);
    } catch (UsageException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** Resumes a crawl without scraping, for a verb. */
  static int goOn(Verb verb, CrawlOptions crawl, MetricsTargets metricsTargets, Verbosity verbosity)
      throws UsageException, IOException {
    return goOn(verb, crawl, List.of(), metricsTargets, verbosity);
  }

  private static int goOn(
      Verb verb,
      CrawlOptions crawl,
      List<Change> changes,
      MetricsTargets metricsTargets,
      Verbosity verbosity)
      throws UsageException, IOException {
    CrawlReporting reporting = CrawlReporting.of(verb, crawl, List.of());
    int code =
        new CrawlRun(
                verb.name(), new Crawl(crawl).beginWith(changes), verbosity, verb.out(), verb.err())
            .indexing(crawl)
            .showing(crawl)
            .measured(metricsTargets)
            .run();
    return reporting.after(code, verbosity, verb.out());
  }
}
