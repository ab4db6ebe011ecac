package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlListener;
import dev.arachne.items.FillRate;
import dev.arachne.items.Misfit;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.FileFailure;
import dev.arachne.options.SearchIndex;
import dev.arachne.options.UsageException;
import dev.arachne.report.CrawlReport;
import dev.arachne.report.StopReason;
import dev.arachne.store.StoreException;
import dev.arachne.terminal.LiveDisplay;
import dev.arachne.terminal.Paint;
import dev.arachne.terminal.ReportPrinter;
import dev.arachne.terminal.TerminalText;
import dev.arachne.terminal.TerminalWidth;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import sun.misc.Signal;

/**
 * One crawl at a terminal: a live line while it runs, lines for URLs on request, a report at the
 * end. The first interrupt ends the crawl in order, the second at once.
 */
final class CrawlRun {
  /** The signals that end a program: by ^C, by another program, by the end of its terminal. */
  private static final List<String> SIGNALS = List.of("INT", "TERM", "HUP");

  private static final Optional<String> NONE = Optional.empty();

  private final String verb;
  private final Crawl crawl;
  private final Verbosity verbosity;
  private final PrintWriter out;
  private final PrintWriter err;
  private boolean live = true;
  private boolean reports = true;

  /** Texts of each field that are not of its type, in this run. */
  private final Map<String, Long> misfits = new TreeMap<>();

  /** The directory of the crawl, for the commands to continue with. */
  private Optional<Path> kept = Optional.empty();

  /** The directory of the crawl, if it has an index that is made while it runs. */
  private Optional<Path> indexed = Optional.empty();

  /** The options of a crawl that is shown in browsers while it runs. */
  private Optional<CrawlOptions> shown = Optional.empty();

  private MetricsTargets metricsTargets = MetricsTargets.NONE;

  /** The crawl's options, if its index is to have vectors. */
  private Optional<CrawlOptions> embedded = Optional.empty();

  /** The exit code of the first signal that came; 0 before one has. */
  private final AtomicInteger signalled = new AtomicInteger(ExitCode.DONE);

  private volatile boolean isOver;

  /**
   * A run of {@code crawl}.
   *
   * @param verb that was typed to run it
   * @param out gets the report
   */
  CrawlRun(String verb, Crawl crawl, Verbosity verbosity, PrintWriter out, PrintWriter err) {
    this.verb = verb;
    this.crawl = crawl;
    this.verbosity = verbosity;
    this.out = out;
    this.err = err;
  }

  /** Leaves the terminal to the results of the crawl. */
  CrawlRun withoutLiveLine() {
    live = false;
    return this;
  }

  /** Leaves the report on the crawl to the verb. */
  CrawlRun withoutReport() {
    reports = false;
    return this;
  }

  /** Makes the index that the options of the crawl may request. */
  CrawlRun indexing(CrawlOptions options) {
    kept = options.storage().directory();
    indexed =
        options.outputs().index() == SearchIndex.PAGES
            ? options.storage().directory()
            : Optional.empty();
    embedded = Optional.of(options).filter(its -> its.outputs().embedding().isAsked());
    return this;
  }

  /** Shows the dashboard that the options of the crawl may request. */
  CrawlRun showing(CrawlOptions options) {
    shown = options.outputs().dashboard().isPresent() ? Optional.of(options) : Optional.empty();
    return this;
  }

  /** Exports the metrics of the crawl. */
  CrawlRun measured(MetricsTargets its) {
    metricsTargets = its;
    return this;
  }

