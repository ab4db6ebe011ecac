package dev.arachne.directory;

import dev.arachne.archive.LineSorter;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.PayloadDigest;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.ItemFile;
import dev.arachne.options.OptionsFile;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.UsageException;
import dev.arachne.store.DiskStore;
import dev.arachne.url.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The differences of two crawls: URLs that only one of them has found, different verdicts and
 * bodies, and records that only one of them has. Times and durations do not count. Of a URL that
 * was visited several times the last verdict counts.
 */
public final class CrawlDifference {
  private static final char EARLIER = '\u0001';
  private static final char LATER = '\u0002';

  private CrawlDifference() {}

  /** One difference. */
  public sealed interface Change {}

  /** The outcome of a URL in one of the crawls. */
  public sealed interface Outcome {
    /** It was decided, or rejected when it was found. */
    record Decided(Disposition.Final verdict) implements Outcome {}

    /** It is still to do. */
    record Pending() implements Outcome {}
  }

  /**
   * A URL that only the later crawl has found.
   *
   * @param via the page on which it was found; null for a seed
   */
  public record Added(CrawlUrl url, @Nullable CrawlUrl via, Outcome now) implements Change {}

  /**
   * A URL that only the earlier crawl has found.
   *
   * @param via the page on which it was found; null for a seed
   */
  public record Lost(CrawlUrl url, @Nullable CrawlUrl via, Outcome before) implements Change {}

  /** A URL with another verdict. */
  public record Changed(CrawlUrl url, Outcome before, Outcome now) implements Change {}

  /** A URL with the same verdict and another body. */
  public record OtherBody(CrawlUrl url, Outcome before, Outcome now) implements Change {}

  /** A line of the file of records that only the later crawl has, or has once more. */
  public record RecordAdded(String line) implements Change {}

  /** A line of the file of records that only the earlier crawl has, or has once more. */
  public record RecordLost(String line) implements Change {}

  /**
   * Reports all differences: of URLs in the order in which the crawls found them, then of records.
   * Waits for the disk; memory does not grow with the crawls.
   *
   * @throws UsageException if no crawl is kept in one of the directories
   */
  public static void between(Path earlier, Path later, Consumer<Change> changes)
      throws UsageException, IOException {
    OptionsFile.refuseEmpty(earlier);
    OptionsFile.refuseEmpty(later);
    DiskStore.read(
        DirectoryFormat.store(earlier),
        before ->
            DiskStore.read(
                DirectoryFormat.store(later),
                now -> {
                  ofUrls(Ledger.of(before), Ledger.of(now), changes);
                  return true;
                }));
    ofRecords(earlier, later, changes);
  }

  private static void ofUrls(Ledger before, Ledger now, Consumer<Change> changes) {
    before.read((entry, _) -> {
      if (entry instanceof LedgerEntry.Found(var _, Discovery discovery)) {
        CrawlUrl url = discovery.url();
        Outcome old = outcome(before, url).orElseThrow();
        Optional<Outcome> its = outcome(now, url);
        if (its.isEmpty()) {
          changes.accept(new Lost(url, discovery.via(), old));
        } else if (!verdict(old).equals(verdict(its.get()))) {
          changes.accept(new Changed(url, old, its.get()));
        } else if (!digest(old).equals(digest(its.get()))) {
          changes.accept(new OtherBody(url, old, its.get()));
        }
      }
    });
    now.read((entry, _) -> {
      if (entry instanceof LedgerEntry.Found(var _, Discovery discovery)
          && outcome(before, discovery.url()).isEmpty()) {
        Outcome its = outcome(now, discovery.url()).orElseThrow();
        changes.accept(new Added(discovery.url(), discovery.via(), its));
      }
    });
  }

  /** The outcome of a URL; empty if it was not found. */
  private static Optional<Outcome> outcome(Ledger ledger, CrawlUrl url) {
    return ledger
        .last(url)
        .map(last ->
            switch (last) {
              case LedgerEntry.Decided decided -> new Outcome.Decided(decided.disposition());
              case LedgerEntry.Found found when found.rejection().isPresent() ->
                  new Outcome.Decided(new Disposition.Dropped(found.rejection().get(), ""));
              default -> new Outcome.Pending();
            });
  }

  /** The part of an outcome that is compared, apart from the body. */
  private static String verdict(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Pending _ -> "";
      case Outcome.Decided(Disposition.Done(var answer)) -> text(answer);
      case Outcome.Decided(Disposition.Moved(var answer, String target)) ->
          text(answer) + " " + target;
      case Outcome.Decided(Disposition.Dropped(var reason, String detail, var answer)) ->
          reason + " " + detail + answer.map(CrawlDifference::text).orElse("");
    };
  }

  private static String text(Disposition.Answer answer) {
    return answer.status() + " " + answer.mediaType() + " " + answer.cut();
  }

  private static Optional<PayloadDigest> digest(Outcome outcome) {
    return outcome instanceof Outcome.Decided(var verdict)
        ? verdict.answered().flatMap(Disposition.Answer::digest)
        : Optional.empty();
  }

  private static void ofRecords(Path earlier, Path later, Consumer<Change> changes)
      throws UsageException, IOException {
    Optional<Records> before = records(earlier);
    Optional<Records> now = records(later);
    if (before.isEmpty() || now.isEmpty() || before.get().file().equals(now.get().file())) {
      return;
    }
    try (var sorter = new LineSorter()) {
      add(before.get().file(), before.get().begin(), EARLIER, sorter);
      add(now.get().file(), now.get().begin(), LATER, sorter);
      var same = new Same(changes);
      sorter.drain(same::add);
      same.end();
    }
  }

  /** A file of records, and where in it those of a crawl begin. */
  private record Records(Path file, long begin) {}

  /** The first file of records whose records are lines. */
  private static Optional<Records> records(Path crawl) throws UsageException, IOException {
    OutputOptions outputs = CrawlOptions.recordedIn(crawl).build().outputs();
    List<Long> begins = OptionsFile.read(crawl).itemsBegin();
    for (int i = 0; i < outputs.items().size(); i++) {
      ItemFile file = outputs.items().get(i);
      if (outputs.hasLines(file) && Files.isRegularFile(file.path())) {
        return Optional.of(new Records(file.path(), i < begins.size() ? begins.get(i) : 0));
      }
    }
    return Optional.empty();
  }

  private static void add(Path file, long from, char whose, LineSorter sorter) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(from);
      var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        sorter.add(line + whose);
      }
    }
  }

  /** Counts equal lines, which come one after the other. */
  private static final class Same {
    private final Consumer<Change> changes;
    private String line = "";
    private long more;

    Same(Consumer<Change> changes) {
      this.changes = changes;
    }

    void add(byte[] bytes) {
      String marked = new String(bytes, StandardCharsets.UTF_8);
      String next = marked.substring(0, marked.length() - 1);
      if (!next.equals(line)) {
        end();
        line = next;
      }
      more += marked.charAt(marked.length() - 1) == LATER ? 1 : -1;
    }

    void end() {
      for (; more > 0; more--) {
        changes.accept(new RecordAdded(line));
      }
      for (; more < 0; more++) {
        changes.accept(new RecordLost(line));
      }
    }
  }
}
