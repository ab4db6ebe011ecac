package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlOptions;
import dev.arachne.crawl.OnExisting;
import dev.arachne.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arachne resume DIR}: goes on with a crawl, with other options if they are given. */
@Command(
    name = "resume",
    description = "Goes on with the crawl in a directory.",
    customSynopsis = "arachne resume [OPTION]... DIR",
    sortOptions = false,
    footer = {
      "",
      "Options that are given count from now on, for what is decided from now on, and are recorded in",
      "DIR/log; all others stay as they were. URLs that were skipped stay skipped.",
      "",
      "Examples:",
      "  arachne resume example.com.crawl",
      "  arachne resume example.com.crawl --limit 100000 --tasks 50"
    })
final class ResumeCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "The directory of the crawl.")
  private Path directory = Path.of("");

  @Mixin(name = "What belongs to the crawl")
  private CrawlCommand.Admission admission = new CrawlCommand.Admission();

  @Mixin(name = "Manners")
  private CrawlCommand.Manners manners = new CrawlCommand.Manners();

  @Mixin(name = "Network")
  private CrawlCommand.Network network = new CrawlCommand.Network();

  @Mixin(name = "What it may take")
  private CrawlCommand.Costs costs = new CrawlCommand.Costs();

  @Mixin(name = "Output")
  private CrawlCommand.Output output = new CrawlCommand.Output();

  ResumeCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    CommandLine program = spec.commandLine();
    Verbosity verbosity = output.verbosity(spec);
    try {
      CrawlOptions options = options();
      if (options.rules().isPresent()) {
        if (output.pages.isPresent()) {
          throw new CommandLine.ParameterException(
              program, "a scrape goes on in the file it began with; leave out -o");
        }
        return ScrapeCommand.run("resume", options, streams, verbosity, spec);
      }
      var crawl = new Crawl(options);
      return new CrawlRun("resume", crawl, verbosity, program.getOut(), program.getErr()).run();
    } catch (UsageException mistake) {
      throw new CommandLine.ParameterException(program, String.valueOf(mistake.getMessage()));
    } catch (IOException failure) {
      program.getErr().println("arachne resume: " + TerminalText.escaped(failure.toString()));
      return ExitCode.FAILED;
    }
  }

  private CrawlOptions options() throws UsageException, IOException {
    CrawlOptions.Builder options = CrawlOptions.recordedIn(directory);
    admission.applyTo(options);
    manners.applyTo(options);
    network.applyTo(options);
    costs.applyTo(options);
    output.applyTo(options);
    return options.existing(OnExisting.CHANGE).build();
  }
}
