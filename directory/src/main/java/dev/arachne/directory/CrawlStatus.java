package dev.arachne.directory;

import dev.arachne.ledger.Changes;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.FrontierSnapshot;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.LimitOptions;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.CrawlStatistics;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * A crawl as its directory has it, whether or not a process crawls there. Immutable.
 *
 * @param directory where the crawl is kept
 * @param holder the process that crawls there now; empty if none does
 * @param shortage the resource for which the crawl waits, such as room on a disk; empty if it does
 *     not wait
 * @param counts of all URLs, by state; those in flight count as queued
 * @param report the results of the crawl; has the changes in force as texts
 * @param changes the changes in force, in order
 * @param diskBytes of the frontier and the ledger
 * @param residentBytes of memory that the crawling process has, where the system shows it
 * @param browserBytes of memory that all processes of its browser have together, shared memory
 *     counted once; empty if it renders no pages, or the system does not show it
 */
public record CrawlStatus(
    Path directory,
    Optional<Holder> holder,
    Optional<String> shortage,
    FrontierCounts counts,
    CrawlReport report,
    List<LedgerEntry.Changed> changes,
    long diskBytes,
    OptionalLong residentBytes,
    OptionalLong browserBytes) {

  /**
   * The process that crawls in a directory.
   *
   * @param process its process id, on the machine and in the container where it runs
   * @param since when it began to crawl there
   * @param started when the process began, where the system shows it
   */
  public record Holder(long process, Instant since, Optional<Instant> started) {
    /** The tolerance for corrections of the system's clock between two looks at a process. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    static Holder ofThisProcess(Instant since) {
      ProcessHandle own = ProcessHandle.current();
      return new Holder(own.pid(), since, own.info().startInstant());
    }

    /** The holder that a line describes; empty if the line has another format. */
    static Optional<Holder> of(String line) {
      String[] words = line.strip().split(" ");
      if (words.length < 2) {
        return Optional.empty();
      }
      return Optional.of(
          new Holder(
              Long.parseLong(words[0]),
              Instant.parse(words[1]),
              words.length > 2 ? Optional.of(Instant.parse(words[2])) : Optional.empty()));
    }

    String line() {
      return process + " " + since + started.map(at -> " " + at).orElse("");
    }

    /**
     * The process; empty if it cannot be seen from here. Another process with its number here does
     * not count, as for a crawl in a container that is seen from outside.
     */
    public Optional<ProcessHandle> handle() {
      return ProcessHandle.of(process).filter(this::isIt);
    }

    private boolean isIt(ProcessHandle candidate) {
      Optional<Instant> began = candidate.info().startInstant();
      if (began.isEmpty()) {
        return true; // The holder cannot have known its start either.
      }
      return started
          .map(at -> Duration.between(at, began.get()).abs().compareTo(TOLERANCE) <= 0)
          .orElse(!began.get().isAfter(since.plus(TOLERANCE)));
    }
  }

  /**
   * The state of the crawl in {@code directory}.
   *
   * @throws UsageException if no crawl is kept there
   * @throws IOException if its files cannot be read
   */
  public static CrawlStatus of(Path directory) throws UsageException, IOException {
    CrawlOptions options = CrawlOptions.recordedIn(directory).build();
    return DiskStore.read(DirectoryFormat.store(directory), rows -> of(directory, options, rows));
  }

  private static CrawlStatus of(Path directory, CrawlOptions options, DiskStore rows)
      throws UsageException, IOException {
    Optional<Holder> holder = CrawlDirectory.holder(directory);
    FrontierSnapshot frontier = FrontierSnapshot.of(rows);
    CrawlStatistics statistics = CrawlStatistics.of(frontier.history(), TimeSource.SYSTEM);
    long toDo = frontier.counts().pending();
    Changes changes = Ledger.of(rows).changes();
    LimitOptions bounds = options.limits();
    boolean isAtLimit =
        frontier.counts().fetched() + frontier.counts().failed()
            >= changes.maxPages().orElse(bounds.maxPages());
    StopReason by =
        holder.isPresent()
            ? StopReason.NOTHING_YET
            : toDo == 0
                ? StopReason.NOTHING_LEFT
                : isAtLimit
                    ? StopReason.LIMIT
                    : statistics
                        .boundReached(bounds.maxTime(), bounds.maxBytes(), bounds.maxErrors())
                        .orElse(StopReason.INTERRUPT);
    return new CrawlStatus(
        directory,
        holder,
        CrawlDirectory.shortage(directory),
        frontier.counts(),
        statistics
            .report(
                options.seeds().roots(), toDo, 0, by, Optional.empty(), UnaryOperator.identity())
            .withChanges(changes.inForce().stream().map(LedgerEntry.Changed::text).toList()),
        changes.inForce(),
        rows.diskBytes(),
        holder.map(it -> ResidentMemory.of(it.process())).orElse(OptionalLong.empty()),
        options.renderPlan().needsBrowser()
            ? holder.map(it -> browserBytes(it.process())).orElse(OptionalLong.empty())
            : OptionalLong.empty());
  }

  /**
   * The process that crawls in {@code directory} now; empty if none does. It may be another version
   * of Arachne.
   *
   * @throws UsageException if no crawl is kept there
   */
  public static Optional<Holder> holder(Path directory) throws UsageException, IOException {
    OptionsFile.refuseEmpty(directory);
    return CrawlDirectory.holder(directory);
  }

  /** Of the processes that the crawl has started, without those of its own program. */
  private static OptionalLong browserBytes(long crawl) {
    Optional<ProcessHandle> process = ProcessHandle.of(crawl);
    Optional<String> program = process.flatMap(its -> its.info().command());
    return ResidentMemory.of(
        process.stream()
            .flatMap(ProcessHandle::descendants)
            .filter(each -> !each.info().command().equals(program))
            .map(ProcessHandle::pid)
            .toList());
  }
}
