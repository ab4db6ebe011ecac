package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.arguments.Verb;
import dev.arachne.fetch.RedirectChain;
import dev.arachne.fetch.RobotsFile;
import dev.arachne.http.HttpClient;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpResponse;
import dev.arachne.http.PortPolicy;
import dev.arachne.network.AddressPolicy;
import dev.arachne.options.CrawlOptions;
import dev.arachne.robots.Purpose;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.runtime.EventLoop;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.RejectedUrl;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * {@code arachne robots URL}: the rules of a site's robots.txt for one URL, fetched by {@link
 * RobotsFile}.
 */
final class RobotsCommand extends Verb {
  static final String OWN_NAME = CrawlOptions.DEFAULT_USER_AGENT.split("/", 2)[0];

  private final Streams streams;

  private final Argument<CrawlUrl> url =
      optional("URL", NetworkValues::url).help("The URL; http:// may be omitted.");
  private final Argument<String> agent =
      options
          .option("--agent", "NAME", NetworkValues::agent)
          .help(
              "The crawler's name: letters, - and _. Default: arachne. robots.txt itself is always"
                  + " requested as arachne.");
  private final Argument<Boolean> json = options.flag("--json").help("Print one JSON object.");

  /** The three answers. */
  private enum Ruling {
    ALLOWED("allowed"),
    DISALLOWED("not allowed"),
    UNKNOWN("unknown, so treated as disallowed");

    private final String text;

    Ruling(String text) {
      this.text = text;
    }
  }

  RobotsCommand(Streams streams) {
    super(
        "robots",
        "[OPTION]... URL",
        "Shows whether robots.txt allows a URL, and the line that decides.");
    this.streams = streams;
    footer(
        """
        Exit code: 0 allowed; 1 not allowed, or unknown because robots.txt is unreachable;
        2 a mistake at the command line.

        Examples:
          arachne robots example.com/private/ --agent Googlebot
          arachne robots https://example.com/ && arachne crawl https://example.com/
        """);
  }

