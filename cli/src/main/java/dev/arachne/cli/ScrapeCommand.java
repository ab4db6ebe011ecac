package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlOptions;
import dev.arachne.crawl.ItemFile;
import dev.arachne.crawl.ItemOrder;
import dev.arachne.crawl.RuleScraper;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne scrape ROOT...}: a crawl that is driven by rules and leaves records. */
@Command(
    name = "scrape",
    description = "Makes records of the pages of a site, by CSS, XPath or regular expressions.",
    customSynopsis = "arachne scrape [OPTION]... [ROOT]...",
    parameterListHeading = "%n",
    sortOptions = false,
    footer = {
      "",
      "EXPR is a CSS selector, css:SELECTOR, xpath:XPATH or regex:REGEX. Behind a CSS selector,",
      "::attr(NAME) asks for an attribute, ::text for the texts that stand directly in the element.",
      "A field is looked for in its record alone.",
      "",
      "Records go to standard output, and the report then to standard error, or to a file. -o adds to",
      "the file and -O writes it anew, as with Scrapy (arachne crawl -o always writes anew). In CSV, a",
      "text that a spreadsheet would compute gets an apostrophe before it; JSON has it as it is.",
      "",
      "A scrape to a file is kept, by default in HOST.scrape here: after ^C, a kill or a power cut the",
      "same command, or arachne resume DIR, goes on, and the file has every record once. With --ordered",
      "records wait in DIR for the pages before theirs. A scrape to standard output is kept only if",
      "--dir is given, and after a kill some of its lines may come twice.",
      "",
      "Exit code: 0 done; 1 a root could not be fetched, or there was no record; 2 a mistake at the",
      "command line or in the rules.",
      "",
      "Examples:",
      "  arachne scrape --rules films.yaml -O films.csv --ordered",
      "  arachne scrape example.com/top --item li.film --field rank:number=.rank \\",
      "      --field title:required=.title --field url:url=a --next a.next"
    })
final class ScrapeCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "ROOT",
      arity = "0..*",
      hideParamSyntax = true,
      description = "Where to start, a URL or a folder, in place of the start that the rules name.")
  private List<String> roots = new ArrayList<>();

  @Mixin(name = "What to scrape")
  private ScrapeRules scrape = new ScrapeRules();

  @Mixin(name = "What belongs to the crawl")
  private CrawlCommand.Bounds bounds = new CrawlCommand.Bounds();

  @Mixin(name = "Manners")
  private CrawlCommand.Manners manners = new CrawlCommand.Manners();

  @Mixin(name = "Network")
  private CrawlCommand.Network network = new CrawlCommand.Network();

  @Mixin(name = "Where the scrape is kept")
  private CrawlCommand.Keeping keeping = new CrawlCommand.Keeping();

  @Mixin(name = "Output")
  private Output output = new Output();

  /** Where records go, and how. */
  static final class Output {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        converter = Values.OutputFile.class,
        description = "Add the records to the end of FILE.")
    Optional<Path> append = Optional.empty();

    @Option(
        names = {"-O", "--overwrite-output"},
        paramLabel = "FILE",
        converter = Values.OutputFile.class,
        description = "Write the records to FILE, in place of what is in it.")
    Optional<Path> overwrite = Optional.empty();

    @Option(
        names = "--format",
        paramLabel = "FORMAT",
        converter = Format.Name.class,
        description =
            "jsonl (a JSON object a line) or csv. Default: csv for a FILE.csv, else jsonl.")
    Optional<Format> format = Optional.empty();

    @Option(
        names = "--ordered",
        description =
            "Records in the order of their pages: as if these were fetched one at a time.")
    boolean ordered;

    @Option(
        names = {"-q", "--quiet"},
        description = "No live line, no report: errors only.")
    boolean quiet;

    @Option(
        names = {"-v", "--verbose"},
        description = "A line for each URL, and stack traces.")
    boolean verbose;

    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "This help.")
    boolean help;
  }

  ScrapeCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    checkRoots();
    try {
      return run("scrape", options(scrape.rules()), streams, verbosity(), spec);
    } catch (TypeConversionException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
  }

  /** Scrapes as {@code options} say, for {@code verb}; without a file, to standard output. */
  static int run(
      String verb, CrawlOptions options, Streams streams, Verbosity verbosity, CommandSpec spec) {
    var crawl = new Crawl(options);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (options.items().isPresent()) {
      return new CrawlRun(verb, crawl, verbosity, out, err).run();
    }
    crawl.scrape(
        new RuleScraper(options.rules().orElseThrow()),
        options.order(),
        new RecordPrinter(streams, options.format()));
    var run = new CrawlRun(verb, crawl, verbosity, err, err);
    return (streams.outIsTerminal().getAsBoolean() ? run.withoutLiveLine() : run).run();
  }

  /**
   * What was typed, as the crawl understands it.
   *
   * @throws ParameterException if it asks for what cannot be
   */
  CrawlOptions options(ItemRules rules) {
    List<String> start = roots.isEmpty() ? rules.start() : roots;
    if (start.isEmpty()) {
      throw mistake(
          "nowhere to start; type arachne scrape URL, or name it in the rules: start: URL");
    }
    CrawlOptions.Builder options = CrawlOptions.crawlOf(start).rules(rules);
    bounds.applyTo(options);
    manners.applyTo(options);
    network.applyTo(options);
    if (output.ordered) {
      options.order(ItemOrder.PAGES);
    }
    Optional<ItemFile> file = file();
    options.format(format(rules, file.map(its -> its.path().toString()).orElse("")));
    file.ifPresent(options::items);
    if (file.isPresent() || keeping.directory.isPresent()) {
      keeping.applyTo(options, DirectoryName.of(start.getFirst(), "scrape"), spec);
    }
    return options.build();
  }

  /** A root that is empty, or the file that was meant for {@code --rules}. */
  private void checkRoots() {
    for (String root : roots) {
      if (root.isBlank()) {
        throw mistake("a root is empty; type a URL or a folder");
      }
      if (root.matches(".*\\.(ya?ml|json)") && Files.isRegularFile(Path.of(root))) {
        throw mistake(
            root + " is no place to start; type --rules " + root + " if it has the rules");
      }
    }
  }

  private Optional<ItemFile> file() {
    if (output.append.isPresent() && output.overwrite.isPresent()) {
      throw mistake("-o and -O exclude each other; type one of them");
    }
    return output.append.map(ItemFile::append).or(() -> output.overwrite.map(ItemFile::overwrite));
  }

  private ItemFormat format(ItemRules rules, String file) {
    if (output.format.isEmpty() && file.endsWith(".json")) {
      throw mistake(
          "%s would be lines of JSON; type %1$sl, or --format jsonl to have it so".formatted(file));
    }
    Format usual = file.endsWith(".csv") ? Format.CSV : Format.JSONL;
    return switch (output.format.orElse(usual)) {
      case CSV -> ItemFormat.csv(rules.fields());
      case JSONL -> ItemFormat.jsonLines();
    };
  }

  private Verbosity verbosity() {
    if (output.quiet && output.verbose) {
      throw mistake("-q and -v exclude each other; type one of them");
    }
    return output.quiet ? Verbosity.QUIET : output.verbose ? Verbosity.VERBOSE : Verbosity.NORMAL;
  }

  private ParameterException mistake(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  /** How records become lines. */
  enum Format {
    JSONL,
    CSV;

    /** The name of a format, in lower case. */
    static final class Name implements ITypeConverter<Format> {
      @Override
      public Format convert(String value) {
        return Values.oneOf(Format.values(), value);
      }
    }
  }
}
