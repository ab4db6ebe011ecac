package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.crawl.CrawlEstimate;
import dev.arachne.crawl.CrawlEstimator;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionSwitch;
import dev.arachne.options.OptionType;
import dev.arachne.options.UsageException;
import dev.arachne.report.SampledSite;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code arachne plan SEED...}: estimates the size and time of a crawl by a sample of its pages.
 */
final class PlanCommand extends Verb {
  private static final int MOST_HOSTS = 10;

  private final Streams streams;
  private final Argument<Integer> sample =
      options
          .option("--sample", "N", Values.of(OptionType.count(1)))
          .help("Maximum number of pages to fetch. Default: " + CrawlEstimator.USUAL_SAMPLE + ".");
  private final Argument<Boolean> json = options.flag("--json").help("Print one JSON object.");
  private final CrawlSettings settings = new CrawlSettings(this, OptionSwitch.Verb.CRAWL);
  private final Argument<List<String>> roots = settings.special("SEED");
  private final Argument<List<String>> listed = settings.special("--input-file", Values::roots);
  private final StorageArguments storageArguments = new StorageArguments(settings);

  PlanCommand(Streams streams) {
    super(
        "plan",
        "[OPTION]... SEED...",
        "Estimates the pages, bytes and time of a crawl from a sample.");
    this.streams = streams;
    footer(
        """
        The options are those of arachne crawl: replace plan by crawl to start it. plan fetches
        robots.txt, sitemaps and a sample of pages, as politely as the crawl. It writes no output.

        Without a sitemap the estimate can be a few times too low or too high. It does not include parts
        of the site that no page of the sample links to, and ignores --budget and --traps.

        Exit code: 0 done; 1 no page could be fetched; 2 a mistake at the command line.

        Examples:
          arachne plan example.com
          arachne plan https://example.com/ --exclude '/tag/' --delay 1 --sample 100
        """);
  }

  @Override
  protected int run() throws UsageException, IOException {
    CrawlEstimate plan = CrawlEstimator.of(options(), sample.or(CrawlEstimator.USUAL_SAMPLE)).run();
    if (plan.asked() == 0) {
      return failed("no page could be fetched; use arachne fetch URL to see why");
    }
    PrintWriter out = json.isOn() ? streams.utf8() : out();
    out.print(json.isOn() ? json(plan) + "\n" : text(plan));
    out.flush();
    return ExitCode.DONE;
  }

  private CrawlOptions options() {
    List<String> all = new ArrayList<>(roots.or(List.of()));
    listed.value().ifPresent(all::addAll);
    refuseOptions(roots.or(List.of()));
    if (all.isEmpty() || all.stream().anyMatch(String::isBlank)) {
      throw mistake("nothing to plan; use arachne plan URL");
    }
    var crawl = CrawlOptions.crawlOf(all);
    settings.applyTo(crawl);
    storageArguments.applyTo(crawl, all.getFirst(), "crawl");
    return crawl.build();
  }

  private static String text(CrawlEstimate plan) {
    var text = new StringBuilder();
    row(text, "pages", pages(plan));
    String about = plan.size().isOpen() ? "at least " : "about ";
    row(text, "bytes", about + Quantity.bytes(plan.bytes()));
    row(text, "time", about + Quantity.time(plan.time()));
    row(text, "by", sample(plan));
    if (plan.hosts().size() > 1 || plan.hosts().stream().anyMatch(host -> !host.gap().isZero())) {
      for (CrawlEstimate.Host host :
          plan.hosts().subList(0, Math.min(MOST_HOSTS, plan.hosts().size()))) {
        row(text, "host", host(host));
      }
      int others = plan.hosts().size() - MOST_HOSTS;
      if (others > 0) {
        row(text, "host", Quantity.count(others) + " others; --json has them");
      }
    }
    for (String rule : plan.idle()) {
      row(
          text,
          "idle rule",
          rule + " matches none of the " + Quantity.count(plan.seen()) + " URLs that were seen");
    }
    for (CrawlEstimate.Stray stray : plan.strays()) {
      row(text, "stray seed", stray.root() + " " + stray.why());
    }
    return text.toString();
  }

  private static String pages(CrawlEstimate plan) {
    SampledSite.Size size = plan.size();
    String seen = Quantity.count(size.least());
    if (size.most() == size.least()) {
      return seen;
    }
    if (size.isOpen()) {
      return "at least %s; how far the site goes on is not known, a larger --sample tells more"
          .formatted(seen);
    }
    String pages = Quantity.count(size.pages());
    return plan.inSitemaps() == 0
        ? "about %s (%s were seen); without a sitemap it may be several times as many"
            .formatted(pages, seen)
        : "about %s (%s were seen, probably at most %s)"
            .formatted(pages, seen, Quantity.count(size.most()));
  }

  private static String sample(CrawlEstimate plan) {
    return "%s pages that were fetched%s%s"
        .formatted(
            Quantity.count(plan.asked()),
            plan.disallowed() == 0
                ? ""
                : ", " + Quantity.count(plan.disallowed()) + " URLs that robots.txt disallows",
            plan.inSitemaps() == 0
                ? ", no sitemap"
                : ", " + Quantity.count(plan.inSitemaps()) + " in sitemaps");
  }

  private static String host(CrawlEstimate.Host host) {
    return "%s  %s pages, about %s%s"
        .formatted(
            host.origin(),
            Quantity.count(host.pages()),
            Quantity.time(host.time()),
            host.gap().isZero() ? "" : ", one in " + Quantity.time(host.gap()));
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append("%-10s  ".formatted(name)).append(TerminalText.escaped(value)).append('\n');
  }

  private static String json(CrawlEstimate plan) {
    return JsonLine.of(object -> {
      object.writeNumberProperty("pages", plan.size().pages());
      object.writeNumberProperty("least", plan.size().least());
      object.writeNumberProperty("most", plan.size().most());
      object.writeBooleanProperty("open", plan.size().isOpen());
      object.writeNumberProperty("bytes", plan.bytes());
      object.writeNumberProperty("seconds", plan.time().toNanos() / 1e9);
      object.writeNumberProperty("fetched", plan.asked());
      object.writeNumberProperty("disallowed", plan.disallowed());
      object.writeNumberProperty("inSitemaps", plan.inSitemaps());
      object.writeArrayPropertyStart("hosts");
      for (CrawlEstimate.Host host : plan.hosts()) {
        object.writeStartObject();
        object.writeStringProperty("origin", host.origin().toString());
        object.writeNumberProperty("pages", host.pages());
        object.writeNumberProperty("delay", host.gap().toNanos() / 1e9);
        object.writeNumberProperty("seconds", host.time().toNanos() / 1e9);
        object.writeEndObject();
      }
      object.writeEndArray();
      object.writeArrayPropertyStart("idleRules");
      plan.idle().forEach(object::writeString);
      object.writeEndArray();
      object.writeArrayPropertyStart("straySeeds");
      for (CrawlEstimate.Stray stray : plan.strays()) {
        object.writeStartObject();
        object.writeStringProperty("url", stray.root().toString());
        object.writeStringProperty("reason", stray.why());
        object.writeEndObject();
      }
      object.writeEndArray();
    });
  }
}