  /** Crawls, and returns an exit code. */
  int run() {
    if (verbosity != Verbosity.QUIET && isStartedAsJar()) {
      crawl.heapMisfit().ifPresent(misfit -> err.println("warning: " + misfit));
    }
    SIGNALS.forEach(this::stopAt);
    // A crawl keeps names itself, a bounded number; the JDK would keep all of the last half minute.
    Security.setProperty("networkaddress.cache.ttl", "0");
    try {
      Optional<String> model = embedded.isPresent() ? EmbeddedCrawl.model(embedded.get()) : NONE;
      CrawlReport report = runWithDisplay();
      List<String> vectors = model.isPresent() && !isTold() ? embed(model.get()) : List.of();
      isOver = true;
      if (isTold()) {
        LiveDisplay.haltSoon(signalled.get()); // A terminal that blocks must not delay the exit.
      }
      int code = report(report);
      vectors.forEach(this::line);
      return code == ExitCode.DONE && model.isPresent() ? signalled.get() : code;
    } catch (UsageException mistake) {
      return failed(mistake, ExitCode.USAGE);
    } catch (IOException failure) {
      if (String.valueOf(failure.getMessage()).endsWith("Broken pipe")) {
        return ExitCode.PIPE_CLOSED; // The reader, such as head, has closed the pipe.
      }
      return failed(failure, isDamage(failure) ? ExitCode.FAILED : ExitCode.MACHINE);
    }
  }

  /** Whether the same command would fail again, since the stored bytes are damaged. */
  private static boolean isDamage(IOException failure) {
    return failure.getCause() instanceof StoreException store
        && store.kind() == StoreException.Kind.CORRUPT;
  }

  /** Whether this is {@code java -jar}: the launcher names the main class, and sets the heap. */
  private static boolean isStartedAsJar() {
    return System.getProperty("java.class.path", "").endsWith("arachne.jar")
        && !System.getProperty("sun.java.command", "").startsWith(Main.class.getName());
  }

  private int failed(Exception failure, int code) {
    say(
        failure instanceof IOException io
            ? FileFailure.text(io)
            : String.valueOf(failure.getMessage()));
    return code;
  }

  private CrawlReport runWithDisplay() throws UsageException, IOException {
    boolean hasLine = live && verbosity == Verbosity.NORMAL;
    TerminalWidth width = hasLine ? TerminalWidth.ofProcess() : TerminalWidth.fixed(0);
    try (var display = LiveDisplay.start(crawl::progress, err, width, this::isTold);
        var _ = metricsTargets.start(crawl, text -> tell(text, display))) {
      crawl.listen(new Log(display, width.columns() > 0));
      crawl.snapshots(() -> CrawlDashboard.snapshot(crawl)); // The display is loaded on request.
      return shown.isPresent() ? runShown(shown.get()) : runCrawl();
    }
  }

  private CrawlReport runShown(CrawlOptions options) throws UsageException, IOException {
    InetSocketAddress at = options.outputs().dashboard().orElseThrow();
    try (var _ = CrawlDashboard.open(crawl, options, at, err)) {
      return runCrawl();
    }
  }

  private CrawlReport runCrawl() throws UsageException, IOException {
    return indexed.isPresent() ? IndexedCrawl.run(crawl, indexed.get()) : crawl.run();
  }

  private void tell(String text, LiveDisplay display) {
    if (verbosity != Verbosity.QUIET) {
      display.tell(TerminalText.escaped(text));
    }
  }

  /** Makes vectors for the index that is complete; a signal ends that early. */
  private List<String> embed(String model) {
    return EmbeddedCrawl.complete(embedded.orElseThrow(), model, this::isTold);
  }

  /** Prints a warning, or a line of the report. */
  private void line(String text) {
    if (text.startsWith("warning: ")) {
      err.println(TerminalText.escaped(text));
    } else if (verbosity != Verbosity.QUIET) {
      out.println(TerminalText.escaped(text));
      out.flush();
    }
  }

  /** Whether a signal has ended the program. */
  private boolean isTold() {
    return signalled.get() != ExitCode.DONE;
  }

  /** Prints the commands for a kept crawl, at a terminal. */
  private void hint(CrawlReport report) {
    if (kept.isEmpty() || TerminalWidth.ofProcess().columns() == 0) {
      return;
    }
    String directory = TerminalText.escaped(kept.get().toString());
    err.println();
    if (report.toDo() > 0) {
      err.println("To continue:  arachne resume " + directory);
    }
    err.println("To look at it:  arachne list " + directory + " --status 4xx,5xx");
    err.println("                arachne report " + directory + " -o report.html");
  }

