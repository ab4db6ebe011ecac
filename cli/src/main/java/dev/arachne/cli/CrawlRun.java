package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.crawl.CrawlOptions;
import dev.arachne.crawl.CrawlReport;
import dev.arachne.crawl.UsageException;
import dev.arachne.frontier.Verdict;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import sun.misc.Signal;

/**
 * One crawl at a terminal: a live line while it runs, lines for URLs if asked for, a report at the
 * end. The first interrupt ends the crawl in order, the second at once.
 */
final class CrawlRun {
  private static final int INTERRUPTED_TWICE = 130;

  private final CrawlOptions options;
  private final Verbosity verbosity;
  private final PrintWriter out;
  private final PrintWriter err;

  CrawlRun(CrawlOptions options, Verbosity verbosity, PrintWriter out, PrintWriter err) {
    this.options = options;
    this.verbosity = verbosity;
    this.out = out;
    this.err = err;
  }

  /** Crawls, and returns an exit code. */
  int run() {
    var crawl = new Crawl(options);
    crawl.listen(new Log());
    stopAtSignal("INT", crawl);
    stopAtSignal("TERM", crawl);
    try {
      return report(runWithLiveLine(crawl));
    } catch (UsageException mistake) {
      err.println("arachne crawl: " + TerminalText.escaped(String.valueOf(mistake.getMessage())));
      return ExitCode.USAGE;
    } catch (IOException failure) {
      err.println("arachne crawl: " + TerminalText.escaped(String.valueOf(failure.getMessage())));
      return ExitCode.FAILED;
    }
  }

  private CrawlReport runWithLiveLine(Crawl crawl) throws UsageException, IOException {
    int columns = LiveDisplay.columnsOfTerminal();
    if (verbosity != Verbosity.NORMAL || columns == 0) {
      return crawl.run();
    }
    try (var _ = LiveDisplay.start(crawl, err, columns)) {
      return crawl.run();
    }
  }

  private int report(CrawlReport report) {
    if (verbosity != Verbosity.QUIET) {
      out.print(ReportPrinter.text(report));
      out.flush();
    }
    return report.failedRoots().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static void stopAtSignal(String name, Crawl crawl) {
    boolean[] stopping = {false};
    Signal.handle(
        new Signal(name),
        _ -> {
          if (stopping[0]) {
            Runtime.getRuntime().halt(INTERRUPTED_TWICE);
          }
          stopping[0] = true;
          crawl.stop();
        });
  }

  /** What is told besides the report; called on the crawl's loop. */
  private final class Log implements CrawlListener {
    @Override
    public void decided(Verdict verdict) {
      if (verbosity == Verbosity.VERBOSE) {
        tell(WhyCommand.outcome(verdict.disposition()) + "  " + verdict.discovery().url());
      }
    }

    @Override
    public void retried(CrawlUrl url, int attempt, String failure) {
      if (verbosity == Verbosity.VERBOSE) {
        tell("try " + attempt + " failed (" + failure + ")  " + url);
      }
    }

    @Override
    public void threw(CrawlUrl url, Throwable thrown) {
      tell("warning: " + url + " was fetched, but could not be processed: " + thrown);
      if (verbosity == Verbosity.VERBOSE) {
        thrown.printStackTrace(err);
        err.flush();
      }
    }

    private void tell(String text) {
      if (verbosity != Verbosity.QUIET) {
        err.println(TerminalText.escaped(text));
      }
    }
  }
}
