package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Second visits of the pages of a crawl, one or one after the other, with the changes printed after
 * each. Immutable; it blocks.
 *
 * @param verb that was typed
 * @param every from the beginning of a visit to that of the next; empty for one
 * @param crawls the verbosity of each visit
 * @param printer prints the changes
 */
record VisitRounds(
    Verb verb,
    Path directory,
    Optional<Duration> every,
    MetricsTargets metricsTargets,
    Verbosity verbosity,
    Verbosity crawls,
    ChangePrinter printer) {

  /** Visits once, or with an interval until the program is ended; returns the exit code. */
  int run(CrawlOptions.Builder changed) throws UsageException, IOException {
    printer.check(directory);
    while (true) {
      Deadline next = nextRound();
      Instant begin = TimeSource.SYSTEM.now().truncatedTo(ChronoUnit.MICROS);
      CrawlOptions crawl =
          changed.revisitBefore(begin).existing(ExistingCrawlPolicy.CHANGE).build();
      int code = ResumeCommand.goOn(verb, crawl, metricsTargets, crawls);
      if (code == ExitCode.USAGE || code == ExitCode.MACHINE) {
        return code; // The changes are not known.
      }
      printer.print(directory, Optional.of(begin));
      if (verbosity != Verbosity.QUIET) {
        verb.out().println(printer.sums());
        verb.out().flush();
      }
      if (every.isEmpty() || !goesOn(code)) {
        return code;
      }
      await(next);
    }
  }

  /** The beginning of the next visit if one begins now. */
  Deadline nextRound() {
    return Deadline.after(TimeSource.SYSTEM, every.orElse(Duration.ZERO));
  }

  /** Whether there is another visit after one that has ended so. */
  static boolean goesOn(int code) {
    return code == ExitCode.DONE || code == ExitCode.FAILED;
  }

  static void await(Deadline next) {
    while (!next.hasPassed()) {
      LockSupport.parkNanos(next.remainingNanos());
    }
  }
}
