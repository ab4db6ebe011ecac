package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.TimeSource;
import dev.arachne.terminal.TerminalText;
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
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final Argument<Path> directory = directory();
  private final Argument<Duration> within =
      options
          .option("--within", "TIME", Values::positiveTime)
          .help("Grace period before the process is killed. Default: 3s.");

  StopCommand() {
    super("stop", "[OPTION]... DIR", "Stops a running crawl; it can be resumed.");
    footer(
        """
        The crawl stops as after ^C. If it does not within the grace period, its process is killed: then
        requests in flight are repeated on resume, and nothing else is lost.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException, ExecutionException {
    Optional<CrawlStatus.Holder> holder = CrawlStatus.holder(directory.typed());
    String where = TerminalText.escaped(directory.typed().toString()) + ": ";
    if (holder.isEmpty()) {
      out().println(where + "no process crawls there");
      return ExitCode.DONE;
    }
    String process = "process " + holder.get().process();
    Optional<ProcessHandle> handle = holder.get().handle();
    if (handle.isEmpty()) {
      err()
          .println(
              "arachne stop: "
                  + where
                  + process
                  + " crawls there, but cannot be seen from here; stop it on its machine, or in"
                  + " the container, where it runs");
      return ExitCode.FAILED;
    }
    return end(handle.get(), where + process + " ");
  }

  private int end(ProcessHandle process, String who)
      throws UsageException, IOException, InterruptedException, ExecutionException {
    process.destroy();
    if (hasEndedInTime(process)) {
      out().println(who + "has ended");
      return ExitCode.DONE;
    }
    process.destroyForcibly();
    if (hasEndedInTime(process)) {
      out().println(who + "did not end in time and was killed");
      return ExitCode.DONE;
    }
    err().println("arachne stop: " + who + "was killed and has not ended yet");
    return ExitCode.FAILED;
  }

  /**
   * Waits until the process holds the directory no longer. Whether it has exited does not matter,
   * and is not always visible: a process that is never reaped stays indefinitely.
   */
  private boolean hasEndedInTime(ProcessHandle process)
      throws UsageException, IOException, InterruptedException, ExecutionException {
    Deadline latest = Deadline.after(TimeSource.SYSTEM, within.or(PATIENCE));
    while (isHeldBy(process)) {
      if (latest.hasPassed()) {
        return false;
      }
      awaitExit(process);
    }
    return true;
  }

  private boolean isHeldBy(ProcessHandle process) throws UsageException, IOException {
    return CrawlStatus.holder(directory.typed())
        .filter(holder -> holder.process() == process.pid())
        .isPresent();
  }

  private static void awaitExit(ProcessHandle process)
      throws InterruptedException, ExecutionException {
    try {
      process.onExit().get(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return; // It may have ended nevertheless.
    }
  }
}
