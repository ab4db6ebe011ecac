package dev.arachne.cli;

import dev.arachne.cli.NetworkValues.FixedAddresses;
import dev.arachne.crawl.CrawlOptions;
import dev.arachne.http.AddressPolicy;
import dev.arachne.http.CookieJar;
import dev.arachne.http.HttpLimits;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.Proxy;
import dev.arachne.http.RequestField;
import dev.arachne.http.Timeouts;
import dev.arachne.url.CrawlUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code arachne fetch URL}: the options, spelled as curl spells them, and what they mean to an
 * {@link dev.arachne.http.HttpClient}; {@link FetchRun} does the rest. Long, being mostly the table
 * of options.
 */
@Command(
    name = "fetch",
    description = "Fetches one URL and prints the body of the answer.",
    customSynopsis = "arachne fetch [OPTION]... URL",
    parameterListHeading = "%n",
    sortOptions = false)
final class FetchCommand implements Callable<Integer> {
  private static final List<String> FOOTER =
      List.of(
          "",
          "TIME is in seconds (1.5), or has a unit (500ms, 2s, 1m). SIZE is in bytes, or as 500k, 20M.",
          "Content codings (gzip, br, zstd, deflate) are asked for and undone.",
          "The hosts of URL and of --resolve may have private addresses; redirects lead to none.",
          "",
          "Exit code, curl's where curl has one:");
  private static final List<String> EXAMPLES =
      List.of(
          "",
          "Examples:",
          "  arachne fetch -iL example.com",
          "  arachne fetch --json -o page.html https://example.com/ | jq .ms");

  private final Streams streams;

