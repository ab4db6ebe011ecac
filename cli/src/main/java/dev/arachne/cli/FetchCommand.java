package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.browser.PageRequest;
import dev.arachne.coding.CodingLimits;
import dev.arachne.cookies.CookieJar;
import dev.arachne.fetch.ConnectionSettings;
import dev.arachne.http.FixedAddresses;
import dev.arachne.http.Http2;
import dev.arachne.http.HttpOptions;
import dev.arachne.http.HttpRequest;
import dev.arachne.http.PortPolicy;
import dev.arachne.http.Proxy;
import dev.arachne.http.Timeouts;
import dev.arachne.network.AddressPolicy;
import dev.arachne.options.CertificatePolicy;
import dev.arachne.options.ConnectionOptions;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.UsageException;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.RequestField;
import dev.arachne.terminal.Streams;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code arachne fetch URL}: the options, spelled as curl spells them, and their meaning to an
 * {@link dev.arachne.http.HttpClient}; {@link FetchRun} runs the fetch. Long, being mostly the
 * table of options.
 */
final class FetchCommand extends Verb {
  private static final int MAX_REDIRECTS = 10;

  private final Streams streams;

  private final Argument<CrawlUrl> url =
      optional("URL", NetworkValues::url).help("The URL to fetch; http:// may be omitted.");

  private final Section request = section("Request");
  final Argument<Boolean> head =
      request.flag("-I --head").help("Send a HEAD request, and print the response headers.");
  final Argument<List<RequestField>> fields =
      request
          .options("-H --header", "FIELD", NetworkValues::field)
          .help("Send a header, \"Name: value\", in place of the default one. Repeatable.");
  final Argument<String> userAgent =
      request.option("-A --user-agent", "NAME", Values::userAgent).help("The User-Agent header.");
  final Argument<RequestField> referer =
      request.option("-e --referer", "URL", NetworkValues::referer).help("The Referer header.");
  final Argument<Proxy.Credentials> user =
      request
          .option("-u --user", "USER:PASSWORD", NetworkValues::userAndPassword)
          .help(
              "User and password for Basic authentication at this origin only. The URL can contain"
                  + " them too.");
  final Argument<Boolean> cookies =
      request
          .flag("--cookies")
          .help("Store cookies during redirects, and send them back to their hosts.");
  final Argument<Boolean> follow =
      request.flag("-L --location").help("Follow redirects. Default: print the redirect.");
  final Argument<Integer> maxRedirects =
      request
          .option("--max-redirects --max-redirs", "N", Values::fromZero)
          .help("Maximum number of redirects with -L. Default: 10.");

  private final Section network = section("Network");
  final Argument<Proxy> proxy =
      network
          .option("-x --proxy", "PROXY", NetworkValues::proxyAddress)
          .help(
              "Use a proxy: [http://|socks5://][USER:PASSWORD@]HOST[:PORT], by a tunnel for plain"
                  + " http too. Default port: 1080.");
  final Argument<List<FixedAddresses>> fixed =
      network
          .options("--resolve", "HOST:PORT:ADDRESS", NetworkValues::fixedName)
          .help(
              "Connect to ADDRESS for this host and port, even if it is private. Several addresses"
                  + " are separated by commas.");
  final Argument<InetAddress> from =
      network
          .option("--bind-address", "ADDRESS", NetworkValues::address)
          .help("Connect from ADDRESS, an address of this machine.");
  final Argument<Boolean> allowPrivate =
      network.flag("--allow-private").help("Allow redirects to private and local addresses.");
  final Argument<Boolean> http1 = network.flag("--http1.1").help("Use HTTP/1.1 only.");
  final Argument<Boolean> http2 =
      network
          .flag("--http2")
          .help("Use HTTP/2 where an https server offers it, else HTTP/1.1. The default.");
  final Argument<Boolean> http2AtOnce =
      network
          .flag("--http2-prior-knowledge")
          .help("Use HTTP/2 only, over plain http too, without negotiation.");
  final Argument<Boolean> insecure =
      network
          .flag("-k --insecure --no-check-certificate")
          .help("Accept any certificate. Insecure.");
  final Argument<Path> authorities =
      network
          .option("--ca-certificate --cacert", "FILE", Values::inputFile)
          .help("Trust these certificate authorities, in PEM, in addition to those of Java.");
  final Argument<Path> clientCertificate =
      network
          .option("--client-cert --cert --certificate", "FILE", Values::inputFile)
          .help("A client certificate in PEM, with its chain and key, for the host of URL only.");
  final Argument<Path> clientKey =
      network
          .option("--client-key --key --private-key", "FILE", Values::inputFile)
          .help("The key of --client-cert, in PEM and without a password.");
  final Argument<Duration> maxTime =
      network
          .option("-m --max-time", "TIME", Values::positiveTime)
          .help(
              "Time limit for everything, redirects included. Default: 2 min per URL, 30 s without"
                  + " data before the response and 20 s within it.");
  final Argument<Duration> connectTimeout =
      network
          .option("--connect-timeout", "TIME", Values::positiveTime)
          .help("Time limit for each of DNS lookup, connection and TLS handshake. Default: 10 s.");
  final Argument<Long> maxSize =
      network
          .option("--max-filesize", "SIZE", NetworkValues::size)
          .help(
              "Maximum size of the body, encoded and decoded. Default: no bound; with --json and"
                  + " without -o, 20M encoded, 64M decoded.");

