package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.RuleScraper;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.ledger.Change;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.ItemFile;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionTable;
import dev.arachne.terminal.Streams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code arachne scrape SEED...}: a crawl that is driven by rules and leaves records. */
final class ScrapeCommand extends Verb {
  private final Streams streams;

  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.SCRAPE);
  private final Argument<List<String>> roots = settings.special("SEED");
  private final ScrapeRules scrape = new ScrapeRules(settings);
  private final Keeping keeping = new Keeping(settings);
  private final Argument<Format> format = settings.special("--format", Values.oneOf(Format.class));
  private final Measuring.Flags measuring = new Measuring.Flags(section("Output"));
  private final Verbosity.Flags flags = new Verbosity.Flags(section("Output"));

  /** How records become lines. */
  private enum Format {
    JSONL,
    CSV
  }

  ScrapeCommand(Streams streams) {
    super(
        "scrape",
        "[OPTION]... [SEED]...",
        "Extracts records from the pages of a site, by CSS, XPath or regular expressions.");
    this.streams = streams;
    brief(
        """
        Usage: arachne scrape [OPTION]... URL...
        Extracts records from the pages of a site, as JSON lines or CSV.

          --item EXPR           what on a page is a record [the page]
          --field NAME=EXPR     a field of a record; NAME:number, NAME:required, ...
          --next EXPR           the link to the next page of a list
          --follow EXPR         links to follow
          -r, --rules FILE      the rules in a file, in YAML or JSON
          -O FILE, -o FILE      overwrite FILE, or append to it [standard output]
          --format FORMAT       jsonl or csv [csv for a FILE.csv, else jsonl]
          --limit N             stop after N URLs [no bound]
          -w, --delay TIME      minimum time between two requests to a host

        Examples:
          arachne scrape example.com/top --item li.film --field title=.title
          arachne scrape --rules films.yaml -O films.csv --ordered
          arachne scrape example.com/a --field 'price:number=span.price' --scope page

        EXPR is a CSS selector, xpath:XPATH or regex:REGEX: docs/scraping.md.
        arachne scrape --help lists all options by group, with defaults.
        """);
    footer(
        """
        EXPR is a CSS selector, css:SELECTOR, xpath:XPATH or regex:REGEX. After a CSS selector,
        ::attr(NAME) selects an attribute, and ::text the text directly in the element. A field is
        searched for in its record only.

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
  protected int run() {
    checkRoots();
    return run(
        this,
        options(scrape.rules()),
        streams,
        List.of(),
        flags.verbosity(),
        measuring.measuring());
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
      Measuring measuring) {
    var crawl = new Crawl(options).beginWith(changes);
    if (options.outputs().items().isPresent()) {
      return new CrawlRun(verb.name(), crawl, verbosity, verb.out(), verb.err())
          .measured(measuring)
          .run();
    }
    crawl.scrape(
        new RuleScraper(options.outputs().rules().orElseThrow()),
        options.outputs().order(),
        new RecordPrinter(streams, options.outputs().format()));
    var run =
        new CrawlRun(verb.name(), crawl, verbosity, verb.err(), verb.err()).measured(measuring);
    return (streams.outIsTerminal().getAsBoolean() ? run.withoutLiveLine() : run).run();
  }

  /** The typed options in the crawl's form. */
  CrawlOptions options(ItemRules rules) {
    List<String> typed = roots.or(rules.start());
    CrawlOptions.Builder options = CrawlOptions.crawlOf(typed).follow(Set.of()).rules(rules);
    settings.applyTo(options);
    List<Path> archives = options.get(OptionTable.FROM);
    List<String> start =
        typed.isEmpty() && !archives.isEmpty() ? TypedArchives.seeds(archives) : typed;
    if (start.isEmpty()) {
      throw mistake("no seed; use arachne scrape URL, or name it in the rules: start: URL");
    }
    options.set(OptionTable.ROOTS, start);
    Optional<ItemFile> file = options.get(OptionTable.ITEMS);
    options.format(format(rules, file.map(its -> its.path().toString()).orElse("")));
    if (file.isPresent() || keeping.namesDirectory()) {
      keeping.applyTo(options, start.getFirst(), archives.isEmpty() ? "scrape" : "offline.scrape");
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
      if (root.matches(".*\\.(ya?ml|json)") && Files.isRegularFile(Path.of(root))) {
        throw mistake(root + " is not a seed; use --rules " + root + " if it has the rules");
      }
    }
  }

  private ItemFormat format(ItemRules rules, String file) {
    if (format.value().isEmpty() && file.endsWith(".json")) {
      throw mistake(
          "%s would be lines of JSON; use %1$sl, or --format jsonl to have it so".formatted(file));
    }
    Format usual = file.endsWith(".csv") ? Format.CSV : Format.JSONL;
    return switch (format.or(usual)) {
      case CSV -> ItemFormat.csv(rules.fields());
      case JSONL -> ItemFormat.jsonLines();
    };
  }
}