  private int report(CrawlReport report) {
    boolean hasRecords = report.items().map(items -> items.complete() > 0).orElse(true);
    if (verbosity != Verbosity.QUIET && reports) {
      out.print(ReportPrinter.text(report, Paint.ofProcess()));
      out.flush();
      hint(report);
      if (!hasRecords) {
        err.println("warning: no page contained a record");
      }
      report.items().ifPresent(items -> items.sparse().forEach(this::warn));
      misfits.forEach((field, count) -> {
        if (count > 1) {
          err.println(
              "warning: field %s: %,d texts in all are not of its type"
                  .formatted(TerminalText.escaped(field), count));
        }
      });
    } else {
      report.finishedBefore().ifPresent(when -> say(ReportPrinter.old(when)));
      report.failedRoots().forEach(root -> say(root + ": no page was fetched for this seed"));
      if (!hasRecords) {
        say("no page contained a record");
      }
    }
    if (report.stopReason() == StopReason.MEMORY) {
      return ExitCode.MACHINE;
    }
    if (report.stopReason() == StopReason.INTERRUPT && isTold()) {
      return signalled.get();
    }
    return hasRecords && report.failedRoots().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private void say(String text) {
    err.println("arachne " + verb + ": " + TerminalText.escaped(text));
  }

  private void warn(FillRate sparse) {
    err.println("warning: " + TerminalText.escaped(sparse.text()));
  }

  /** The first signal ends the crawl, the next ends the program, as does any after the crawl. */
  private void stopAt(String name) {
    try {
      Signal.handle(new Signal(name), this::signalled);
    } catch (IllegalArgumentException e) {
      return; // This system has no such signal, or the JVM was told to leave signals alone.
    }
  }

  private void signalled(Signal signal) {
    int code = ExitCode.SIGNALLED + signal.getNumber();
    if (!signalled.compareAndSet(ExitCode.DONE, code) || isOver) {
      Runtime.getRuntime().halt(code);
    }
    crawl.stop();
  }

  /** Messages in addition to the report; called on the crawl's loop. */
  private final class Log implements CrawlListener {
    private final LiveDisplay display;
    private final boolean hasLiveLine;

    Log(LiveDisplay display, boolean hasLiveLine) {
      this.display = display;
      this.hasLiveLine = hasLiveLine;
    }

    @Override
    public void decided(Verdict verdict) {
      if (verbosity == Verbosity.VERBOSE) {
        tell(WhyCommand.outcome(verdict.disposition()) + "  " + verdict.discovery().url());
      } else if (verdict.disposition() instanceof Disposition.Dropped(var reason, var detail, var _)
          && reason == DropReason.LINKS_CUT) {
        tell("warning: " + verdict.discovery().url() + " was " + reason.text() + ": " + detail);
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
        var stack = new StringWriter();
        thrown.printStackTrace(new PrintWriter(stack));
        display.tell(stack.toString().stripTrailing());
      }
    }

    /** Reports a shortage; on a terminal the live line shows it. */
    @Override
    public void waits(Optional<String> shortage) {
      if (!hasLiveLine) {
        String text = shortage.map(what -> "waiting for " + what).orElse("going on");
        display.tell("arachne " + verb + ": " + TerminalText.escaped(text));
      }
    }

    @Override
    public void slowed(CrawlUrl url) {
      String host = url.origin().toString();
      tell(host + " answers 429 or 503 and is throttled, most recently for " + url);
    }

    @Override
    public void limited(String why) {
      tell("arachne " + verb + ": " + why);
    }

    @Override
    public void changed(LedgerEntry.Changed change) {
      tell("arachne " + verb + ": " + change.text());
    }

    @Override
    public void warned(String text) {
      tell("warning: " + text);
    }

    @Override
    public void sparse(FillRate field) {
      tell("warning: " + field.text());
    }

    @Override
    public void misfit(CrawlUrl page, Misfit misfit) {
      if (misfits.merge(misfit.field(), 1L, Long::sum) == 1) {
        tell("warning: " + page + ": " + misfit.message());
      }
    }

    @Override
    public void exported(String text) {
      tell(text);
    }

    @Override
    public void awaitRoom() {
      display.awaitRoom();
    }

    private void tell(String text) {
      CrawlRun.this.tell(text, display);
    }
  }
}
