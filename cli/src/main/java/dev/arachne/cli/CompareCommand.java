package dev.arachne.cli;

import dev.arachne.compare.CompareOptions;
import dev.arachne.url.CrawlUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne compare [URL...]}: ten ways to fetch the same pages, side by side. */
@Command(
    name = "compare",
    description =
        "Fetches the same pages in ten ways, from a blocking socket to coroutines, and measures each.",
    customSynopsis = "arachne compare [OPTION]... [URL]...",
    parameterListHeading = "%n",
    sortOptions = false,
    footer = {
      "",
      "TIME is in seconds (1.5), or has a unit (500ms, 2s, 1m).",
      "Without options it takes some minutes: two of the ways fetch one page after the other.",
      "What the ways are is told in docs/the-road.md.",
      "",
      "Exit code: 0 done; 1 a page could not be fetched, or not all got the same bytes; 2 a mistake at",
      "the command line.",
      "",
      "Examples:",
      "  arachne compare",
      "  arachne compare --pages 20 --latency 100ms --json"
    })
final class CompareCommand implements Callable<Integer> {
  private final Streams streams;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "URL",
      arity = "0..*",
      hideParamSyntax = true,
      description =
          "What to fetch, over plain http, from a server of yours: each URL is fetched some forty times."
              + " Default: the pages of a site of its own, on the loopback interface.")
  private List<String> typed = new ArrayList<>();

  @Option(
      names = "--pages",
      paramLabel = "N",
      converter = Count.class,
      description = "How many pages that site has. Default: 100.")
  private Optional<Integer> pages = Optional.empty();

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      converter = Latency.class,
      description = "How late each of its pages is. Default: 470 ms.")
  private Optional<Duration> latency = Optional.empty();

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      converter = Count.class,
      description =
          "Pages at a time, for the ways that can. Default: all of that site, 10 of a list of URLs.")
  private Optional<Integer> concurrency = Optional.empty();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      converter = Count.class,
      description =
          "How often each does it, except those that fetch one page after the other. Default: 5.")
  private int repeat = CompareOptions.USUAL_REPEAT;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      converter = Values.OutputFile.class,
      description = "The report with its charts, a page of HTML. Default: compare.html.")
  private Path report = Path.of("compare.html");

  @Option(names = "--json", description = "An object of JSON in place of the table.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  boolean help;

  CompareCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    CommandLine program = spec.commandLine();
    return new CompareRun(options(), json, report, streams, program.getOut(), program.getErr())
        .run();
  }

  /**
   * What was typed, as the comparison understands it.
   *
   * @throws ParameterException if it asks for what cannot be
   */
  CompareOptions options() {
    if (!typed.isEmpty() && (pages.isPresent() || latency.isPresent())) {
      throw mistake(
          "--pages and --latency are those of the site that is served where no URL is typed; leave"
              + " them out, or the URLs");
    }
    List<CrawlUrl> urls = typed.stream().map(this::plainUrl).distinct().toList();
    int site = pages.orElse(CompareOptions.USUAL_PAGES);
    return new CompareOptions(
        urls,
        site,
        latency.orElse(CompareOptions.USUAL_LATENCY),
        concurrency.orElse(urls.isEmpty() ? site : CompareOptions.POLITE_CONCURRENCY),
        repeat,
        CompareOptions.USUAL_WARM_UP,
        CompareOptions.USUAL_WAITS);
  }

  /** Read here and not by a converter, since the library takes a wrong one for one too many. */
  private CrawlUrl plainUrl(String value) {
    try {
      CrawlUrl url = new NetworkValues.Url().convert(value);
      if (CompareOptions.isPlain(url)) {
        return url;
      }
    } catch (TypeConversionException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
    throw mistake(
        "'" + value + "': most of the ways know no TLS; type a URL that begins with http://");
  }

  private ParameterException mistake(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  /** A number of pages, of threads for them, or of runs. */
  static final class Count implements ITypeConverter<Integer> {
    private static final long MOST = 10_000;

    @Override
    public Integer convert(String value) {
      return Math.toIntExact(Values.number(value, 1, MOST));
    }
  }

  /** A time that a client has the patience for. */
  static final class Latency implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String value) {
      Duration latency = new Values.Time().convert(value);
      if (latency.compareTo(CompareOptions.LONGEST_LATENCY) > 0) {
        throw new TypeConversionException(
            value
                + " is too long; type "
                + CompareOptions.LONGEST_LATENCY.toSeconds()
                + "s or less");
      }
      return latency;
    }
  }
}