  private final RenderingArguments rendering =
      new RenderingArguments(section("Rendering"), "print the document");

  private final Section output = section("Output");
  final Argument<Path> file =
      output
          .option("-o --output", "FILE", Values::outputFile)
          .help("Write to FILE instead of standard output.");
  final Argument<String> continueAt =
      output
          .option("-C --continue-at", "-", NetworkValues::endOfFile)
          .help("Resume a download: continue at the end of the FILE of -o.");
  final Argument<Boolean> include =
      output.flag("-i --include").help("Print the response headers before the body.");
  final Argument<Boolean> fail =
      output.flag("-f --fail").help("On status 400 and above, print no body and exit with 22.");
  final Argument<Boolean> json =
      output
          .flag("--json")
          .help(
              "Print a JSON object: headers, timings, redirects, failure, and the body (bodyBase64"
                  + " if it is not UTF-8), unless -o sends it to FILE.");
  final Argument<Boolean> verbose =
      output.flag("-v --verbose").help("Print headers and timings on standard error.");

  FetchCommand(Streams streams) {
    super("fetch", "[OPTION]... URL", "Fetches one URL and prints the body of the response.");
    this.streams = streams;
    footer(
        """
        TIME is in seconds (1.5), or has a unit (500ms, 2s, 1m). SIZE is in bytes, or as 500k, 20M.
        Compressed responses (gzip, br, zstd, deflate) are decoded.
        URL may be at a private address; redirects to private addresses need --resolve.

        Exit code, the same as in curl where curl has it:
        %s

        Examples:
          arachne fetch -iL example.com
          arachne fetch --json -o page.html https://example.com/ | jq .ms
          arachne fetch --render https://app.example/
        """
            .formatted(String.join("\n", ExitCode.OfFetch.table())));
  }

  @Override
  protected int run() throws UsageException {
    CrawlUrl start = url.value().orElseThrow(() -> mistake("no URL; use arachne fetch URL"));
    if (Stream.of(http1, http2, http2AtOnce).filter(Argument::isOn).count() > 1) {
      throw mistake("one of --http1.1, --http2 and --http2-prior-knowledge is enough");
    }
    if (continueAt.isGiven() && (!file.isGiven() || head.isOn() || include.isOn())) {
      throw mistake("-C - goes on with a file of a body; use -o FILE, without -i and -I");
    }
    if (rendering.areOn() && (head.isOn() || continueAt.isGiven())) {
      throw mistake("--render needs the whole page; use it without -I and -C");
    }
    if (isBodyInMemory() && maxSize.or(1L) > CodingLimits.MAX_BYTES) {
      throw mistake(
          "--max-filesize: %s has the body in memory; use %d at most%s"
              .formatted(
                  rendering.areOn() ? "--render" : "--json",
                  CodingLimits.MAX_BYTES,
                  rendering.areOn() ? "" : ", or -o FILE"));
    }
    return new FetchRun(
            this,
            start,
            connectionSettings().applyTo(options(start), Set.of(start.host())),
            streams,
            err())
        .run();
  }

  private ConnectionSettings connectionSettings() throws UsageException {
    return ConnectionSettings.of(
        new ConnectionOptions(
            authorities.value(),
            clientCertificate.value(),
            clientKey.value(),
            insecure.isOn() ? CertificatePolicy.IGNORE : CertificatePolicy.CHECK,
            fixed.or(List.of()),
            from.value(),
            version()));
  }

