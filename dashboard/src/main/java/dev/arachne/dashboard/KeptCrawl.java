package dev.arachne.dashboard;

import dev.arachne.control.ControlClient;
import dev.arachne.crawl.CrawlSnapshot;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.directory.UrlStory;
import dev.arachne.frontier.HostRoster;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.ReaderRows;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.UsageException;
import dev.arachne.pace.Politeness;
import dev.arachne.report.CrawlProgress;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.Rate;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.TimeSource;
import dev.arachne.store.DiskStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A crawl as its directory has it, whether or not another process runs it. Reading a larger ledger
 * takes longer, so it is read less often: this does not involve the crawl, but shares its machine.
 * Confined to one thread at a time.
 */
final class KeptCrawl implements DashboardSource {
  private static final int MOST_HOSTS = 40;
  private static final int ENTRIES_AT_ONCE = 1_000;
  private static final int MOST_LINES = 60;

  /** The snapshot of a crawl that has yet to begin. */
  private static final String NOTHING = "{}";

  /** The directory of a running crawl is read for at most one part in this many of the time. */
  private static final int LOOKING_SHARE = 20;

  private static final long LEAST_PAUSE = 1_000_000_000;

  private final Path directory;
  private final CrawlOptions options;
  private final TimeSource time = TimeSource.SYSTEM;
  private final Rate rate = new Rate(time);
  private final ControlClient control;
  private volatile @Nullable Sight sight;
  private long firstAnswered = -1;

  /** The time of the next look, on the time source's clock. */
  private long nextLook;

  private long nextRead;

  /** Whether the whole ledger is read, and no process adds to it. */
  private boolean isReadWhole;

  private KeptCrawl(Path directory, CrawlOptions options) {
    this.directory = directory;
    this.options = options;
    this.control = new ControlClient(directory);
    this.nextLook = time.nanos();
    this.nextRead = nextLook;
  }

  /**
   * The crawl in a directory.
   *
   * @throws UsageException if no crawl is kept there
   */
  static KeptCrawl of(Path directory) throws UsageException, IOException {
    CrawlOptions options = CrawlOptions.recordedIn(directory).build();
    CrawlStatus.holder(directory);
    return new KeptCrawl(directory, options);
  }

  @Override
  public boolean isOwn() {
    return false;
  }

  @Override
  public Sight look(CrawlSnapshot.Detail detail) throws UsageException, IOException {
    Sight last = sight;
    if (last == null || last.state() == State.RUNNING) {
      Optional<String> told = told();
      if (told.isPresent()) {
        Sight now = new Sight(State.RUNNING, who(), Optional.empty(), told);
        sight = now;
        return now;
      }
    }
    boolean isHeld = CrawlStatus.holder(directory).isPresent();
    boolean wasRunning = last == null || last.state() == State.RUNNING;
    if (last != null && (isHeld ? time.nanos() - nextLook < 0 : !wasRunning)) {
      return last;
    }
    long begun = time.nanos();
    Sight now = sight();
    sight = now;
    nextLook = after(begun);
    return now;
  }

  /**
   * The snapshot by the process that crawls; empty without such a process, or before its first
   * snapshot.
   */
  private Optional<String> told() throws UsageException, IOException {
    if (CrawlStatus.holder(directory).isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(control.snapshot()).filter(told -> told.length() > NOTHING.length());
    } catch (UsageException | IOException e) {
      return Optional.empty(); // It began or ended just now, or does not support snapshots.
    }
  }

  private String who() throws UsageException, IOException {
    return CrawlStatus.holder(directory)
        .map(holder -> "process " + holder.process() + " crawls since " + holder.since())
        .orElse("the crawl ends");
  }

  private long after(long begun) {
    long now = time.nanos();
    return now + Math.max(LEAST_PAUSE, LOOKING_SHARE * (now - begun));
  }

