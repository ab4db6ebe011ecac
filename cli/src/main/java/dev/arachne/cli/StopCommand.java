package dev.arachne.cli;

import dev.arachne.crawl.CrawlStatus;
import dev.arachne.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arachne stop DIR}: ends the process that crawls in a directory. */
@Command(
    name = "stop",
    description = "Ends the crawl that runs in a directory; it can be resumed.",
    customSynopsis = "arachne stop [OPTION]... DIR",
    sortOptions = false,
    footer = {
      "",
      "The crawl is asked to end in order, as by ^C. If it has not within the time, its process is",
      "killed: what was in flight will be fetched again, and nothing else is lost."
    })
final class StopCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "DIR", description = "The directory of the crawl.")
  private Path directory = Path.of("");

  @Option(
      names = "--within",
      paramLabel = "TIME",
      converter = Values.PositiveTime.class,
      description = "How long the crawl may take to end. Default: 3s.")
  private Duration within = Duration.ofSeconds(3);

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  boolean help;

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    CommandLine program = spec.commandLine();
    try {
      Optional<CrawlStatus.Holder> holder = CrawlStatus.holder(directory);
      if (holder.isEmpty()) {
        program
            .getOut()
            .println(TerminalText.escaped(directory.toString()) + ": nobody crawls there");
        return ExitCode.DONE;
      }
      Optional<ProcessHandle> process = ProcessHandle.of(holder.get().process());
      String how = process.isEmpty() ? "has ended" : end(process.get());
      program
          .getOut()
          .println(
              TerminalText.escaped(directory.toString())
                  + ": process "
                  + holder.get().process()
                  + " "
                  + how);
      return ExitCode.DONE;
    } catch (UsageException mistake) {
      throw new CommandLine.ParameterException(program, String.valueOf(mistake.getMessage()));
    } catch (IOException failure) {
      program.getErr().println("arachne stop: " + TerminalText.escaped(failure.toString()));
      return ExitCode.FAILED;
    }
  }

  private String end(ProcessHandle process) throws InterruptedException, ExecutionException {
    process.destroy();
    try {
      process.onExit().get(within.toNanos(), TimeUnit.NANOSECONDS);
      return "has ended";
    } catch (TimeoutException e) {
      process.destroyForcibly();
      process.onExit().get();
      return "did not end in time and was killed";
    }
  }
}
