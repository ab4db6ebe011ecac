package dev.arachne.report;

import dev.arachne.ledger.RenderingNote;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Counts the pages that a browser rendered, for the report. Confined to the crawl's loop. */
final class RenderCounts {
  private long rendered;
  private long samples;
  private long checks;
  private long gained;
  private long failed;
  private long passed;
  private long links;
  private long words;
  private long requests;
  private long withErrors;
  private long millis;

  /** Counts a page. */
  void add(RenderingNote page) {
    if (page.way() == RenderingNote.Way.PASSED) {
      passed += page.why().startsWith(RenderingNote.BY_RULES) ? 0 : 1;
      return;
    }
    rendered++;
    samples += page.why().startsWith(RenderingNote.SAMPLE) ? 1 : 0;
    checks += page.why().startsWith(RenderingNote.CHECK) ? 1 : 0;
    gained += page.links() + page.words() > 0 ? 1 : 0;
    failed += page.failure().isEmpty() ? 0 : 1;
    links += page.links();
    words += page.words();
    requests += page.requests().count();
    withErrors += page.errors().isEmpty() ? 0 : 1;
    millis += page.time().toMillis();
  }

  /** The counts; empty without a page. */
  Optional<CrawlReport.RenderTally> tally() {
    return rendered + passed == 0
        ? Optional.empty()
        : Optional.of(
            new CrawlReport.RenderTally(
                rendered,
                samples,
                checks,
                gained,
                failed,
                withErrors,
                passed,
                links,
                words,
                requests,
                Duration.ofMillis(millis)));
  }

  /** Writes the counts, to be read by {@link #read}. */
  void write(DataOutput out) throws IOException {
    out.writeLong(rendered);
    out.writeLong(samples);
    out.writeLong(checks);
    out.writeLong(gained);
    out.writeLong(failed);
    out.writeLong(passed);
    out.writeLong(links);
    out.writeLong(words);
    out.writeLong(requests);
    out.writeLong(withErrors);
    out.writeLong(millis);
  }

  /** Reads the counts that {@link #write} wrote. */
  static RenderCounts read(DataInput in) throws IOException {
    var counts = new RenderCounts();
    counts.rendered = in.readLong();
    counts.samples = in.readLong();
    counts.checks = in.readLong();
    counts.gained = in.readLong();
    counts.failed = in.readLong();
    counts.passed = in.readLong();
    counts.links = in.readLong();
    counts.words = in.readLong();
    counts.requests = in.readLong();
    counts.withErrors = in.readLong();
    counts.millis = in.readLong();
    return counts;
  }
}