  private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "URL",
      arity = "0..1",
      hideParamSyntax = true,
      converter = NetworkValues.Url.class,
      description = "What to fetch; http:// may be left out.")
  private Optional<CrawlUrl> url = Optional.empty();

  @Mixin(name = "Request")
  private Request request = new Request();

  @Mixin(name = "Network")
  private Network network = new Network();

  @Mixin(name = "Output")
  private Output output = new Output();

  /** What is asked for. */
  static final class Request {
    @Option(
        names = {"-I", "--head"},
        description = "Ask for the head alone, and print it.")
    boolean head;

    @Option(
        names = {"-H", "--header"},
        paramLabel = "FIELD",
        converter = NetworkValues.Field.class,
        description = "A header \"Name: value\", in place of the usual one. Several: all of them.")
    List<RequestField> fields = new ArrayList<>();

    @Option(
        names = {"-A", "--user-agent"},
        paramLabel = "NAME",
        converter = Values.UserAgent.class,
        description = "The User-Agent header.")
    String userAgent = CrawlOptions.DEFAULT_USER_AGENT;

    @Option(
        names = {"-e", "--referer"},
        paramLabel = "URL",
        converter = NetworkValues.Referer.class,
        description = "The Referer header.")
    Optional<RequestField> referer = Optional.empty();

    @Option(
        names = {"-u", "--user"},
        paramLabel = "USER:PASSWORD",
        converter = NetworkValues.UserAndPassword.class,
        description = "Basic authorisation, for this origin alone. A URL can hold it too.")
    Optional<Proxy.Credentials> user = Optional.empty();

    @Option(
        names = "--cookies",
        description = "Send back to a host what cookies it set on the way.")
    boolean cookies;

    @Option(
        names = {"-L", "--location"},
        description = "Follow redirects. Default: a redirect is an answer.")
    boolean follow;

    @Option(
        names = {"--max-redirects", "--max-redirs"},
        paramLabel = "N",
        converter = Values.FromZero.class,
        description = "Redirects that -L follows, at most. Default: 10.")
    int maxRedirects = 10;
  }

  /** How the answer is got. */
  static final class Network {
    @Option(
        names = {"-x", "--proxy"},
        paramLabel = "PROXY",
        converter = NetworkValues.ProxyAddress.class,
        description =
            "[http://|socks5://][USER:PASSWORD@]HOST[:PORT], a tunnel for plain http too. Default port:"
                + " 1080.")
    Optional<Proxy> proxy = Optional.empty();

    @Option(
        names = "--resolve",
        paramLabel = "HOST:PORT:ADDRESS",
        converter = NetworkValues.FixedName.class,
        description = "Connect to ADDRESS for this host and port; several with commas between.")
    List<FixedAddresses> fixed = new ArrayList<>();

    @Option(
        names = "--allow-private",
        description = "Redirects may lead to private and local addresses.")
    boolean allowPrivate;

    @Option(
        names = {"-k", "--insecure"},
        description = "Trust any certificate.")
    boolean insecure;

    @Option(
        names = {"-m", "--max-time"},
        paramLabel = "TIME",
        converter = Values.PositiveTime.class,
        description =
            "For all of it, redirects too. Default: 2 min for each URL, 30 s of silence before the"
                + " answer and 20 s within.")
    Optional<Duration> maxTime = Optional.empty();

    @Option(
        names = "--connect-timeout",
        paramLabel = "TIME",
        converter = Values.PositiveTime.class,
        description =
            "For the look-up, the connection, and the TLS handshake, each. Default: 10 s.")
    Optional<Duration> connectTimeout = Optional.empty();

    @Option(
        names = "--max-filesize",
        paramLabel = "SIZE",
        converter = NetworkValues.Size.class,
        description =
            "The largest body, as it comes and decoded. Default: 20M as it comes, 64M decoded.")
    Optional<Long> maxSize = Optional.empty();
  }

  /** What is shown, and where. */
  static final class Output {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        converter = Values.OutputFile.class,
        description = "Write to FILE, not to standard output.")
    Optional<Path> file = Optional.empty();

    @Option(
        names = {"-i", "--include"},
        description = "Print the head before the body.")
    boolean include;

    @Option(
        names = {"-f", "--fail"},
        description = "Print no body of status 400 and above, and exit with 22.")
    boolean fail;

    @Option(
        names = "--json",
        description =
            "One object of JSON: head, times, redirects, failure, and the body (bodyBase64 if it is no"
                + " UTF-8), which -o sends to FILE instead.")
    boolean json;

    @Option(
        names = {"-v", "--verbose"},
        description = "Heads and times on standard error.")
    boolean verbose;

    @Option(
        names = {"-h", "--help"},
        usageHelp = true,
        description = "This help.")
    boolean help;
  }

  FetchCommand(Streams streams) {
    this.streams = streams;
  }

  /** Takes the command's description, and adds to it the table of exit codes. */
  @Spec
  void spec(CommandSpec description) {
    spec = description;
    List<String> footer = new ArrayList<>(FOOTER);
    footer.addAll(ExitCode.OfFetch.table());
    footer.addAll(EXAMPLES);
    spec.usageMessage().footer(footer.toArray(String[]::new));
  }

  @Override
  public Integer call() {
    CrawlUrl start =
        url.orElseThrow(
            () -> new ParameterException(spec.commandLine(), "no URL; type arachne fetch URL"));
    return new FetchRun(this, start, streams, spec.commandLine().getErr()).run();
  }

  Request request() {
    return request;
  }

  Network network() {
    return network;
  }

  Output output() {
    return output;
  }

  /** What to ask {@code at} for, on the way that began at {@code start}. */
  HttpRequest request(CrawlUrl start, CrawlUrl at) {
    HttpRequest asked = request.head ? HttpRequest.head(at) : HttpRequest.get(at);
    boolean sameOrigin = at.origin().equals(start.origin());
    if (sameOrigin && credentials(start).isPresent()) {
      Proxy.Credentials user = credentials(start).get();
      asked = asked.basicAuthorization(user.user(), user.password());
    }
    if (request.referer.isPresent()) {
      asked = asked.with(request.referer.get().name(), request.referer.get().value());
    }
    for (RequestField field : request.fields) {
      if (sameOrigin || !isSecret(field)) {
        asked = asked.with(field.name(), field.value());
      }
    }
    return asked;
  }

  /** What another origin than the one that was typed must not learn. */
  private static boolean isSecret(RequestField field) {
    return field.name().equalsIgnoreCase("Authorization")
        || field.name().equalsIgnoreCase("Cookie");
  }

  private Optional<Proxy.Credentials> credentials(CrawlUrl start) {
    return request.user.or(() ->
        start
            .userInfo()
            .map(userInfo -> {
              String[] parts = userInfo.split(":", 2);
              return new Proxy.Credentials(
                  decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
            }));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text; // A percent sign that encodes nothing stands for itself.
    }
  }

  /** How the client is to behave, but for names and trust, which need the loop or are rare. */
  HttpOptions options(CrawlUrl start) {
    Set<String> named = new HashSet<>(Set.of(start.host()));
    network.fixed.forEach(each -> named.add(each.host()));
    HttpOptions options =
        HttpOptions.DEFAULT
            .withUserAgent(request.userAgent.strip())
            .withTimeouts(timeouts())
            .withAddresses(
                network.allowPrivate ? AddressPolicy.ANY : AddressPolicy.PUBLIC.orHosts(named));
    if (request.cookies) {
      options = options.withCookies(new CookieJar());
    }
    if (network.maxSize.isPresent()) {
      long size = network.maxSize.get();
      options = options.withLimits(HttpLimits.DEFAULT.withBodyBytes(size, size));
    }
    return network.proxy.isPresent() ? options.withProxy(network.proxy.get()) : options;
  }

  /** Who gives a time for all of it, gives it to each phase: nothing else cuts the wait short. */
  private Timeouts timeouts() {
    Timeouts usual = Timeouts.DEFAULT;
    Duration connect = network.connectTimeout.orElse(usual.connect());
    return new Timeouts(
        usual.queue(),
        connect,
        connect,
        connect,
        network.maxTime.orElse(usual.firstByte()),
        network.maxTime.orElse(usual.betweenBytes()),
        network.maxTime.orElse(usual.exchange()));
  }
}
