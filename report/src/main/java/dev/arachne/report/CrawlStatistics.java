package dev.arachne.report;

import dev.arachne.items.FillRate;
import dev.arachne.items.FillRates;
import dev.arachne.items.PageFill;
import dev.arachne.ledger.EarlierRuns;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.RenderingNote;
import dev.arachne.ledger.Verdict;
import dev.arachne.runtime.TimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The outcome of a crawl over all its runs: the sum of its verdicts and of its time. It is kept as
 * bytes now and then; a later run adds the verdicts that came after. Confined to the crawl's loop.
 */
public final class CrawlStatistics {
  /** The name of an output whose records are the renderings of pages; it has no file. */
  public static final String RENDERINGS = "renderings";

  private final TimeSource time;
  private final long resumed;

  /** The time of the last checkpoint; the start for a new crawl. */
  private Instant lastSaved;

  private Instant started;
  private Duration before = Duration.ZERO;
  private VerdictCounter counter = new VerdictCounter();
  private FillRates fills = new FillRates();
  private boolean scrapes;
  private SeedOutcomes roots = new SeedOutcomes();
  private RenderCounts renderings = new RenderCounts();

  /** Rows that are counted here, and not yet in a checkpoint. */
  private final List<OutputRecord> unchecked = new ArrayList<>();

  private CrawlStatistics(TimeSource time) {
    this.time = time;
    this.started = time.now();
    this.lastSaved = started;
    this.resumed = time.nanos();
  }

  /** Reads the outcome of earlier runs; empty for a new crawl. */
  public static CrawlStatistics of(EarlierRuns history, TimeSource time) {
    var statistics = new CrawlStatistics(time);
    history.checkpoint().ifPresent(statistics::read);
    history.verdicts().forEach(statistics::add);
    for (OutputRecord record : history.records()) {
      switch (record.output()) {
        case PageFill.OUTPUT -> statistics.addFill(record);
        case RENDERINGS -> statistics.addRendering(record);
        default -> {}
      }
    }
    return statistics;
  }

  /** Counts a verdict. */
  public void add(Verdict verdict) {
    counter.add(verdict);
    roots.add(verdict);
  }

  /** Removes the skips for a template that a change has opened. */
  public void opened(String template) {
    counter.opened(template);
  }

  /** The crawl makes records, with these fields among others. */
  public void scrapes(List<String> fields) {
    scrapes = true;
    fills.expect(fields);
  }

  /** Adds a page's fields to the fill rates; returns the fields that are noticed to be sparse. */
  public List<FillRate> addFill(OutputRecord fill) {
    scrapes = true;
    unchecked.add(fill.place());
    return fills.add(PageFill.read(fill.bytes()));
  }

  /** Counts the rendering of a page: the bytes of a {@link RenderingNote}. */
  public void addRendering(OutputRecord rendering) {
    unchecked.add(rendering.place());
    renderings.add(RenderingNote.read(rendering.bytes()));
  }

  /** The rows that {@link #toBytes} makes unnecessary; each is returned once. */
  public List<OutputRecord> takeUnchecked() {
    List<OutputRecord> taken = List.copyOf(unchecked);
    unchecked.clear();
    return taken;
  }

  /** URLs that were answered, with any status. */
  public long answered() {
    return counter.answered();
  }

  /** URLs that failed. */
  public long errors() {
    return counter.errors();
  }

  /** The bytes of all answers, as they came over the wire. */
  public long bytes() {
    return counter.bytes();
  }

  /** The first of these bounds that the crawl has reached; empty if it has reached none. */
  public Optional<StopReason> boundReached(
      Optional<Duration> maxTime, long maxBytes, long maxErrors) {
    if (maxTime.isPresent() && elapsed().compareTo(maxTime.get()) >= 0) {
      return Optional.of(StopReason.MAX_TIME);
    }
    if (bytes() >= maxBytes) {
      return Optional.of(StopReason.MAX_BYTES);
    }
    return errors() >= maxErrors ? Optional.of(StopReason.MAX_ERRORS) : Optional.empty();
  }

  /** The start of the first run. */
  public Instant started() {
    return started;
  }

  /** The last time at which an earlier run was known to be at work. */
  public Instant lastSaved() {
    return lastSaved;
  }

  /** The time of all runs together. */
  public Duration elapsed() {
    return before.plusNanos(time.nanos() - resumed);
  }

  /**
   * The report.
   *
   * @param roots the seeds as they were given
   * @param toDo URLs without a verdict
   * @param held records that wait for other pages
   * @param finishedBefore when an earlier process ended the crawl, if this one had nothing left to
   *     do
   * @param names turns URLs into the form that users know
   */
  public CrawlReport report(
      List<String> roots,
      long toDo,
      long held,
      StopReason stopReason,
      Optional<Instant> finishedBefore,
      UnaryOperator<String> names) {
    List<String> failed = this.roots.failed().stream().map(names).toList();
    return counter.report(
        roots,
        failed,
        started,
        elapsed(),
        toDo,
        stopReason,
        itemTally(held),
        renderings.tally(),
        finishedBefore,
        names);
  }

  private Optional<CrawlReport.ItemTally> itemTally(long held) {
    return scrapes
        ? Optional.of(
            new CrawlReport.ItemTally(
                fills.complete(),
                fills.incomplete(),
                fills.alone(),
                held,
                fills.rates(),
                fills.sparse()))
        : Optional.empty();
  }

  /** The bytes that {@link #of} reads back, from the checkpoint of an {@link EarlierRuns}. */
  public byte[] toBytes() {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(started.toEpochMilli());
      out.writeLong(time.now().toEpochMilli());
      out.writeLong(elapsed().toNanos());
      roots.write(out);
      counter.write(out);
      out.writeBoolean(scrapes);
      fills.write(out);
      renderings.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void read(byte[] bytes) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      started = Instant.ofEpochMilli(in.readLong());
      lastSaved = Instant.ofEpochMilli(in.readLong());
      before = Duration.ofNanos(in.readLong());
      roots = SeedOutcomes.read(in);
      counter = VerdictCounter.read(in);
      scrapes = in.readBoolean();
      fills = FillRates.read(in);
      renderings = RenderCounts.read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
