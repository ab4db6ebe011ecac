package dev.arachne.cli;

import static dev.arachne.items.ItemForm.JSONL;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.RuleScraper;
import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.PageDocument;
import dev.arachne.items.ScrapeResult;
import dev.arachne.items.WorkLimitException;
import dev.arachne.ledger.Change;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemFile;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.options.OutputOptions;
import dev.arachne.options.RenderPlan;
import dev.arachne.options.RenderPolicy;
import dev.arachne.options.RobotsPolicy;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne scrape SEED...}: a crawl that is driven by rules and leaves records. */
final class ScrapeCommand extends Verb {
  private final Streams streams;

  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.SCRAPE);
  private final Argument<List<String>> roots = settings.special("SEED");
  private final ScrapeRules scrape = new ScrapeRules(settings);
  private final StorageArguments storageArguments = new StorageArguments(settings);
  private final Argument<ItemForm> format =
      settings.special("--format", Values.oneOf(ItemForm.class));
  private final Argument<String> test =
      section("Scraping")
          .option("--test", "URL|FILE", text -> text)
          .help(
              "Fetch this page only, and print its records, missing fields and values of a wrong"
                  + " type.");
  private final MetricsTargets.Flags metricsTargets = new MetricsTargets.Flags(section("Output"));
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  ScrapeCommand(Streams streams) {
    super(
        "scrape",
        "[OPTION]... [SEED]...",
        "Extracts records from the pages of a site, by CSS, XPath, JSONPath or regular expressions.");
    this.streams = streams;
    brief(
        """
        Usage: arachne scrape [OPTION]... URL...
        Extracts records from the pages of a site, as JSON lines, CSV or others.

          --item EXPR           what on a page is a record [the page]
          --field NAME=EXPR     a field of a record; NAME:number, NAME:required, ...
          --next EXPR           the link to the next page of a list
          --follow EXPR         links to follow
          -r, --rules FILE      the rules in a file, in YAML or JSON
          -O FILE, -o FILE      overwrite FILE, or append to it [standard output]
          --format FORMAT       jsonl, json, csv, tsv or xml [by FILE's name, or jsonl]
          --limit N             stop after N URLs [no bound]
          -w, --delay TIME      minimum time between two requests to a host

        Examples:
          arachne scrape example.com/top --item li.film --field title=.title
          arachne scrape --rules films.yaml -O films.csv --ordered
          arachne scrape example.com/a --field 'price:number=span.price' --scope page

        EXPR is a CSS selector, xpath:, json:, jsonld: or regex:EXPR: docs/scraping.md.
        arachne scrape --help lists all options by group, with defaults.
        """);
    footer(
        """
        EXPR is a CSS selector, css:SELECTOR, xpath:XPATH, json:JSONPATH, jsonld:JSONPATH, regex:REGEX, or
        for a field page:url, page:status, ... After a CSS selector, ::attr(NAME) selects an attribute, and
        ::text the text directly in the element. A field is searched for in its record only.

        Words after the name of a field are its type, required and list, and changes of its text in the
        order in which they are written: strip(CHARACTERS), replace(/REGEX/TEXT/), split(TEXT),
        join(TEXT), default(TEXT). As in --field 'price:number,strip(*),default(0)=.price'.

        Records go to a file, or to standard output with the report on standard error. As in Scrapy, -o
        appends to the file and -O replaces it (arachne crawl -o always replaces). In CSV, a text that a
        spreadsheet would evaluate is prefixed with an apostrophe; in JSON it is unchanged.

        A scrape to a file is kept, by default in HOST.scrape: after ^C, a kill or a power failure the
        same command, or arachne resume DIR, continues it, and the file has each record once. With
        --ordered, records wait in DIR for the pages before theirs. A scrape to standard output is kept
        only with --dir, and after a kill some of its lines may be repeated.

        Exit code: 0 done; 1 a seed could not be fetched, or there was no record; 2 a mistake at the
        command line or in the rules; 3 this machine could not continue (disk, memory, file
        descriptors), and the same command resumes; 130, 143 or 129 after SIGINT (^C), SIGTERM or SIGHUP.

        Examples:
          arachne scrape --rules films.yaml -O films.csv --ordered
          arachne scrape example.com/top --item li.film --field rank:number=.rank \\
              --field title:required=.title --field url:url=a --next a.next
        """);
  }

  @Override
  protected int run() throws IOException, UsageException {
    checkRoots();
    ItemRules rules = scrape.rules();
    if (test.isGiven()) {
      return test(rules);
    }
    if (!roots.or(List.of()).isEmpty() && roots.typed().stream().allMatch(ScrapeCommand::isFile)) {
      return scrapeFiles(rules);
    }
    return run(
        this,
        options(rules),
        streams,
        List.of(),
        flags.verbosity(),
        metricsTargets.metricsTargets());
  }

  /**
   * Scrapes by {@code options}, for {@code verb}; without a file, to standard output.
   *
   * @param changes are made first
   */
  static int run(
      Verb verb,
      CrawlOptions options,
      Streams streams,
      List<Change> changes,
      Verbosity verbosity,
      MetricsTargets metricsTargets) {
    var crawl = new Crawl(options).beginWith(changes);
    if (!options.outputs().items().isEmpty()) {
      PrintWriter reportTo = options.outputs().goToStandardOutput() ? verb.err() : verb.out();
      return new CrawlRun(verb.name(), crawl, verbosity, reportTo, verb.err())
          .measured(metricsTargets)
          .run();
    }
    crawl.scrape(
        new RuleScraper(options.outputs().rules().orElseThrow()),
        options.outputs().order(),
        new RecordPrinter(streams, options.outputs().format()));
    var run =
        new CrawlRun(verb.name(), crawl, verbosity, verb.err(), verb.err())
            .measured(metricsTargets);
    return (streams.outIsTerminal().getAsBoolean() ? run.withoutLiveLine() : run).run();
  }

  /** Prints the result of the rules on one page. */
  private int test(ItemRules rules) throws UsageException {
    var options = CrawlOptions.crawlOf(List.of());
    settings.applyTo(options, rules.options());
    settings.applyTo(options);
    var plan = new RenderPlan(options.get(OptionTable.RENDER), Optional.of(rules));
    try {
      PageSource source =
          PageSource.readPolitely(
              test.typed(),
              options.get(OptionTable.ROBOTS),
              url ->
                  plan.of(url).policy() == RenderPolicy.NEVER
                      ? Optional.empty()
                      : Optional.of(browser(options)));
      RulesTrial trial = RulesTrial.of(rules, document(source));
      out().print(trial.text());
      return trial.hasRecords() ? ExitCode.DONE : ExitCode.FAILED;
    } catch (TypeConversionException e) {
      throw mistake("--test: " + e.getMessage());
    } catch (IOException | WorkLimitException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private static BrowserOptions browser(CrawlOptions.Builder options) {
    return RenderingBrowser.options(
        options.get(OptionTable.BROWSER),
        options.get(OptionTable.BROWSER_SANDBOX),
        CrawlOptions.DEFAULT_USER_AGENT,
        options.get(OptionTable.RENDER_WAIT),
        options.get(OptionTable.RENDER_INTERACTION));
  }

  private static PageDocument document(PageSource source) {
    return PageDocument.parse(source.bytes(), source.contentType(), source.url());
  }

  private static boolean isFile(String typed) {
    try {
      return Files.isRegularFile(Path.of(typed));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Scrapes saved pages, without a crawl. */
  private int scrapeFiles(ItemRules rules) throws IOException {
    CrawlOptions.Builder options = CrawlOptions.crawlOf(List.of());
    settings.applyTo(options);
    List<ItemFile> files = files(options.get(OptionTable.ITEMS));
    ItemFormat usual = format(rules, files);
    List<RecordPrinter> printers = new ArrayList<>();
    try {
      if (files.isEmpty()) {
        printers.add(new RecordPrinter(streams, usual));
      }
      for (ItemFile file : files) {
        printers.add(RecordPrinter.to(file, file.format(usual), streams));
      }
      for (RecordPrinter printer : printers) {
        printer.open();
      }
      long records = 0;
      for (String typed : roots.typed()) {
        PageSource source =
            PageSource.readPolitely(typed, RobotsPolicy.OBEY, _ -> Optional.empty());
        ScrapeResult scraped = rules.scrape(document(source)).alone();
        scraped.misfits().forEach(misfit -> tell(typed + ": " + misfit.message()));
        records += scraped.items().size();
        for (RecordPrinter printer : printers) {
          printer.write(source.url(), scraped.items());
        }
      }
      if (records == 0) {
        tell("no page contained a record");
      }
      return records == 0 ? ExitCode.FAILED : ExitCode.DONE;
    } catch (UsageException | IOException | WorkLimitException e) {
      return failed(String.valueOf(e.getMessage()));
    } finally {
      for (RecordPrinter printer : printers) {
        printer.close();
      }
    }
  }

  private void tell(String text) {
    err().println("arachne scrape: " + TerminalText.escaped(text));
  }

  /** The typed options in the crawl's form. */
  CrawlOptions options(ItemRules rules) {
    List<String> typed = roots.or(rules.start());
    CrawlOptions.Builder options = CrawlOptions.crawlOf(typed).follow(Set.of()).rules(rules);
    settings.applyTo(options, rules.options());
    settings.applyTo(options);
    List<Path> archives = options.get(OptionTable.FROM);
    List<String> start =
        typed.isEmpty() && !archives.isEmpty() ? TypedArchives.seeds(archives) : typed;
    if (start.isEmpty()) {
      throw mistake("no seed; use arachne scrape URL, or name it in the rules: start: URL");
    }
    options.set(OptionTable.ROOTS, start);
    List<ItemFile> files = files(options.get(OptionTable.ITEMS));
    options.set(OptionTable.ITEMS, files).format(format(rules, files));
    if (!files.isEmpty() || storageArguments.namesDirectory()) {
      storageArguments.applyTo(
          options, start.getFirst(), archives.isEmpty() ? "scrape" : "offline.scrape");
    }
    return options.build();
  }

  /** Refuses an empty seed, and a file that was meant for {@code --rules}. */
  private void checkRoots() {
    refuseOptions(roots.or(List.of()));
    for (String root : roots.or(List.of())) {
      if (root.isBlank()) {
        throw mistake("a seed is empty; use a URL or a folder");
      }
      if (!scrape.areGiven()
          && root.matches(".*\\.(ya?ml|json)")
          && Files.isRegularFile(Path.of(root))) {
        throw mistake(root + " is not a seed; use --rules " + root + " if it has the rules");
      }
    }
  }

  /** The files in their forms; standard output alone needs no file. */
  private List<ItemFile> files(List<ItemFile> typed) {
    List<ItemFile> files = new ArrayList<>();
    for (ItemFile file : typed) {
      ItemForm form =
          format.value().or(() -> ItemForm.ofName(file.path().toString())).orElse(JSONL);
      if (file.beginning() == ItemFile.Beginning.APPEND
          && !form.canBeAppended()
          && !file.path().equals(OutputOptions.STANDARD_OUTPUT)) {
        throw mistake(
            "nothing can be appended to %s; use -O %s, or a file of lines: -o FILE.jsonl"
                .formatted(form == ItemForm.XML ? "an XML document" : "a JSON array", file.path()));
      }
      files.add(file.in(form));
    }
    boolean isOutputAlone =
        files.size() == 1 && files.getFirst().path().equals(OutputOptions.STANDARD_OUTPUT);
    return isOutputAlone ? List.of() : files;
  }

  /** The format of records on standard output, with the columns of tables. */
  private ItemFormat format(ItemRules rules, List<ItemFile> files) {
    boolean hasTable =
        files.stream().flatMap(file -> file.form().stream()).anyMatch(ItemForm::isTable);
    return format.or(hasTable ? ItemForm.CSV : JSONL).format(rules.fields());
  }
}
