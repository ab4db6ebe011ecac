package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.Crawl;
import dev.arachne.options.ArchiveOptions;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code arachne crawl SEED...}: follows links from its seeds. */
final class CrawlCommand extends Verb {
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.CRAWL);
  private final Argument<List<String>> roots = settings.special("SEED");
  private final Argument<List<String>> listed = settings.special("--input-file", Values::roots);
  private final StorageArguments storageArguments = new StorageArguments(settings);
  private final Argument<List<String>> failOn =
      section("Output")
          .lists("--fail-on", "CHECKS", text -> text)
          .help(
              "With --report: exit code 1 if there are findings of CHECKS, as in arachne report.");
  private final MetricsTargets.Flags metricsTargets = new MetricsTargets.Flags(section("Output"));
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  CrawlCommand() {
    super(
        "crawl",
        "[OPTION]... SEED...",
        "Fetches a site by following links from its seeds, and prints a report.");
    brief(
        """
        Usage: arachne crawl [OPTION]... URL|FOLDER...
        Fetches a site by following links from its seeds, and prints a report.

          --scope SCOPE       page, prefix, host, subdomains, domain or any [host]
          -l, --depth N       follow at most N links from a seed [no bound]
          --limit N           stop after N URLs [no bound]
          --exclude REGEX     skip URLs that match; --include fetches no others
          -w, --delay TIME    minimum time between two requests to a host
          --tasks N           maximum number of parallel requests [10]
          -p                  also fetch images, styles and scripts, from any host
          -o FILE             write one line per URL, JSON or FILE.csv
          --save DIR          save the bodies as files; --warc archives everything
          --report FILE       write broken links and other findings: .html, .csv, ...

        Examples:
          arachne crawl https://example.com/ --limit 100
          arachne crawl https://example.com/docs/ --scope prefix -o pages.jsonl
          arachne crawl https://example.com/ -p --warc

        ^C stops with a report; the same command again continues.
        arachne crawl --help lists all options by group, with defaults.
        """);
    footer(
        """
        KIND is one of: pages (a, area, iframe, frame, meta refresh, link except stylesheets, icons and
        browser hints, feed entries), styles, icons, images, media, scripts, manifests, metadata, forms
        (sent by GET), pdf (links in PDF files), script-urls (guesses, requested last),
        api (JSON that scripts of pages rendered by --render requested).
        TIME is in seconds (1.5), or has a unit (500ms, 2s, 1m).
        REGEX is in Java's syntax; it need not match the whole URL.

        ^C stops the crawl with its report; the same command again, or arachne resume DIR, continues it.
        Exit code: 0 done; 1 a seed could not be fetched, or there are findings of --fail-on; 2 a mistake
        at the command line; 3 this machine could not continue (disk, memory, file descriptors), and the
        same command resumes; 130, 143 or 129 after SIGINT (^C), SIGTERM or SIGHUP.

        Examples:
          arachne crawl example.com --depth 2 --delay 1
          arachne crawl https://example.com/docs/ --scope prefix -o pages.jsonl
          arachne crawl path/to/static-site --follow pages,images,styles,scripts
          arachne crawl --from archive --follow pages,images -o pages.jsonl
          arachne crawl https://example.com/ --report report.html --fail-on broken-links
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    CrawlOptions options = options();
    PrintWriter reportTo = options.outputs().goToStandardOutput() ? err() : out();
    CrawlReporting reporting = CrawlReporting.of(this, options, failOn.or(List.of()));
    int code =
        new CrawlRun(name(), new Crawl(options), verbosity(), reportTo, err())
            .indexing(options)
            .showing(options)
            .measured(metricsTargets.metricsTargets())
            .run();
    return reporting.after(code, verbosity(), reportTo);
  }

  /** The typed options in the crawl's form. */
  CrawlOptions options() {
    List<String> all = new ArrayList<>(roots.or(List.of()));
    listed.value().ifPresent(all::addAll);
    refuseOptions(roots.or(List.of()));
    var crawl = CrawlOptions.crawlOf(all);
    settings.applyTo(crawl);
    List<Path> archives = crawl.get(OptionTable.FROM);
    if (all.isEmpty() && !archives.isEmpty()) {
      all.addAll(TypedArchives.seeds(archives));
      crawl.set(OptionTable.ROOTS, all);
    }
    if (all.isEmpty()) {
      throw mistake(withoutRoot());
    }
    if (all.stream().anyMatch(String::isBlank)) {
      throw mistake("a seed is empty; use a URL or a folder");
    }
    storageArguments.applyTo(crawl, all.getFirst(), archives.isEmpty() ? "crawl" : "offline.crawl");
    return crawl.build();
  }

  /** The message about missing seeds; one behind {@code --warc} is taken for its directory. */
  private String withoutRoot() {
    if (listed.value().isPresent()) {
      return "the input file has no seed; write one URL or folder per line";
    }
    var typed = CrawlOptions.crawlOf(List.of());
    settings.applyTo(typed);
    return typed
        .get(OptionTable.WARC)
        .filter(taken -> !taken.equals(ArchiveOptions.OWN))
        .map(taken ->
            "nothing to crawl: --warc has %s for its directory; use --warc after the seeds, or --warc=DIR"
                .formatted(taken))
        .orElse("nothing to crawl; use arachne crawl URL, or -i FILE");
  }

  Verbosity verbosity() {
    return flags.verbosity();
  }
}
