package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.compare.CompareOptions;
import dev.arachne.terminal.Streams;
import dev.arachne.url.CrawlUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne compare [URL...]}: ten ways to fetch the same pages, side by side. */
final class CompareCommand extends Verb {
  private static final long MOST = 10_000;

  private final Streams streams;

  private final Argument<List<String>> typed =
      many("URL")
          .help(
              "The URLs to fetch, over plain http, from your own server: each is fetched about"
                  + " forty times. Default: the pages of a built-in site on the loopback interface.");
  private final Argument<Integer> pages =
      options
          .option("--pages", "N", CompareCommand::count)
          .help("Number of pages of the built-in site. Default: 100.");
  private final Argument<Duration> latency =
      options
          .option("--latency", "TIME", CompareCommand::latency)
          .help("Delay of each of its pages. Default: 470 ms.");
  private final Argument<Integer> concurrency =
      options
          .option("--concurrency", "N", CompareCommand::count)
          .help(
              "Parallel requests, where possible. Default: all pages of the built-in site, 10 of a"
                  + " list of URLs.");
  private final Argument<Integer> repeat =
      options
          .option("--repeat", "N", CompareCommand::count)
          .help("Repetitions, except where pages are fetched one after the other. Default: 5.");
  private final Argument<Path> report =
      options
          .option("-o --output", "FILE", Values::outputFile)
          .help("The HTML report with charts. Default: compare.html.");
  private final Argument<Boolean> json =
      options.flag("--json").help("Print a JSON object instead of the table.");

  CompareCommand(Streams streams) {
    super(
        "compare",
        "[OPTION]... [URL]...",
        "Fetches the same pages in ten ways, from a blocking socket to coroutines, and measures each.");
    this.streams = streams;
    footer(
        """
        TIME is in seconds (1.5), or has a unit (500ms, 2s, 1m).
        Without options it takes some minutes: two of the ways fetch one page after the other.
        What the ways are is told in docs/the-road.md.

        Exit code: 0 done; 1 a page could not be fetched, or not all got the same bytes; 2 a mistake at
        the command line.

        Examples:
          arachne compare
          arachne compare --pages 20 --latency 100ms --json
        """);
  }

  @Override
  protected int run() {
    Path file = report.value().orElseGet(() -> Values.outputFile("compare.html"));
    return new CompareRun(options(), json.isOn(), file, streams, out(), err()).run();
  }

  /** The typed options in the comparison's form. */
  CompareOptions options() {
    if (typed.isGiven() && (pages.isGiven() || latency.isGiven())) {
      throw mistake(
          "--pages and --latency are those of the site that is served where no URL is typed; leave"
              + " them out, or the URLs");
    }
    List<CrawlUrl> urls =
        typed.or(List.of()).stream().map(CompareCommand::plainUrl).distinct().toList();
    int site = pages.or(CompareOptions.USUAL_PAGES);
    return new CompareOptions(
        urls,
        site,
        latency.or(CompareOptions.USUAL_LATENCY),
        concurrency.or(urls.isEmpty() ? site : CompareOptions.POLITE_CONCURRENCY),
        repeat.or(CompareOptions.USUAL_REPEAT),
        CompareOptions.USUAL_WARM_UP,
        CompareOptions.USUAL_WAITS);
  }

  /**
   * Parses a URL. This is not a converter, since the library treats a rejected value as one
   * argument too many.
   */
  private static CrawlUrl plainUrl(String value) {
    CrawlUrl url = NetworkValues.url(value);
    if (CompareOptions.isPlain(url)) {
      return url;
    }
    throw new TypeConversionException(
        "'" + value + "': most of the ways know no TLS; use a URL that begins with http://");
  }

  /** A number of pages, of threads for them, or of runs. */
  private static Integer count(String value) {
    return Math.toIntExact(Values.number(value, 1, MOST));
  }

  /** A time that a client has the patience for. */
  private static Duration latency(String value) {
    Duration latency = Values.time(value);
    if (latency.compareTo(CompareOptions.LONGEST_LATENCY) > 0) {
      throw new TypeConversionException(
          value + " is too long; use " + CompareOptions.LONGEST_LATENCY.toSeconds() + "s or less");
    }
    return latency;
  }
}