  @Override
  protected int run() {
    CrawlUrl asked = url.value().orElseThrow(() -> mistake("no URL; use arachne robots URL"));
    HttpOptions options =
        HttpOptions.DEFAULT
            .withUserAgent(CrawlOptions.DEFAULT_USER_AGENT)
            .withAddresses(AddressPolicy.PUBLIC.orHosts(Set.of(asked.host())))
            .withPorts(PortPolicy.WEB.orOrigins(Set.of(asked.origin())));
    RobotsFile file =
        EventLoop.run(
            "robots",
            () -> {
              try (var client = new HttpClient(options)) {
                return RobotsFile.ask(client, asked.origin());
              }
            });
    RobotsVerdict verdict = file.access().rules().verdict(agent(), asked);
    Ruling ruling = ruling(file.access(), verdict);
    PrintWriter out = json.isOn() ? streams.utf8() : out();
    out.print(
        json.isOn()
            ? json(asked, file, verdict, ruling) + "\n"
            : text(asked, file, verdict, ruling));
    out.flush();
    return ruling == Ruling.ALLOWED ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static Ruling ruling(RobotsAccess access, RobotsVerdict verdict) {
    if (verdict.allowed()) {
      return Ruling.ALLOWED;
    }
    return access instanceof RobotsAccess.Unreachable ? Ruling.UNKNOWN : Ruling.DISALLOWED;
  }

  private String text(CrawlUrl asked, RobotsFile file, RobotsVerdict verdict, Ruling ruling) {
    var text = new StringBuilder();
    text.append("%s for %s: %s\n".formatted(ruling.text, agent(), asked));
    text.append(TerminalText.escaped(verdict.reason())).append("\n\n");
    for (HttpResponse answer : file.trail().answers()) {
      String target = answer.headers().first("Location").map(to -> " -> " + to).orElse("");
      row(text, "robots.txt", answer.url() + "  " + answer.status() + target);
    }
    if (file.trail() instanceof RedirectChain.Broken(var _, var failure)) {
      row(text, "robots.txt", String.valueOf(failure.getMessage()));
    }
    crawlDelay(file).ifPresent(delay -> row(text, "crawl delay", Quantity.time(delay)));
    sitemaps(file).forEach(sitemap -> row(text, "sitemap", sitemap));
    usage(file, asked)
        .forEach((purpose, its) -> row(text, name(purpose), word(its) + ": " + its.reason()));
    return text.toString();
  }

  private static void row(StringBuilder text, String name, String value) {
    text.append("%-11s  ".formatted(name)).append(TerminalText.escaped(value)).append('\n');
  }

  private String json(CrawlUrl asked, RobotsFile file, RobotsVerdict verdict, Ruling ruling) {
    return JsonLine.of(object -> {
      object.writeStringProperty("url", asked.toString());
      object.writeStringProperty("agent", agent());
      object.writeBooleanProperty("allowed", ruling == Ruling.ALLOWED);
      object.writeBooleanProperty("known", ruling != Ruling.UNKNOWN);
      if (verdict.line() > 0) {
        object.writeNumberProperty("line", verdict.line());
      }
      object.writeStringProperty("reason", verdict.text());
      object.writeArrayPropertyStart("robots");
      for (HttpResponse answer : file.trail().answers()) {
        object.writeStartObject();
        object.writeStringProperty("url", answer.url().toString());
        object.writeNumberProperty("status", answer.status());
        object.writeEndObject();
      }
      if (file.trail() instanceof RedirectChain.Broken(var _, var failure)) {
        object.writeStartObject();
        object.writeStringProperty("url", failure.url().toString());
        object.writeStringProperty("failure", failure.failure().text());
        object.writeEndObject();
      }
      object.writeEndArray();
      crawlDelay(file)
          .ifPresent(delay -> object.writeNumberProperty("crawlDelay", delay.toNanos() / 1e9));
      object.writeArrayPropertyStart("sitemaps");
      sitemaps(file).forEach(object::writeString);
      object.writeEndArray();
      object.writeObjectPropertyStart("usage");
      for (var each : usage(file, asked).entrySet()) {
        object.writeObjectPropertyStart(name(each.getKey()));
        object.writeBooleanProperty("allowed", each.getValue().allowed());
        object.writeNumberProperty("line", each.getValue().line());
        object.writeStringProperty("reason", each.getValue().text());
        object.writeEndObject();
      }
      object.writeEndObject();
    });
  }

  /** The verdicts of robots.txt on the URL by purpose, for the purposes that it has rules about. */
  private Map<Purpose, RobotsVerdict> usage(RobotsFile file, CrawlUrl asked) {
    var usage = new EnumMap<Purpose, RobotsVerdict>(Purpose.class);
    for (Purpose purpose : Purpose.values()) {
      RobotsVerdict verdict = file.access().rules().usage(agent(), purpose, asked);
      if (verdict.line() > 0) {
        usage.put(purpose, verdict);
      }
    }
    return usage;
  }

  private static String name(Purpose purpose) {
    return purpose.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String word(RobotsVerdict verdict) {
    return verdict.allowed() ? "allowed" : "not allowed";
  }

  private String agent() {
    return agent.or(OWN_NAME);
  }

  private Optional<Duration> crawlDelay(RobotsFile file) {
    return file.access().rules().crawlDelay(agent());
  }

  /**
   * The URLs of sitemaps, resolved as a crawler would; as written if they do not resolve to a URL.
   */
  private static List<String> sitemaps(RobotsFile file) {
    List<String> written = file.access().rules().sitemaps();
    if (written.isEmpty()) {
      return written;
    }
    CrawlUrl base = file.trail().answers().getLast().url();
    return written.stream()
        .map(sitemap ->
            switch (base.resolve(sitemap)) {
              case CrawlUrl resolved -> resolved.toString();
              case RejectedUrl rejected -> rejected.input();
            })
        .toList();
  }
}
