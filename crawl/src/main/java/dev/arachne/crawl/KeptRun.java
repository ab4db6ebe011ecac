package dev.arachne.crawl;

import dev.arachne.directory.CrawlDirectory;
import dev.arachne.export.Duplicates;
import dev.arachne.export.ExportFormat;
import dev.arachne.export.ExportReport;
import dev.arachne.export.FileExport;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ExistingCrawlPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The run of a crawl in its directory, which is opened before and closed after it. Then the pages
 * are exported, if the options name a place for them. On the crawl's loop.
 */
final class KeptRun {
  private KeptRun() {}

  /** The crawl itself, while the directory is open. */
  interface Body {
    CrawlReport in(CrawlDirectory directory) throws Exception;
  }

  /**
   * Runs a crawl.
   *
   * @param options name a directory
   * @throws UsageException if the directory or the place of the export is not usable; nothing was
   *     fetched
   */
  static CrawlReport of(CrawlOptions options, CrawlListener listener, Body body) throws Exception {
    Path crawl = options.storage().directory().orElseThrow();
    Optional<Path> markdown = options.outputs().markdown();
    if (markdown.isPresent()) {
      checkExport(crawl, markdown.get());
    }
    CrawlReport report = inDirectory(options, body);
    if (markdown.isPresent() && report.stopReason() != StopReason.INTERRUPT) {
      listener.exported(markdown.get() + ": " + export(crawl, markdown.get()).text());
    }
    return report;
  }

  private static CrawlReport inDirectory(CrawlOptions options, Body body) throws Exception {
    CrawlOptions canonical = ServedSeeds.canonical(options);
    EventLoop loop = EventLoop.current();
    CrawlDirectory directory =
        loop.offloadWhole("the directory of the crawl", () -> opened(canonical, loop.time()));
    try (AutoCloseable _ = () -> close(directory)) {
      CrawlReport report = body.in(directory);
      loop.offloadWhole(
          "the log of the crawl",
          () -> {
            directory.logEnd("ended: " + report.stopReason() + ", " + report.toDo() + " to do");
            return true;
          });
      return report;
    }
  }

  /** A folder changes between crawls, and these changes are the reason to crawl it again. */
  private static CrawlDirectory opened(CrawlOptions canonical, TimeSource time)
      throws UsageException, IOException {
    ExistingCrawlPolicy existing = canonical.storage().existing();
    Path place = canonical.storage().directory().orElseThrow();
    var directory = CrawlDirectory.open(place, existing, canonical, time);
    try {
      if (existing == ExistingCrawlPolicy.RESUME
          && ServedSeeds.haveFolder(canonical.seeds().roots())
          && directory.isFinished()) {
        directory.beginAnew(canonical);
      }
      return directory;
    } catch (UsageException | IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static void close(CrawlDirectory directory) {
    EventLoop.current()
        .offloadWhole(
            "the end of the directory",
            () -> {
              directory.close();
              return true;
            });
  }

  /** Runs before the first request. */
  private static void checkExport(Path crawl, Path out) {
    EventLoop.current()
        .offloadWhole(
            "the directory " + out,
            () -> {
              FileExport.check(crawl, out, ExportFormat.MARKDOWN);
              return true;
            });
  }

  /** The store is closed by then; an interrupted crawl does not wait for the export. */
  private static ExportReport export(Path crawl, Path out) {
    return EventLoop.current()
        .offloadWhole(
            "the export to " + out,
            () -> FileExport.write(crawl, out, ExportFormat.MARKDOWN, Duplicates.LEFT_OUT));
  }
}