  /** Whether the body is to be in one object with the rest, or to be rendered. */
  boolean isBodyInMemory() {
    return rendering.areOn() || (json.isOn() && !file.isGiven());
  }

  /** The options for the browser; empty if the page is not rendered. */
  Optional<BrowserOptions> browser() {
    return rendering.browser(userAgent.or(CrawlOptions.DEFAULT_USER_AGENT));
  }

  /** How many redirects are followed, at most. */
  int redirects() {
    return follow.isOn() ? maxRedirects.or(MAX_REDIRECTS) : 0;
  }

  /** The request for {@code at}, on the way that began at {@code start}. */
  HttpRequest request(CrawlUrl start, CrawlUrl at) {
    HttpRequest asked = head.isOn() ? HttpRequest.head(at) : HttpRequest.get(at);
    boolean sameOrigin = at.origin().equals(start.origin());
    if (sameOrigin && credentials(start).isPresent()) {
      Proxy.Credentials user = credentials(start).get();
      asked = asked.basicAuthorization(user.user(), user.password());
    }
    if (referer.isGiven()) {
      asked = asked.with(referer.typed().name(), referer.typed().value());
    }
    for (RequestField field : fields.or(List.of())) {
      if (sameOrigin || !isSecret(field)) {
        asked = asked.with(field.name(), field.value());
      }
    }
    if (continueAt.isGiven()) {
      asked = asked.with("Accept-Encoding", "identity").ifNoLargerThan(maxSize.or(Long.MAX_VALUE));
    }
    return asked;
  }

  /** The same for a part of a page, with the fields that the page adds. */
  HttpRequest request(CrawlUrl start, CrawlUrl at, PageRequest ofPage) {
    HttpRequest asked = request(start, at);
    Set<String> typed =
        fields.or(List.of()).stream()
            .map(field -> field.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    for (PageRequest.Field field : ofPage.sentFields()) {
      String name = field.name().toLowerCase(Locale.ROOT);
      if (!typed.contains(name) && !(name.equals("referer") && referer.isGiven())) {
        asked = asked.with(field.name(), field.value());
      }
    }
    return asked;
  }

  /** Whether a field must not be sent to another origin than the typed one. */
  private static boolean isSecret(RequestField field) {
    return field.name().equalsIgnoreCase("Authorization")
        || field.name().equalsIgnoreCase("Cookie");
  }

  private Optional<Proxy.Credentials> credentials(CrawlUrl start) {
    return user.value()
        .or(() ->
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
      return text; // A percent sign that encodes nothing is literal.
    }
  }

  /** How the client is to behave, but for how connections are made. */
  private HttpOptions options(CrawlUrl start) {
    HttpOptions options =
        HttpOptions.DEFAULT
            .withUserAgent(userAgent.or(CrawlOptions.DEFAULT_USER_AGENT))
            .withTimeouts(timeouts())
            .withAddresses(
                allowPrivate.isOn()
                    ? AddressPolicy.ANY
                    : AddressPolicy.PUBLIC.orHosts(Set.of(start.host())))
            .withPorts(PortPolicy.WEB.orOrigins(Set.of(start.origin())));
    if (cookies.isOn()) {
      options = options.withCookies(new CookieJar());
    }
    if (maxSize.isGiven() && isBodyInMemory()) {
      long size = maxSize.typed();
      options = options.withLimits(HttpLimits.DEFAULT.withBodyBytes(size, size));
    }
    return proxy.isGiven() ? options.withProxy(proxy.typed()) : options;
  }

  private Http2 version() {
    return http1.isOn() ? Http2.OFF : http2AtOnce.isOn() ? Http2.PRIOR_KNOWLEDGE : Http2.ALPN;
  }

  /**
   * The timeouts; a limit for the whole fetch is also the limit of each phase, so that no other
   * cuts the wait short.
   */
  private Timeouts timeouts() {
    Timeouts usual = Timeouts.DEFAULT;
    Duration connect = connectTimeout.or(usual.connect());
    return new Timeouts(
        usual.queue(),
        connect,
        connect,
        connect,
        maxTime.or(usual.firstByte()),
        maxTime.or(usual.betweenBytes()),
        maxTime.or(usual.exchange()));
  }
}