  private Sight sight() throws UsageException, IOException {
    CrawlStatus status = CrawlStatus.of(directory);
    int tasks = options.network().tasks();
    Politeness politeness = options.politeness().withUsualBounds(tasks, tasks);
    Instant at = time.now();
    HostRoster hosts =
        DiskStore.read(
            DirectoryFormat.store(directory),
            rows -> HostRoster.kept(rows, politeness, at, MOST_HOSTS));
    boolean isHeld = status.holder().isPresent();
    var snapshot =
        new CrawlSnapshot(
            at, progress(status, isHeld), status.counts(), status.report(), hosts, List.of());
    return new Sight(
        isHeld ? State.RUNNING : State.STILL, who(status), Optional.of(snapshot), Optional.empty());
  }

  private CrawlProgress progress(CrawlStatus status, boolean isHeld) {
    CrawlReport report = status.report();
    FrontierCounts counts = status.counts();
    firstAnswered = firstAnswered < 0 ? report.answered() : firstAnswered;
    double answered = rate.of(report.answered() - firstAnswered);
    long errors = report.failed().stream().mapToLong(reason -> reason.urls().count()).sum();
    return new CrawlProgress(
        report.elapsed(),
        report.answered(),
        isHeld ? Math.max(0, answered) : 0,
        counts.queued() + counts.retrying(),
        counts.inFlight(),
        errors,
        report.bytes(),
        Optional.empty(),
        Optional.empty(),
        status.shortage(),
        Map.of());
  }

  private static String who(CrawlStatus status) {
    return status
        .holder()
        .map(holder -> "process " + holder.process() + " crawls since " + holder.since())
        .orElseGet(() -> whoStopped(status.report().stopReason()));
  }

  /** Why no process runs the crawl, in words. */
  static String whoStopped(StopReason what) {
    return switch (what) {
      case NOTHING_LEFT -> "all is decided";
      case LIMIT -> "stopped by --limit";
      case MAX_TIME -> "stopped by --max-time";
      case MAX_BYTES -> "stopped by --max-bytes";
      case MAX_ERRORS -> "stopped by --max-errors";
      case MEMORY, INTERRUPT, NOTHING_YET -> "not running; arachne resume continues";
    };
  }

  @Override
  public boolean read(SiteTally to) throws UsageException, IOException {
    Sight now = sight;
    boolean isStill = now != null && now.state() == State.STILL;
    if ((isStill && isReadWhole) || time.nanos() - nextRead < 0) {
      return true;
    }
    long begun = time.nanos();
    DiskStore.read(
        DirectoryFormat.store(directory),
        rows -> {
          long size = Ledger.of(rows).size();
          ReaderRows reader = ReaderRows.withoutNotes(rows);
          while (to.position() < size) {
            to.add(reader.read(to.position(), Math.min(size, to.position() + ENTRIES_AT_ONCE)));
          }
          return true;
        });
    nextRead = after(begun);
    isReadWhole = isStill;
    return true;
  }

  @Override
  public boolean isControlled() {
    Sight now = sight;
    return now != null && now.state() == State.RUNNING && now.told().isPresent();
  }

  @Override
  public Change.Outcome change(Change change) throws UsageException, IOException {
    return control.change(change);
  }

  @Override
  public List<LedgerEntry.Changed> changes() throws IOException {
    try {
      return isControlled() ? control.changes() : List.of();
    } catch (UsageException e) {
      return List.of(); // It has just ended.
    }
  }

  /** The log of the directory, a line each of which begins with its time. */
  @Override
  public List<EventLog.Line> log() throws IOException {
    List<EventLog.Line> last = new ArrayList<>();
    try (Stream<String> lines =
        Files.lines(directory.resolve("log"), StandardCharsets.ISO_8859_1)) {
      lines.forEach(line -> {
        String text =
            new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        int blank = text.indexOf(' ');
        if (blank > 0) {
          instant(text.substring(0, blank))
              .ifPresent(at -> last.add(new EventLog.Line(at, text.substring(blank + 1))));
        }
        if (last.size() > MOST_LINES) {
          last.removeFirst();
        }
      });
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return last;
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public UrlStory why(String url) throws UsageException, IOException {
    return UrlStory.of(url, directory);
  }

  @Override
  public void close() {}
}
