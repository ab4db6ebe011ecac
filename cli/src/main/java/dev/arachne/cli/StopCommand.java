package dev.arachne.cli;

import dev.arachne.crawl.CrawlStatus;
import dev.arachne.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** {@code arachne stop DIR}: ends the process that crawls in a directory. */
final class StopCommand extends Verb {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Argument<Path> directory = directory();
  private final Argument<Duration> within =
      options
          .option("--within", "TIME", Values::positiveTime)
          .says("How long the crawl may take to end. Default: 3s.");

  StopCommand() {
    super("stop", "[OPTION]... DIR", "Ends the crawl that runs in a directory; it can be resumed.");
    footer(
        """
        The crawl is asked to end in order, as by ^C. If it has not within the time, its process is
        killed: what was in flight will be fetched again, and nothing else is lost.
        """);
  }

  @Override
  int run() throws UsageException, IOException, InterruptedException, ExecutionException {
    Optional<CrawlStatus.Holder> holder = CrawlStatus.holder(directory.typed());
    String where = TerminalText.escaped(directory.typed().toString()) + ": ";
    if (holder.isEmpty()) {
      out().println(where + "nobody crawls there");
      return ExitCode.DONE;
    }
    Optional<ProcessHandle> process = ProcessHandle.of(holder.get().process());
    String how = process.isEmpty() ? "has ended" : end(process.get());
    out().println(where + "process " + holder.get().process() + " " + how);
    return ExitCode.DONE;
  }

  private String end(ProcessHandle process) throws InterruptedException, ExecutionException {
    process.destroy();
    try {
      process.onExit().get(within.or(PATIENCE).toNanos(), TimeUnit.NANOSECONDS);
      return "has ended";
    } catch (TimeoutException e) {
      process.destroyForcibly();
      process.onExit().get();
      return "did not end in time and was killed";
    }
  }
}
