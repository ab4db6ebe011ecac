package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** {@code arachne recrawl DIR}: visits the pages of a crawl again, and prints the changes. */
final class RecrawlCommand extends Verb {
  private final Argument<Path> directory = directory();
  private final Argument<Path> changes =
      options
          .option("--changes", "FILE", Path::of)
          .help("Append one JSON object per change to FILE.");
  private final Argument<Boolean> diff =
      options
          .flag("--diff")
          .help(
              "Also show changes in the text of pages, as a unified diff. Needs a crawl that keeps"
                  + " text or bodies.");
  private final Argument<Duration> every =
      options
          .option("--every", "TIME", Values::positiveTime)
          .help("Repeat every TIME until the program is stopped. Default: once.");
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.RESUME);
  private final MetricsTargets.Flags metricsTargets = new MetricsTargets.Flags(section("Output"));
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  RecrawlCommand() {
    super("recrawl", "[OPTION]... DIR", "Fetches the pages of a crawl again, and reports changes.");
    footer(
        """
        Requests are conditional (ETag, Last-Modified), so unchanged pages cost a response without a body.
        New links are followed as in the crawl. After an interruption, arachne resume DIR continues.

        Examples:
          arachne recrawl example.com.crawl
          arachne recrawl example.com.crawl --every 1h --changes changes.jsonl
          arachne recrawl example.com.crawl --diff
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    Verbosity verbosity = flags.verbosity();
    CrawlOptions.Builder changed = CrawlOptions.recordedIn(directory.typed());
    if (changed.build().outputs().rules().isPresent()) {
      throw mistake("a scrape is not visited again; scrape into another --dir");
    }
    Optional<Instant> before = changed.get(OptionTable.REVISIT_BEFORE);
    changed.revisitMost(OptionTable.REVISIT_MOST.usual()); // The one of an earlier visit is over.
    settings.applyTo(changed);
    if (!changed.get(OptionTable.REVISIT_BEFORE).equals(before)) {
      throw new UsageException(
          "--revisit-before",
          "recrawl visits what is older than now; use arachne resume "
              + directory.typed()
              + " --revisit-before DATE");
    }
    var diffs = diff.isOn() ? ChangePrinter.Diffs.TOLD : ChangePrinter.Diffs.LEFT_OUT;
    try (PrintWriter file = changes.isGiven() ? opened(changes.typed()) : null) {
      var printer = new ChangePrinter(verbosity == Verbosity.QUIET ? null : out(), file, diffs);
      return new VisitRounds(
              this,
              directory.typed(),
              every.value(),
              metricsTargets.metricsTargets(),
              verbosity,
              verbosity,
              printer)
          .run(changed);
    }
  }

  static PrintWriter opened(Path file) throws UsageException {
    try {
      return new PrintWriter(
          Files.newBufferedWriter(
              file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UsageException("--changes " + file, FileFailure.reason(e));
    }
  }
}
