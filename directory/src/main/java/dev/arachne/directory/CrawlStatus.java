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
import dev.arachne.report.CrawlSoFar;
import dev.arachne.report.StoppedBy;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/**
 * A crawl as its directory has it, whether or not somebody crawls there. Immutable.
 *
 * @param directory where the crawl is kept
 * @param holder who crawls there now; empty if nobody does
 * @param shortage what the crawl waits for, such as room on a disk; empty if for nothing
 * @param counts where all URLs are; what is in flight counts as queued
 * @param report what the crawl has come to; has the changes in force as texts
 * @param changes the changes in force, in order
 * @param diskBytes of the frontier and the ledger
 * @param residentBytes of memory that the crawling process has, where the system tells
 */
public record CrawlStatus(
    Path directory,
    Optional<Holder> holder,
    Optional<String> shortage,
    FrontierCounts counts,
    CrawlReport report,
    List<LedgerEntry.Changed> changes,
    long diskBytes,
    OptionalLong residentBytes) {

  /**
   * Who crawls in a directory.
   *
   * @param process its process id, on the machine and in the container where it runs
   * @param since when it began to crawl there
   * @param started when the process began, where the system tells
   */
  public record Holder(long process, Instant since, Optional<Instant> started) {
    /** The system's clock may be corrected between two looks at a process. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    static Holder ofThisProcess(Instant since) {
      ProcessHandle own = ProcessHandle.current();
      return new Holder(own.pid(), since, own.info().startInstant());
    }

    /** Empty where the line is none of ours. */
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
     * The process; empty if it cannot be seen from here. Another one that has its number here is
     * not it, such as where a crawl in a container is looked at from outside.
     */
    public Optional<ProcessHandle> handle() {
      return ProcessHandle.of(process).filter(this::isIt);
    }

    private boolean isIt(ProcessHandle candidate) {
      Optional<Instant> began = candidate.info().startInstant();
      if (began.isEmpty()) {
        return true; // Neither can the holder have known when it began.
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
    CrawlSoFar soFar = CrawlSoFar.of(frontier.history(), TimeSource.SYSTEM);
    long toDo = frontier.counts().pending();
    Changes changes = Ledger.of(rows).changes();
    LimitOptions bounds = options.limits();
    boolean isAtLimit =
        frontier.counts().fetched() + frontier.counts().failed()
            >= changes.maxPages().orElse(bounds.maxPages());
    StoppedBy by =
        holder.isPresent()
            ? StoppedBy.NOTHING_YET
            : toDo == 0
                ? StoppedBy.NOTHING_LEFT
                : isAtLimit
                    ? StoppedBy.LIMIT
                    : soFar
                        .boundReached(bounds.maxTime(), bounds.maxBytes(), bounds.maxErrors())
                        .orElse(StoppedBy.INTERRUPT);
    return new CrawlStatus(
        directory,
        holder,
        CrawlDirectory.shortage(directory),
        frontier.counts(),
        soFar
            .report(
                options.seeds().roots(), toDo, 0, by, Optional.empty(), UnaryOperator.identity())
            .withChanges(changes.inForce().stream().map(LedgerEntry.Changed::text).toList()),
        changes.inForce(),
        rows.diskBytes(),
        holder.map(it -> residentBytes(it.process())).orElse(OptionalLong.empty()));
  }

  /**
   * Who crawls in {@code directory} now; empty if nobody does. It may be another version of Arachne
   * that does.
   *
   * @throws UsageException if no crawl is kept there
   */
  public static Optional<Holder> holder(Path directory) throws UsageException, IOException {
    OptionsFile.refuseEmpty(directory);
    return CrawlDirectory.holder(directory);
  }

  private static OptionalLong residentBytes(long process) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(process), "status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
