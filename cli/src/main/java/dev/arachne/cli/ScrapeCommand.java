package dev.arachne.cli;

import dev.arachne.crawl.Crawl;
import dev.arachne.crawl.CrawlOptions;
import dev.arachne.crawl.ItemFile;
import dev.arachne.crawl.ItemOrder;
import dev.arachne.crawl.RuleScraper;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code arachne scrape ROOT...}: a crawl that is driven by rules and leaves records. */
final class ScrapeCommand extends Verb {
  private static final String KEPT = "Where the scrape is kept";

  private final Streams streams;

  private final Argument<List<String>> roots =
      many("ROOT")
          .says("Where to start, a URL or a folder, in place of the start that the rules name.");
  private final ScrapeRules scrape = new ScrapeRules(section("What to scrape"));
  private final CrawlSettings settings =
      new CrawlSettings(this).bounds().manners().network().costs(KEPT);
  private final Keeping keeping = new Keeping(section(KEPT));

  private final Section output = section("Output");
  private final Argument<Path> append =
      output
          .option("-o --output", "FILE", Values::outputFile)
          .says("Add the records to the end of FILE.");
  private final Argument<Path> overwrite =
      output
          .option("-O --overwrite-output", "FILE", Values::outputFile)
          .says("Write the records to FILE, in place of what is in it.");
  private final Argument<Format> format =
      output
          .option("--format", "FORMAT", Values.oneOf(Format.values()))
          .says("jsonl (a JSON object a line) or csv. Default: csv for a FILE.csv, else jsonl.");
  private final Argument<Boolean> ordered =
      output
          .flag("--ordered")
          .says("Records in the order of their pages: as if these were fetched one at a time.");
  private final Verbosity.Flags flags = new Verbosity.Flags(output);

  /** How records become lines. */
  private enum Format {
    JSONL,
    CSV
  }

  ScrapeCommand(Streams streams) {
    super(
        "scrape",
        "[OPTION]... [ROOT]...",
        "Makes records of the pages of a site, by CSS, XPath or regular expressions.");
    this.streams = streams;
    footer(
        """
        EXPR is a CSS selector, css:SELECTOR, xpath:XPATH or regex:REGEX. Behind a CSS selector,
        ::attr(NAME) asks for an attribute, ::text for the texts that stand directly in the element.
        A field is looked for in its record alone.

        Records go to standard output, and the report then to standard error, or to a file. -o adds to
        the file and -O writes it anew, as with Scrapy (arachne crawl -o always writes anew). In CSV, a
        text that a spreadsheet would compute gets an apostrophe before it; JSON has it as it is.

        A scrape to a file is kept, by default in HOST.scrape here: after ^C, a kill or a power cut the
        same command, or arachne resume DIR, goes on, and the file has every record once. With --ordered
        records wait in DIR for the pages before theirs. A scrape to standard output is kept only if
        --dir is given, and after a kill some of its lines may come twice.

        Exit code: 0 done; 1 a root could not be fetched, or there was no record; 2 a mistake at the
        command line or in the rules; 3 this machine could not go on (a disk, memory, file descriptors):
        the same command does; 130, 143 or 129 if SIGINT (^C), SIGTERM or SIGHUP ended it.

        Examples:
          arachne scrape --rules films.yaml -O films.csv --ordered
          arachne scrape example.com/top --item li.film --field rank:number=.rank \\
              --field title:required=.title --field url:url=a --next a.next
        """);
  }

  @Override
  int run() {
    checkRoots();
    return run(this, options(scrape.rules()), streams, flags.verbosity());
  }

  /** Scrapes as {@code options} say, for {@code verb}; without a file, to standard output. */
  static int run(Verb verb, CrawlOptions options, Streams streams, Verbosity verbosity) {
    var crawl = new Crawl(options);
    if (options.items().isPresent()) {
      return new CrawlRun(verb.name(), crawl, verbosity, verb.out(), verb.err()).run();
    }
    crawl.scrape(
        new RuleScraper(options.rules().orElseThrow()),
        options.order(),
        new RecordPrinter(streams, options.format()));
    var run = new CrawlRun(verb.name(), crawl, verbosity, verb.err(), verb.err());
    return (streams.outIsTerminal().getAsBoolean() ? run.withoutLiveLine() : run).run();
  }

  /** What was typed, as the crawl understands it. */
  CrawlOptions options(ItemRules rules) {
    List<String> start = roots.or(rules.start());
    if (start.isEmpty()) {
      throw mistake(
          "nowhere to start; type arachne scrape URL, or name it in the rules: start: URL");
    }
    CrawlOptions.Builder options = CrawlOptions.crawlOf(start).rules(rules);
    settings.applyTo(options);
    if (ordered.isOn()) {
      options.order(ItemOrder.PAGES);
    }
    Optional<ItemFile> file = file();
    options.format(format(rules, file.map(its -> its.path().toString()).orElse("")));
    file.ifPresent(options::items);
    if (file.isPresent() || keeping.namesDirectory()) {
      keeping.applyTo(options, start.getFirst(), "scrape");
    }
    return options.build();
  }

  /** A root that is empty, or the file that was meant for {@code --rules}. */
  private void checkRoots() {
    refuseOptions(roots.or(List.of()));
    for (String root : roots.or(List.of())) {
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
    Optional<ItemFile> appended = append.value().map(ItemFile::append);
    Optional<ItemFile> overwritten = overwrite.value().map(ItemFile::overwrite);
    if (appended.isPresent() && overwritten.isPresent()) {
      throw mistake("-o and -O exclude each other; type one of them");
    }
    return appended.or(() -> overwritten);
  }

  private ItemFormat format(ItemRules rules, String file) {
    if (format.value().isEmpty() && file.endsWith(".json")) {
      throw mistake(
          "%s would be lines of JSON; type %1$sl, or --format jsonl to have it so".formatted(file));
    }
    Format usual = file.endsWith(".csv") ? Format.CSV : Format.JSONL;
    return switch (format.or(usual)) {
      case CSV -> ItemFormat.csv(rules.fields());
      case JSONL -> ItemFormat.jsonLines();
    };
  }
}
